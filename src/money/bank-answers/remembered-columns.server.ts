import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import {
  type BankColumns,
  mostRememberedShapes,
  RememberedColumns,
  shapeOf,
} from './bank-columns.ts';

const nothing: RememberedColumns = { version: 0, shapes: [] };

/** Columns last used per shape of file. An outdated stored format counts as none. */
export async function readRemembered(source: Database | Transaction): Promise<RememberedColumns> {
  const { rows } = await source.execute<{ columns: unknown }>(sql`
    select bank_columns as columns from money_settings where id = 1`);
  return RememberedColumns.safeParse(rows[0]?.columns).data ?? nothing;
}

/**
 * Remembers the columns of a file for the next one of its shape. Refuses if another person chose others since
 * `version`.
 */
export async function rememberColumns(
  tx: Transaction,
  columns: BankColumns,
  version: number,
): Promise<void> {
  await tx.execute(sql`select from money_settings where id = 1 for update`);
  const stored = await readRemembered(tx);
  const shape = shapeOf(columns);
  const before = stored.shapes.find((other) => shapeOf(other) === shape);
  // The number of lines above the headings varies.
  const plain = (one: BankColumns) =>
    JSON.stringify(inOrder(one.headings ? { ...one, headerRow: 0 } : one));
  if (before && plain(before) === plain(columns)) return;
  if (before && stored.version !== version) {
    throw refuse(
      'Conflict',
      'この形の明細の列が、ほかの画面で選び直されています。もう一度ためし読みしてください。',
    );
  }
  const others = stored.shapes.filter((other) => other !== before);
  const changed: RememberedColumns = {
    version: stored.version + 1,
    shapes: [columns, ...others].slice(0, mostRememberedShapes),
  };
  await tx.execute(sql`
    update money_settings set bank_columns = ${JSON.stringify(changed)}::jsonb where id = 1`);
}

/** With sorted keys: jsonb does not keep their order. */
const inOrder = (columns: BankColumns) =>
  Object.fromEntries(Object.entries(columns).sort(([one], [other]) => (one < other ? -1 : 1)));
