import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { oneOf } from '#server/db/one-of.ts';
import { keptSums } from '#server/db/schema/sums.ts';

/** What is counted, and by what; server/db/migrations/baseline/kept-sums.sql says which rows move which sum. */
export type SumName =
  /** By state. */
  | 'applications'
  /** Applications whose kit has not left, with their boxes, by the wished day; '' without one. */
  | 'kits'
  /** Held applications by the point of their check. */
  | 'identity-checks'
  /** By state. */
  | 'mails'
  | 'messages'
  | 'listings'
  | 'pledge-reports'
  /** Published ones by organisation; '' for those to funds. */
  | 'public-pledges'
  /** Standing donations with their yen, by Asia/Tokyo month, by organisation, by challenge. */
  | 'donation-months'
  | 'associate-donations'
  | 'fund-donations'
  /** Standing donations with a wish for a receipt, and those not sent on yet, by organisation. */
  | 'receipt-wishes'
  | 'owed'
  /** Boxes of standing donations by "day kind". */
  | 'goods'
  /** Debits and credits, by "account YYYY-MM" in Asia/Tokyo: of each account and of each of the chart. */
  | 'ledger-debit'
  | 'ledger-credit';

export type Sum = { count: number; amount: number };
const none: Sum = { count: 0, amount: 0 };

type Source = Database | Transaction;

/** The sums of a name by key, those of zero left out; of these keys alone where they are given. */
export async function readSums(
  db: Source,
  name: SumName,
  keys?: readonly string[],
): Promise<Map<string, Sum>> {
  const { rows } = await db.execute<Sum & { key: string }>(sql`
    select key, sum(count)::float8 as count, sum(amount)::float8 as amount
    from ${keptSums} where ${and(eq(keptSums.name, name), keys && eq(keptSums.key, oneOf(keys)))}
    group by key having sum(count) <> 0 or sum(amount) <> 0`);
  return new Map(rows.map(({ key, count, amount }) => [key, { count, amount }]));
}

/** One sum; of all keys without one. */
export async function readSum(db: Source, name: SumName, key?: string): Promise<Sum> {
  const { rows } = await db.execute<Sum>(sql`
    select coalesce(sum(count), 0)::float8 as count, coalesce(sum(amount), 0)::float8 as amount
    from ${keptSums} where name = ${name} ${key === undefined ? sql`` : sql`and key = ${key}`}`);
  const [row] = rows;
  return row ? { count: row.count, amount: row.amount } : none;
}

/**
 * Makes one row of the moves of each key. Moves that are written meanwhile stay as they are, and of
 * two that compact at once each takes what the other has not taken.
 */
export async function compactSums(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${keptSums} where (name, key) in (
        select name, key from ${keptSums} group by name, key having count(*) > 1)
      returning name, key, count, amount
    )
    insert into ${keptSums} (name, key, count, amount)
    select name, key, sum(count), sum(amount) from taken
    group by name, key having sum(count) <> 0 or sum(amount) <> 0`);
}
