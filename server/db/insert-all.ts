import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Statements } from './pipelined.ts';

const rowsPerStatement = 1_000;

/**
 * Inserts any number of rows, a thousand a statement, each statement with one parameter: some ten
 * times as quick as a list of values. Every row has the same fields; a field that is left out takes
 * the column's default. `onConflict` is what follows the rows ("on conflict … do …").
 */
export async function insertAll<Table extends PgTable>(
  tx: Statements,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  // Each row would repeat the names of the columns: half of what is sent.
  const keyed = columns.map(([field, column], index) => ({
    field,
    key: `c${index}`,
    type: column.getSQLType(),
  }));
  const record = sql.raw(keyed.map(({ key, type }) => `${key} ${type}`).join(', '));
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const records = rows.slice(from, from + rowsPerStatement).map((row) => {
      const values: Record<string, unknown> = {};
      for (const { field, key } of keyed) {
        values[key] = storable((row as Record<string, unknown>)[field]);
      }
      return values;
    });
    await tx.execute(
      sql`insert into ${table} (${names}) select * from json_to_recordset(${JSON.stringify(records)}::json) as r(${record}) ${onConflict}`,
    );
  }
}

/** Half a letter, which the driver replaces elsewhere, would be an error in JSON. */
const storable = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
