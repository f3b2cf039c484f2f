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

/** Totals of all donations, gifts to funds included; months since the first one. */
export type Totals = {
  totalCount: number;
  totalYen: number;
  monthlyCount: number;
  monthlyYen: number;
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
  const months = [...sums]
    .map(([month, { count, amount }]) => ({ month, count, amountYen: amount }))
    .sort((a, b) => compareText(a.month, b.month));
  const thisMonth = months.find(({ month }) => month === today.slice(0, 7));
  return {
    totalCount: months.reduce((total, { count }) => total + count, 0),
    totalYen: months.reduce((total, { amountYen }) => total + amountYen, 0),
    monthlyCount: thisMonth?.count ?? 0,
    monthlyYen: thisMonth?.amountYen ?? 0,
    associateCount,
    months,
  };
}

const none = { count: 0, amountYen: 0 };
const asYen = (sum: Sum | undefined) => (sum ? { count: sum.count, amountYen: sum.amount } : none);

async function readChallenges(db: Source, { byChallenge }: DonationSums): Promise<ChallengeSum[]> {
  const toFunds = await readSums(db, 'fund-donations');
  return socialChallengeIds.map((id) => ({
    id,
    toAssociates: asYen(byChallenge.get(id)),
    toFund: asYen(toFunds.get(id)),
  }));
}

async function readClassifications(
  db: Source,
  { byClassification }: DonationSums,
): Promise<ClassificationSum[]> {
  const toFunds = await readSum(db, 'fund-donations');
  return [
    ...classificationIds.map((id) => ({ id, ...asYen(byClassification.get(id)) })),
    { id: null, ...asYen(toFunds) },
  ].filter(({ count }) => count > 0);
}

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
