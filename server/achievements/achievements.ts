import { sql } from 'drizzle-orm';
import type {
  Achievements,
  ChallengeSum,
  ClassificationSum,
  GoodsSum,
  MonthSum,
} from '#domain/achievements/achievements.ts';
import { productKinds } from '#domain/applications/goods.ts';
import { type Classification, classificationIds } from '#domain/associates/classification.ts';
import { type SocialChallengeId, socialChallengeIds } from '#domain/challenges/social-challenge.ts';
import { compareText } from '#domain/values/compare-text.ts';
import { addDays } from '#domain/values/timestamp.ts';
import { type Database, type Transaction, withTimeout } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSums, type Sum } from '#server/sums/kept-sums.ts';
import { cached } from '#server/topics/cached.ts';
import { publicReads } from '#server/topics/public-reads.ts';
import type { Topic, Topics } from '#server/topics/topics.ts';

/** What all donations together came to, gifts to funds included; months from the first on. */
export type Totals = {
  totalCount: number;
  totalYen: number;
  monthlyCount: number;
  monthlyYen: number;
  associateCount: number;
  months: MonthSum[];
};

/** Where donations are counted. */
const counted: readonly Topic[] = ['associates', 'challenges', 'sums'];

/**
 * What was achieved, from the kept sums, so that no donation is looked at; the kinds of goods up to
 * the end of yesterday. All of it is kept in memory.
 */
export const achievements = ({
  db,
  readDb,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'readDb' | 'clock'> & { topics: Topics }) => {
  const given = { topics, clock };
  const read = publicReads({ db: withTimeout(db), readDb: readDb && withTimeout(readDb), topics });
  const totals = cached(given, counted, (today) =>
    read(counted, (from) => readTotals(from, today)),
  );
  const challenges = cached(given, counted, () => read(counted, readChallenges));
  const classifications = cached(given, counted, () => read(counted, readClassifications));
  // Kept for the day, whatever changes in it.
  const goods = cached(given, [], (today) => read(counted, (from) => readGoods(from, today)));

  return {
    totals,
    /** All 18, in the order of their ids in the domain. */
    challenges,
    /** The types that were given to, and the funds. */
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

async function readTotals(db: Source, today: string): Promise<Totals> {
  const sums = await readSums(db, 'donation-months');
  const listed = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from associates where is_listed`,
  );
  const months = [...sums]
    .map(([month, { count, amount }]) => ({ month, count, amountYen: amount }))
    .sort((a, b) => compareText(a.month, b.month));
  const thisMonth = months.find(({ month }) => month === today.slice(0, 7));
  return {
    totalCount: months.reduce((total, { count }) => total + count, 0),
    totalYen: months.reduce((total, { amountYen }) => total + amountYen, 0),
    monthlyCount: thisMonth?.count ?? 0,
    monthlyYen: thisMonth?.amountYen ?? 0,
    associateCount: listed.rows[0]?.count ?? 0,
    months,
  };
}

type SumRow<Id> = { id: Id; count: number; amountYen: number };
const none = { count: 0, amountYen: 0 };
const fundSum = (sum: Sum | undefined) =>
  sum ? { count: sum.count, amountYen: sum.amount } : none;
const sumOf = <Id>(rows: readonly SumRow<Id>[], id: Id) => {
  const row = rows.find((each) => each.id === id);
  return row ? { count: row.count, amountYen: row.amountYen } : none;
};

/** What each organisation was given, whichever month. */
const givenToAssociates = sql`
  select key as associate_id, sum(count) as count, sum(amount) as yen
  from kept_sums where name = 'associate-donations' group by key`;

async function readChallenges(db: Source): Promise<ChallengeSum[]> {
  const toAssociates = await db.execute<SumRow<SocialChallengeId>>(sql`
    with first_challenges as (
      select distinct on (associate_id) associate_id, social_challenge_id
      from associate_challenges order by associate_id, position
    )
    select coalesce(social_challenge_id, 'others') as id, sum(count)::int as count,
           sum(yen)::float8 as "amountYen"
    from (${givenToAssociates}) as given left join first_challenges using (associate_id)
    group by 1`);
  const toFunds = await readSums(db, 'fund-donations');
  return socialChallengeIds.map((id) => ({
    id,
    toAssociates: sumOf(toAssociates.rows, id),
    toFund: fundSum(toFunds.get(id)),
  }));
}

async function readClassifications(db: Source): Promise<ClassificationSum[]> {
  const { rows } = await db.execute<SumRow<Classification | null>>(sql`
    select classification as id, sum(count)::int as count, sum(yen)::float8 as "amountYen"
    from (${givenToAssociates}) as given join associates on associates.id = given.associate_id
    group by 1
    union all
    select null, coalesce(sum(count), 0)::int, coalesce(sum(amount), 0)::float8
    from kept_sums where name = 'fund-donations'`);
  return [...classificationIds, null]
    .map((id) => ({ id, ...sumOf(rows, id) }))
    .filter(({ count }) => count > 0);
}

async function readGoods(db: Source, today: string): Promise<{ until: string; sums: GoodsSum[] }> {
  // Their keys are "day kind", which sort by the day.
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select split_part(key, ' ', 2) as id, sum(count)::int as count
    from kept_sums where name = 'goods' and key < ${today} group by 1`);
  const countOf = new Map(rows.map(({ id, count }) => [id, count]));
  return {
    until: addDays(today, -1),
    sums: productKinds.map((id) => ({ id, count: countOf.get(id) ?? 0 })),
  };
}
