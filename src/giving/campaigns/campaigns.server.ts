import { and, asc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { readPublishedBetween } from '#money/public-book/published-sums.server.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { associatesOf } from '#organisations/associates/associates.server.ts';
import { toArticleImage } from '#organisations/associates/directory.server.ts';
import {
  type Campaign,
  type CampaignState,
  campaignPath,
  campaignState,
  sortCampaigns,
} from './campaign.ts';
import { campaignAssociates, campaigns as campaignsTable } from './campaign-tables.server.ts';
import { builtInCampaigns } from './delivered-campaigns.ts';

/**
 * A campaign for its page; the tally counts gifts to its organisations within its days; its yen are what was
 * published for these in them.
 */
export type CampaignDetail = {
  campaign: Campaign;
  body: RichText;
  result: RichText;
  state: CampaignState;
  associates: Associate[];
  tally: { count: number; amountYen: number | null };
};

/** All campaigns with their state today: running, upcoming, ended; each group newest first. */
export const currentCampaigns = kept(['campaigns'], async ({ db }, today) =>
  sortCampaigns(await readCampaigns(db), today).map((campaign) => ({
    ...campaign,
    state: campaignState(campaign, today),
  })),
);

/** A campaign with its organisations in the editors' order, without unlisted ones. */
export async function findCampaign(
  ctx: Context,
  year: number,
  token: string,
): Promise<CampaignDetail | undefined> {
  const { db, clock } = ctx;
  const found = (await currentCampaigns(ctx)).find(
    (each) => each.year === year && each.token === token,
  );
  if (!found) return undefined;
  const { state, ...campaign } = found;
  const ids = await readCampaignAssociates(db, campaign);
  const { byId } = await associatesOf(ctx).directory();
  return {
    campaign,
    body: toRichText(campaign.body),
    result: toRichText(campaign.result),
    state: campaignState(campaign, jstDay(clock())),
    associates: ids.flatMap((id) => byId.get(id) ?? []),
    tally: await readTally(db, campaign, ids),
  };
}

/** Visible campaigns; before any edit by the operator, those shipped with the product. */
async function readCampaigns(db: Database): Promise<Campaign[]> {
  const rows = await db
    .select({ campaign: campaignsTable, picture: images })
    .from(campaignsTable)
    .leftJoin(images, eq(images.id, campaignsTable.imageId));
  const known = new Set(rows.map(({ campaign }) => campaignPath(campaign)));
  const delivered = builtInCampaigns.filter((campaign) => !known.has(campaignPath(campaign)));
  return [...rows.filter(({ campaign }) => campaign.isShown).map(toCampaign), ...delivered];
}

type CampaignRow = {
  campaign: typeof campaignsTable.$inferSelect;
  picture: typeof images.$inferSelect | null;
};

function toCampaign({ campaign, picture }: CampaignRow): Campaign {
  const { year, token, title, lead, body, startsOn, endsOn, result, imageAlt } = campaign;
  const image = picture && { ...toArticleImage(picture), alt: imageAlt };
  return { year, token, title, lead, body, startsOn, endsOn, result, image };
}

/** Organisations of a campaign in the editors' order, listed or not. */
export async function readCampaignAssociates(
  db: Database | Transaction,
  { year, token }: Pick<Campaign, 'year' | 'token'>,
): Promise<string[]> {
  const rows = await db
    .select({ id: campaignAssociates.associateId })
    .from(campaignAssociates)
    .where(and(eq(campaignAssociates.year, year), eq(campaignAssociates.token, token)))
    .orderBy(asc(campaignAssociates.position), asc(campaignAssociates.associateId));
  return rows.map(({ id }) => id);
}

async function readTally(db: Database, { startsOn, endsOn }: Campaign, ids: string[]) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
    })
    .from(donations)
    .where(
      and(
        inArray(donations.associateId, ids),
        isNull(donations.reversedAt),
        gte(donations.donatedAt, startOfJstDay(startsOn)),
        lt(donations.donatedAt, startOfJstDay(addDays(endsOn, 1))),
      ),
    );
  const published = await readPublishedBetween(db, ids, { from: startsOn, to: endsOn });
  return { count: row?.count ?? 0, amountYen: published?.yen ?? null };
}
