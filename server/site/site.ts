import { eq } from 'drizzle-orm';
import type { SignInService } from '#domain/auth/sign-in-service.ts';
import type { SiteNotice } from '#domain/content/site-content.ts';
import type { acceptance } from '#server/acceptance/acceptance.ts';
import type { associates } from '#server/associates/associates.ts';
import type { campaigns } from '#server/campaigns/campaigns.ts';
import { associates as associatesTable } from '#server/db/schema/associates.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { legal } from '#server/legal/legal.ts';
import type { opening } from '#server/setup/opening.ts';
import { cached } from '#server/topics/cached.ts';
import type { Topics } from '#server/topics/topics.ts';

type SiteDependencies = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'oidcProviders'> & {
  topics: Topics;
  associates: ReturnType<typeof associates>;
  campaigns: ReturnType<typeof campaigns>;
  opening: ReturnType<typeof opening>;
  legal: Pick<ReturnType<typeof legal>, 'hasCommerce'>;
  acceptance: Pick<ReturnType<typeof acceptance>, 'offer'>;
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
  campaigns,
  content,
  opening,
  legal,
  acceptance,
  oidcProviders,
}: SiteDependencies) => ({
  /**
   * Site address, size, campaigns for the menus, today's notices, whether sample data is loaded, whether it is open,
   * sign-in services, ways of giving and who may use them, and whether the page for 特定商取引法 exists.
   */
  facts: cached({ topics, clock }, ['associates', 'campaigns', 'content'], async () => {
    const [sample] = await db
      .select({ id: associatesTable.id })
      .from(associatesTable)
      .where(eq(associatesTable.isSample, true))
      .limit(1);
    const startedCampaigns = (await campaigns.list()).filter(({ state }) => state !== 'upcoming');
    const { sellerAge, giftAge, offersBuyBack } = await acceptance.offer();
    return {
      publicUrl,
      associateCount: (await associates.directory()).byId.size,
      campaigns: startedCampaigns
        .slice(0, campaignsInMenus)
        .map(({ year, token, title, state }) => ({ year, token, title, state })),
      notices: await content.noticesNow(),
      isSample: sample !== undefined,
      isOpen: await opening.isOpen(),
      accepted: { sellerAge, giftAge, offersBuyBack },
      hasCommerce: await legal.hasCommerce(),
      signInServices: oidcProviders.map(({ id, name }): SignInService => ({ id, name })),
    };
  }),
});
