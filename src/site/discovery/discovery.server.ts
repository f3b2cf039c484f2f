import { setImmediate as othersDone } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
import type { Campaign } from '#giving/campaigns/campaign.ts';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { authorName } from '#giving/pledges/pledge-author.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { finish } from '#kit/http/pages/finish.server.ts';
import type { Page } from '#kit/http/pages/page.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { timestampToDate } from '#kit/values/timestamp.ts';
import {
  associateActivities,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { publicAddresses } from './addresses.server.ts';
import { securityText } from './security-text.server.ts';
import { type FeedItem, rssXml, sitemapIndexXml, sitemapXml } from './xml.server.ts';

type DiscoveryDependencies = Pick<Dependencies, 'db' | 'clock' | 'publicUrl'> & {
  topics: Topics;
  campaigns: { list(): Promise<Campaign[]> };
  pledges: { list(selection: { limit: number }): Promise<Pledge[]> };
  opening: { isOpen(): Promise<boolean> };
  facts: { current(): Promise<{ isSample: boolean; email: string }> };
  /** URLs per sitemap; the protocol allows 50,000. */
  addressesInMap?: number;
};

const feedLength = 30;

/** Sitemaps for search engines and feeds for feed readers. */
export const discovery = ({
  db,
  clock,
  publicUrl,
  topics,
  campaigns,
  pledges,
  opening,
  facts,
  addressesInMap = 10_000,
}: DiscoveryDependencies) => {
  const given = { topics, clock };
  const sitemaps = cached(
    given,
    ['associates', 'campaigns', 'challenges', 'content', 'pledges'],
    async (): Promise<{ first: Page; parts: Page[] }> => {
      const isOpen = await opening.isOpen();
      const addresses = isOpen ? await publicAddresses(db, await campaigns.list()) : [];
      const parts: string[] = [];
      for (let from = 0; from < addresses.length; from += addressesInMap) {
        parts.push(sitemapXml(publicUrl, addresses.slice(from, from + addressesInMap)));
        await othersDone();
      }
      if (parts.length <= 1)
        return {
          first: await page(parts[0] ?? sitemapXml(publicUrl, []), 'application/xml'),
          parts: [],
        };
      const paths = parts.map((_, index) => `/sitemap/${index + 1}.xml`);
      return {
        first: await page(sitemapIndexXml(publicUrl, paths), 'application/xml'),
        parts: await Promise.all(parts.map((part) => page(part, 'application/xml'))),
      };
    },
    // Compares hashes: the text may be many megabytes.
    { isSame: (now, before) => etagsOf(now) === etagsOf(before) },
  );

  return {
    /** The sitemap, or the index of its parts if there are too many URLs for one. */
    sitemap: async (): Promise<Page> => (await sitemaps()).first,

    /** A part of a divided sitemap, counted from 1. */
    sitemapPart: async (number: number): Promise<Page | undefined> =>
      (await sitemaps()).parts[number - 1],

    /** Organisations' recent activities, as RSS. */
    activityFeed: cached(given, ['associates', 'content'], async () =>
      page(
        rssXml(publicUrl, {
          path: '/feed/activities.xml',
          page: '/',
          title: 'たすき｜団体の活動',
          text: '寄付先の団体の最近の活動です。',
          items: (await opening.isOpen()) ? await newestActivities(db) : [],
        }),
        'application/rss+xml',
      ),
    ),

    /** The newest pledges, as RSS. */
    pledgeFeed: cached(given, ['associates', 'content', 'pledges'], async () =>
      page(
        rssXml(publicUrl, {
          path: '/feed/pledges.xml',
          page: '/my-pledge',
          title: 'たすき｜#mypledge',
          text: '寄付した方の思いと、団体からのお返事です。',
          items: (await opening.isOpen())
            ? (await pledges.list({ limit: feedLength })).map(toItem)
            : [],
        }),
        'application/rss+xml',
      ),
    ),

    /** Contact for vulnerability reports. */
    security: async (): Promise<string> => securityText(publicUrl, clock(), await facts.current()),

    /** Paths disallowed for robots (all of them before the opening), and the sitemap's URL. */
    robots: async (): Promise<string> =>
      (await opening.isOpen())
        ? ['User-agent: *', 'Disallow: /admin', 'Disallow: /mypage', 'Disallow: /api/auth', '']
            .concat(`Sitemap: ${publicUrl}/sitemap.xml`, '')
            .join('\n')
        : 'User-agent: *\nDisallow: /\n',
  };
};

const etagsOf = ({ first, parts }: { first: Page; parts: Page[] }) =>
  [first, ...parts].map(({ etag }) => etag).join();

function page(xml: string, type: string): Promise<Page> {
  return finish(new Response(xml, { headers: { 'content-type': `${type}; charset=utf-8` } }));
}

async function newestActivities(db: Database): Promise<FeedItem[]> {
  const rows = await db
    .select({
      id: associateActivities.id,
      associateId: associateActivities.associateId,
      associateName: associates.name,
      title: associateActivities.title,
      body: associateActivities.body,
      publishedAt: associateActivities.publishedAt,
    })
    .from(associateActivities)
    .innerJoin(associates, eq(associates.id, associateActivities.associateId))
    .where(eq(associates.isListed, true))
    .orderBy(desc(associateActivities.publishedAt), desc(associateActivities.id))
    .limit(feedLength);
  return rows.map(({ id, associateId, associateName, title, body, publishedAt }) => ({
    path: `/associate/${associateId}/activity/${id}`,
    title: `${title}（${associateName}）`,
    text: body,
    at: publishedAt,
  }));
}

function toItem({ id, text, author, donation, pledgedAt }: Pledge): FeedItem {
  return {
    path: `/my-pledge/${id}`,
    title: `${authorName({ author })}さんから${donation.associateName}へ`,
    text,
    at: timestampToDate(pledgedAt),
  };
}
