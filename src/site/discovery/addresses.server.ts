import { asc, eq } from 'drizzle-orm';
import type { Campaign } from '#giving/campaigns/campaign.ts';
import { campaignPath } from '#giving/campaigns/campaign.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import {
  associateActivities,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import type { SitemapEntry } from './xml.server.ts';

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
export async function publicAddresses(
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
