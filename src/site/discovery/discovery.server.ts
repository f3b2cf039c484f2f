import { setImmediate as othersDone } from 'node:timers/promises';
import { asc, desc, eq } from 'drizzle-orm';
import { type Campaign, campaignPath } from '#giving/campaigns/campaign.ts';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { authorName } from '#giving/pledges/pledge-author.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { finish } from '#kit/http/pages/finish.server.ts';
import type { Page } from '#kit/http/pages/page.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { jstDay, timestampToDate } from '#kit/values/timestamp.ts';
import { ledgerFeed } from '#money/public-book/ledger-feed.server.ts';
import {
  associateActivities,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import {
  atomXml,
  type FeedItem,
  rssXml,
  type SitemapEntry,
  sitemapIndexXml,
  sitemapXml,
} from './xml.server.ts';

/** Pages that do not depend on data, without personal pages and bare forms. */
const fixedPaths = [
  '/',
  '/about-service',
  '/about-service/application-flow',
  '/about-service/donatable',
  '/about-service/donatable/gold',
  '/about-service/undonatable',
  '/achievements',
  '/achievements/category',
  '/achievements/genre',
  '/appraisal',
  '/cancel',
  '/contact',
  '/faq',
  '/ledger',
  '/listing',
  '/my-pledge',
  '/operator',
  '/privacy',
  '/search',
  '/search/social-challenge',
  '/tax-deduction',
  '/terms',
];

/** All URLs for search engines. */
async function publicAddresses(
  db: Database,
  campaigns: readonly Campaign[],
): Promise<SitemapEntry[]> {
  const organisations = await db
    .select({ id: associates.id })
    .from(associates)
    .where(eq(associates.isListed, true))
    .orderBy(asc(associates.id));
  const activities = await db
    .select({
      id: associateActivities.id,
      associateId: associateActivities.associateId,
      publishedAt: associateActivities.publishedAt,
    })
    .from(associateActivities)
    .innerJoin(associates, eq(associates.id, associateActivities.associateId))
    .where(eq(associates.isListed, true))
    .orderBy(asc(associateActivities.associateId), asc(associateActivities.id));
  const published = await db
    .select({ id: pledges.id, updatedAt: pledges.updatedAt })
    .from(pledges)
    .where(eq(pledges.state, 'published'))
    .orderBy(asc(pledges.id));
  return [
    ...fixedPaths.map((path) => ({ path })),
    ...socialChallengeIds.map((id) => ({ path: `/search/social-challenge/${id}` })),
    ...campaigns.map((campaign) => ({ path: campaignPath(campaign) })),
    ...organisations.flatMap(({ id }) => [
      { path: `/associate/${id}` },
      { path: `/associate/${id}/vision` },
      { path: `/associate/${id}/activity` },
    ]),
    ...activities.map(({ id, associateId, publishedAt }) => ({
      path: `/associate/${associateId}/activity/${id}`,
      day: jstDay(publishedAt),
    })),
    ...published.map(({ id, updatedAt }) => ({ path: `/my-pledge/${id}`, day: jstDay(updatedAt) })),
  ];
}

/** Half a year: less than the year recommended by RFC 9116; recomputed on each request. */
const validForMs = 180 * 24 * 60 * 60_000;

/**
 * Contact for vulnerability reports (security.txt, RFC 9116): the form, which reaches the operator without revealing
 * their sign-in address, and the published address once it is more than a sample.
 */
export function securityText(
  publicUrl: string,
  now: Date,
  { isSample, email }: { isSample: boolean; email: string },
): string {
  return [
    `Contact: ${publicUrl}/contact`,
    ...(isSample || email === '' ? [] : [`Contact: mailto:${email}`]),
    `Expires: ${new Date(now.getTime() + validForMs).toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

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

    /** The newest transfers and pay-outs of the public book, as Atom. */
    ledgerFeed: cached(given, ['associates', 'content', 'sums'], async () =>
      page(
        atomXml(publicUrl, {
          path: '/ledger/feed.xml',
          page: '/ledger',
          title: 'たすき｜お金の記録',
          items: (await opening.isOpen()) ? await ledgerFeed({ db }) : [],
        }),
        'application/atom+xml',
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
