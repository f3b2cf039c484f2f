import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addMonths, jstMonth, startOfJstMonth } from '#kit/values/timestamp.ts';
import type { StatedBalance } from '#money/bank-lines/bank-line.ts';
import { type LedgerAccountCode, ledgerAccounts } from '#money/ledger/accounts.ts';
import type { AccountBalance, MonthFigures } from './month-close.ts';

type Source = Database | Transaction;

/** Month of the oldest posting, YYYY-MM; undefined while nothing is booked. */
export async function firstBookedMonth(db: Source): Promise<string | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select min(at) as at from ledger_lines`,
  );
  const at = rows[0]?.at;
  return at == null ? undefined : jstMonth(new Date(at));
}

/** Months from first to last, YYYY-MM, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Movements of a month, and balances of the accounts at its end. Yen, debit positive. */
export async function readFigures(db: Source, month: string): Promise<MonthFigures> {
  const { rows } = await db.execute<Omit<MonthFigures, 'balances'>>(sql`
    select count(*) filter (where line = 1)::float8 as postings, count(*)::float8 as lines,
      coalesce(sum(amount_yen) filter (where amount_yen > 0), 0)::float8 as "debitYen",
      coalesce(-sum(amount_yen) filter (where amount_yen < 0), 0)::float8 as "creditYen"
    from ledger_lines where at >= ${startOfJstMonth(month).toISOString()}::timestamptz
      and at < ${startOfJstMonth(addMonths(month, 1)).toISOString()}::timestamptz`);
  const { postings = 0, lines = 0, debitYen = 0, creditYen = 0 } = rows[0] ?? {};
  return { postings, lines, debitYen, creditYen, balances: await readBalances(db, month) };
}

export async function readBalances(db: Source, month: string): Promise<AccountBalance[]> {
  const first = (await firstBookedMonth(db)) ?? month;
  const codes = Object.keys(ledgerAccounts) as LedgerAccountCode[];
  const keys = monthsBetween(first, month).flatMap((one) => codes.map((code) => `${code} ${one}`));
  const { rows } = await db.execute<{ key: string; name: string; amount: number }>(sql`
    select key, name, sum(amount)::float8 as amount from kept_sums
    where name in ('ledger-debit', 'ledger-credit')
      and key in (select json_array_elements_text(${JSON.stringify(keys)}::json))
    group by 1, 2`);
  return codes.map((code) => {
    const own = rows.filter(({ key }) => key.slice(0, -8) === code);
    const sumOf = (name: string, of = own) =>
      of.reduce((sum, row) => (row.name === name ? sum + row.amount : sum), 0);
    const inMonth = own.filter(({ key }) => key.endsWith(` ${month}`));
    return {
      code,
      name: ledgerAccounts[code].name,
      debitYen: sumOf('ledger-debit', inMonth),
      creditYen: sumOf('ledger-credit', inMonth),
      balanceYen: sumOf('ledger-debit') - sumOf('ledger-credit'),
    };
  });
}

/** Digest by which two people know that they approve the same books. */
export const digestOf = (
  month: string,
  figures: MonthFigures,
  stated: StatedBalance | null,
): string =>
  createHash('sha256')
    .update(JSON.stringify([month, figures, stated]))
    .digest('hex');
