import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { keptSums } from './sum-tables.server.ts';

/** Names of the stored sums; src/kit/db/migrations/baseline/kept-sums.sql says which rows change which sum. */
export type SumName =
  /** By state. */
  | 'applications'
  /** Applications whose kit has not left, with their boxes, by delivery date; '' without one. */
  | 'kits'
  /** Applications on hold by state of their check. */
  | 'identity-checks'
  /** By state. */
  | 'mails'
  | 'messages'
  | 'listings'
  | 'pledge-reports'
  /** Published ones by organisation; '' for gifts to funds. */
  | 'public-pledges'
  /** Standing donations with their yen, by month in Asia/Tokyo, organisation and challenge. */
  | 'donation-months'
  | 'associate-donations'
  | 'fund-donations'
  /** Standing donations with a request for a receipt, and those not sent on yet, by organisation. */
  | 'receipt-wishes'
  | 'owed'
  /** Boxes of standing donations by "day kind". */
  | 'goods'
  /** Debits and credits by "account YYYY-MM" in Asia/Tokyo, of single accounts and of the chart's. */
  | 'ledger-debit'
  | 'ledger-credit';

export type Sum = { count: number; amount: number };
const none: Sum = { count: 0, amount: 0 };

type Source = Database | Transaction;

/** Sums of a name by key, without zeros; optionally only these keys. */
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

/** One sum; without a key, the total of all keys. */
export async function readSum(db: Source, name: SumName, key?: string): Promise<Sum> {
  const { rows } = await db.execute<Sum>(sql`
    select coalesce(sum(count), 0)::float8 as count, coalesce(sum(amount), 0)::float8 as amount
    from ${keptSums} where name = ${name} ${key === undefined ? sql`` : sql`and key = ${key}`}`);
  const [row] = rows;
  return row ? { count: row.count, amount: row.amount } : none;
}

/** Merges the rows of each key into one. Safe beside concurrent writes, and two concurrent runs share the rows. */
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
