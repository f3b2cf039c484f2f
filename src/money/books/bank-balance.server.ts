import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { jstMonth } from '#kit/values/timestamp.ts';
import { monthsBetween } from './month-sums.server.ts';

/** Bank balance by the books, in yen, and the latest day with a recorded statement balance. */
export type BankBalance = { balanceYen: number; statedOn: string | null };

export async function bankBalance(tx: Database | Transaction): Promise<BankBalance> {
  const { rows: booked } = await tx.execute<{ first: string | null; last: string | null }>(sql`
    select min(at) as first, max(at) as last from ledger_lines`);
  const [first, last] = [booked[0]?.first, booked[0]?.last].map(
    (at) => at && jstMonth(new Date(at)),
  );
  const keys = first && last ? monthsBetween(first, last).map((month) => `bank ${month}`) : [];
  const { rows } = await tx.execute<BankBalance>(sql`
    select coalesce(sum(case name when 'ledger-debit' then amount else -amount end), 0)::float8 as "balanceYen",
      (select max(day)::text from bank_balances) as "statedOn"
    from kept_sums where name in ('ledger-debit', 'ledger-credit')
      and key in (select json_array_elements_text(${JSON.stringify(keys)}::json))`);
  return rows[0] ?? { balanceYen: 0, statedOn: null };
}
