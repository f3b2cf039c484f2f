import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { currentMark } from '#kit/numbers/numbers.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';

/**
 * Writes lines with the year's next numbers: gapless, since the lock lasts until the transaction ends. After a
 * restored backup they carry the generation's mark: 2026B-000124. `write` builds
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
    select greatest(
      (select split_part(number, '-', 2)::int from dealer_entries
        where number like ${`${year}%`} order by id desc limit 1),
      (select floor from number_floors where kind = 'dealer-entry' and year = ${year}::int), 0) as last`);
  const last = rows[0]?.last ?? 0;
  const series = `${year}${await currentMark(tx)}`;
  await tx.execute(
    write((nth) => {
      const count = sql`(${last}::int + ${nth})::text`;
      return sql`${series}::text || '-' || lpad(${count}, greatest(6, length(${count})), '0')`;
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
