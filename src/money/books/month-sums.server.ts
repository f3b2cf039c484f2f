import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addMonths, jstMonth } from '#kit/values/timestamp.ts';

export type Source = Database | Transaction;

/** Movements of an account in yen, and the number of lines. */
export type Moved = { debitYen: number; creditYen: number; lines: number };
export const noMovements: Moved = { debitYen: 0, creditYen: 0, lines: 0 };

export const sumMovements = (all: Iterable<Moved>): Moved =>
  [...all].reduce(
    (sum, one) => ({
      debitYen: sum.debitYen + one.debitYen,
      creditYen: sum.creditYen + one.creditYen,
      lines: sum.lines + one.lines,
    }),
    noMovements,
  );

/** Months of a range, both ends included; YYYY-MM. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** First and last booked month; the current one without any line. */
export async function bookedMonths(
  db: Source,
  now: Date,
): Promise<{ firstMonth: string; lastMonth: string }> {
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(sql`
    select to_char(min(at) at time zone 'Asia/Tokyo', 'YYYY-MM') as first,
      to_char(max(at) at time zone 'Asia/Tokyo', 'YYYY-MM') as last from ledger_lines`);
  const present = jstMonth(now);
  const { first, last } = rows[0] ?? { first: null, last: null };
  return {
    firstMonth: first === null || first > present ? present : first,
    lastMonth: last === null || last < present ? present : last,
  };
}

/** Texts as rows, by one JSON parameter of any size. */
export const textRows = (texts: readonly string[]) =>
  sql`json_array_elements_text(${JSON.stringify(texts)}::json)`;

/** Movements of accounts by month, looked up by key in the kept sums, never counted. */
export async function movementsByMonth(
  db: Source,
  accounts: readonly string[],
  months: readonly string[],
): Promise<Map<string, Map<string, Moved>>> {
  // Lateral, month by month per account: a plain join would read all sums of the ledger.
  const { rows } = await db.execute<{ account: string; month: string } & Moved>(sql`
    select account, month, k.debit as "debitYen", k.credit as "creditYen", k.lines
    from ${textRows(accounts)} as a (account) cross join ${textRows(months)} as m (month)
    cross join lateral (
      select coalesce(sum(amount) filter (where name = 'ledger-debit'), 0)::float8 as debit,
        coalesce(sum(amount) filter (where name = 'ledger-credit'), 0)::float8 as credit,
        coalesce(sum(count), 0)::float8 as lines
      from kept_sums where name in ('ledger-debit', 'ledger-credit') and key = account || ' ' || month
    ) as k where k.lines > 0`);
  const found = new Map<string, Map<string, Moved>>();
  for (const { account, month, ...moved } of rows) {
    const ofAccount = found.get(account) ?? new Map<string, Moved>();
    found.set(account, ofAccount.set(month, moved));
  }
  return found;
}
