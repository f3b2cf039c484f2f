import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import { currentCampaigns } from '#giving/campaigns/campaigns.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import type { associates } from '#organisations/associates/associates.server.ts';
import { hasSampleData } from '#organisations/associates/sample-associates.server.ts';
import type { legal } from '#people/legal/legal.server.ts';
import type { opening } from '#people/setup/opening.server.ts';
import type { SignInService } from '#people/sign-in/sign-in-service.ts';
import type { SiteNotice } from '#site/content/site-content.ts';

type SiteDependencies = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'oidcProviders'> & {
  topics: Topics;
  associates: ReturnType<typeof associates>;
  opening: ReturnType<typeof opening>;
  legal: Pick<ReturnType<typeof legal>, 'hasCommerce'>;
  content: { noticesNow(): Promise<SiteNotice[]> };
};

/** Campaigns that fit into the menus. */
const campaignsInMenus = 5;

/** Facts about the site that every page needs. */
export const site = ({
  db,
  clock,
  publicUrl,
  topics,
  associates,
  content,
  opening,
  legal,
  oidcProviders,
}: SiteDependencies) => ({
  /**
   * Site address, size, campaigns for the menus, today's notices, whether sample data is loaded, whether it is open,
   * sign-in services, ways of giving and who may use them, and whether the page for 特定商取引法 exists.
   */
  facts: cached({ topics, clock }, ['associates', 'campaigns', 'content'], async () => {
    const startedCampaigns = (await currentCampaigns({ topics })).filter(
      ({ state }) => state !== 'upcoming',
    );
    const { sellerAge, giftAge, offersBuyBack } = await currentOffer({ topics });
    return {
      publicUrl,
      associateCount: (await associates.directory()).byId.size,
      campaigns: startedCampaigns
        .slice(0, campaignsInMenus)
        .map(({ year, token, title, state }) => ({ year, token, title, state })),
      notices: await content.noticesNow(),
      isSample: await hasSampleData(db),
      isOpen: await opening.isOpen(),
      accepted: { sellerAge, giftAge, offersBuyBack },
      hasCommerce: await legal.hasCommerce(),
      signInServices: oidcProviders.map(({ id, name }): SignInService => ({ id, name })),
    };
  }),
});
