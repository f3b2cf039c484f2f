import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';

/**
 * Writes lines with the year's next numbers: gapless, since the lock lasts until the transaction ends. `write` builds
 * the statement from an expression that turns 1, 2, 3 … into numbers.
 */
export async function withNextNumbers(
  tx: Transaction,
  at: Date,
  write: (number: (nth: SQL) => SQL) => SQL,
): Promise<void> {
  const year = jstDay(at).slice(0, 4);
  await lock(tx, 'dealer-entries');
  // Within a year ids and numbers grow together, since writers are serialised.
  const { rows } = await tx.execute<{ last: number }>(sql`
    select split_part(number, '-', 2)::int as last from dealer_entries
    where number like ${`${year}-%`} order by id desc limit 1`);
  const last = rows[0]?.last ?? 0;
  await tx.execute(
    write((nth) => {
      const count = sql`(${last}::int + ${nth})::text`;
      return sql`${year}::text || '-' || lpad(${count}, greatest(6, length(${count})), '0')`;
    }),
  );
}

type FoldedParts = Record<
  'number' | 'appraisalId' | 'letterNumber' | 'partyName' | 'partyAddress' | 'kind' | 'feature',
  SQL
>;

/** Search text of a line, folded like applications' (docs/decisions/0009). */
export const foldedLine = (of: FoldedParts): SQL => sql`
  fold_search(concat_ws('|', ${of.number}, ${of.appraisalId}, ${of.letterNumber})) || '|' ||
  fold_search(concat_ws('|', ${of.partyName}, ${of.partyAddress}, ${of.kind}, ${of.feature}))`;
