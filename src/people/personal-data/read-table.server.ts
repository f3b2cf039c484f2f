import { getTableColumns, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#kit/db/database.server.ts';
import type { PersonalTable } from './personal-table.server.ts';
import type { Subject } from './subject.server.ts';

export type ShownRow = Record<string, unknown>;

/** Rows per batch, so that serialising never blocks the event loop. */
const rowsAtOnce = 100;

/** A person's rows without left-out fields, in batches. */
export async function* readTable(
  db: Database,
  { table, columns, isTheirs, show = (row) => row }: PersonalTable,
  subject: Subject,
): AsyncGenerator<ShownRow[]> {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const selected = Object.fromEntries(
    Object.keys(columns).map((field) => [field, all[field] as PgColumn]),
  );
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await db
      .select(selected)
      .from(table)
      .where(isTheirs(subject) as SQL)
      .orderBy(...keyOf(table))
      .limit(rowsAtOnce)
      .offset(offset);
    if (rows.length > 0) yield rows.map(show);
    if (rows.length < rowsAtOnce) return;
  }
}

/** Primary key columns of a table. */
function keyOf(table: PersonalTable['table']): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}
