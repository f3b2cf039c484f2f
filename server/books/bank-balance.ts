import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';

/** What the books have at the bank, in yen, and the last day of which the bank's own word is recorded. */
export type BankBalance = { balanceYen: number; statedOn: string | null };

export async function bankBalance(tx: Database | Transaction): Promise<BankBalance> {
  const month = (end: 'min' | 'max') =>
    sql`date_trunc('month', (select ${sql.raw(end)}(at) from ledger_lines) at time zone 'Asia/Tokyo')`;
  const { rows } = await tx.execute<BankBalance>(sql`
    select coalesce(sum(case name when 'ledger-debit' then amount else -amount end), 0)::float8 as "balanceYen",
      (select max(day)::text from bank_balances) as "statedOn"
    from kept_sums where name in ('ledger-debit', 'ledger-credit')
      and key in (select 'bank ' || to_char(months.day, 'YYYY-MM') from generate_series(${month('min')}, ${month('max')}, interval '1 month') as months(day))`);
  return rows[0] ?? { balanceYen: 0, statedOn: null };
}
