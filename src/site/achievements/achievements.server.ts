import { sql } from 'drizzle-orm';
import { productKinds } from '#giving/applications/goods.ts';
import { type Database, type Transaction, withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import { createPublicReads } from '#kit/topics/public-reads.server.ts';
import type { Topic } from '#kit/topics/table-topics.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { compareText } from '#kit/values/compare-text.ts';
import { addDays } from '#kit/values/timestamp.ts';
import type { PublicSum } from '#money/public-book/public-figure.ts';
import {
  readPublished,
  readPublishedParts,
  readPublishedSum,
} from '#money/public-book/published-sums.server.ts';
import { readSum, readSums, type Sum } from '#money/sums/kept-sums.server.ts';
import { classificationIds } from '#organisations/associates/classification.ts';
import type { Directory } from '#organisations/associates/directory.server.ts';
import type { DonationSums } from '#organisations/associates/directory-sums.server.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import type {
  Achievements,
  ChallengeSum,
  ClassificationSum,
  GoodsSum,
  MonthSum,
} from './achievements.ts';

/** Totals of all donations, gifts to funds included; months since the first one. Yen are null while withheld. */
export type Totals = {
  totalCount: number;
  totalYen: number | null;
  monthlyCount: number;
  monthlyYen: number | null;
  associateCount: number;
  months: MonthSum[];
};

/** Topics that affect donation counts. */
const counted: readonly Topic[] = ['associates', 'challenges', 'sums'];

/** Achievements from the kept sums, without reading donations; kinds of goods up to yesterday. All cached in memory. */
export const achievements = ({
  db,
  readDb,
  clock,
  topics,
  associates,
}: Pick<Dependencies, 'db' | 'readDb' | 'clock'> & {
  topics: Topics;
  associates: {
    directory(): Promise<Pick<Directory, 'byId'>>;
    donationSums(): Promise<DonationSums>;
  };
}) => {
  const given = { topics, clock };
  const read = createPublicReads({
    db: withTimeout(db),
    readDb: readDb && withTimeout(readDb),
    topics,
  });
  const totals = cached(given, counted, async (today) => {
    const { byId: listed } = await associates.directory();
    return read(counted, (from) => readTotals(from, today, listed.size));
  });
  const challenges = cached(given, counted, async () => {
    const sums = await associates.donationSums();
    return read(counted, (from) => readChallenges(from, sums));
  });
  const classifications = cached(given, counted, async () => {
    const sums = await associates.donationSums();
    return read(counted, (from) => readClassifications(from, sums));
  });
  // Cached for the day, regardless of changes.
  const goods = cached(given, [], (today) => read(counted, (from) => readGoods(from, today)));

  return {
    totals,
    /** All 18, in the order of their ids in the domain. */
    challenges,
    /** The types that received donations, and the funds. */
    classifications,
    /** Up to the end of yesterday. */
    goods,

    /** Everything at once, for downloads. */
    async all(): Promise<Achievements> {
      const { totalCount, totalYen, associateCount, months } = await totals();
      const { until, sums } = await goods();
      return {
        totalCount,
        totalYen,
        associateCount,
        months,
        challenges: await challenges(),
        classifications: await classifications(),
        goodsUntil: until,
        goods: sums,
      };
    },
  };
};

type Source = Database | Transaction;

async function readTotals(db: Source, today: string, associateCount: number): Promise<Totals> {
  const sums = await readSums(db, 'donation-months');
  const published = await readPublished(db, 'month');
  const total = await readPublishedSum(db, 'total');
  const months = [...new Set([...sums.keys(), ...published.keys()])]
    .map((month) => ({
      month,
      count: sums.get(month)?.count ?? 0,
      amountYen: published.get(month)?.yen ?? null,
    }))
    .sort((a, b) => compareText(a.month, b.month));
  const thisMonth = months.find(({ month }) => month === today.slice(0, 7));
  return {
    totalCount: months.reduce((total, { count }) => total + count, 0),
    totalYen: total?.yen ?? null,
    monthlyCount: thisMonth?.count ?? 0,
    monthlyYen: thisMonth?.amountYen ?? null,
    associateCount,
    months,
  };
}

const asPublic = (counted: Sum | undefined, published: PublicSum | undefined) => ({
  count: counted?.count ?? 0,
  amountYen: published?.yen ?? null,
});

async function readChallenges(db: Source, { byChallenge }: DonationSums): Promise<ChallengeSum[]> {
  const toFunds = await readSums(db, 'fund-donations');
  const published = await readPublishedParts(db);
  const publishedFunds = await readPublished(db, 'fund');
  return socialChallengeIds.map((id) => ({
    id,
    toAssociates: asPublic(byChallenge.get(id), published.byChallenge.get(id)),
    toFund: asPublic(toFunds.get(id), publishedFunds.get(id)),
  }));
}

async function readClassifications(
  db: Source,
  { byClassification }: DonationSums,
): Promise<ClassificationSum[]> {
  const toFunds = await readSum(db, 'fund-donations');
  const published = await readPublishedParts(db);
  const funds = [...(await readPublished(db, 'fund')).values()];
  const ofFunds = funds.length > 0 ? sumOf(funds) : undefined;
  return [
    ...classificationIds.map((id) => ({
      id,
      ...asPublic(byClassification.get(id), published.byClassification.get(id)),
    })),
    { id: null, ...asPublic(toFunds, ofFunds) },
  ].filter(({ count }) => count > 0);
}

const sumOf = (sums: readonly PublicSum[]): PublicSum => ({
  gifts: sums.reduce((total, { gifts }) => total + gifts, 0),
  yen: sums.reduce((total, { yen }) => total + yen, 0),
});

async function readGoods(db: Source, today: string): Promise<{ until: string; sums: GoodsSum[] }> {
  // Keys are "day kind", which sort by day.
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select split_part(key, ' ', 2) as id, sum(count)::int as count
    from kept_sums where name = 'goods' and key < ${today} group by 1`);
  const countOf = new Map(rows.map(({ id, count }) => [id, count]));
  return {
    until: addDays(today, -1),
    sums: productKinds.map((id) => ({ id, count: countOf.get(id) ?? 0 })),
  };
}
