import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableName, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { arrayLiteral, columnsOf } from './insert-all.server.ts';

const rowsPerChunk = 200;

/**
 * Writes any number of rows by COPY, in a third of the time of insertAll; none may conflict. `client` is the connection
 * of the transaction. Every row has the same fields; omitted fields take the column's default. Throws database errors
 * like any statement.
 */
export async function copyAll<Table extends PgTable>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = columnsOf(table, first);
  const names = columns.map(({ name }) => pg.escapeIdentifier(name));
  const copy = `copy ${pg.escapeIdentifier(getTableName(table))} (${names.join(', ')}) from stdin`;
  await pipeline(Readable.from(linesOf(rows, columns)), client.query(copyFrom(copy)));
}

function* linesOf(rows: readonly object[], columns: ReturnType<typeof columnsOf>) {
  const [first, ...others] = columns.map(({ field, type, isJson }) => ({
    field,
    write: isJson
      ? json
      : type === 'text'
        ? text
        : type.endsWith('with time zone')
          ? moment
          : plain,
  }));
  if (!first) return;
  for (let from = 0; from < rows.length; from += rowsPerChunk) {
    let lines = '';
    for (const row of rows.slice(from, from + rowsPerChunk) as Record<string, unknown>[]) {
      lines += first.write(row[first.field]);
      for (const { field, write } of others) lines += `\t${write(row[field])}`;
      lines += '\n';
    }
    yield lines;
  }
}

const nothing = '\\N';
const isNothing = (given: unknown): given is null | undefined =>
  given === null || given === undefined;

/** Values in COPY's text format. */
const json = (given: unknown) => (isNothing(given) ? nothing : escaped(JSON.stringify(given)));
const text = (given: unknown) => (typeof given === 'string' ? escaped(given) : nothing);
const moment = (given: unknown) => (given instanceof Date ? momentText(given) : nothing);
const plain = (given: unknown) => {
  if (isNothing(given)) return nothing;
  if (Array.isArray(given)) return escaped(arrayLiteral(given));
  return typeof given === 'string' ? escaped(given) : String(given);
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
const days = new Map<number, string>();
const minutes = Array.from({ length: dayMs / minuteMs }, (_, minute) =>
  new Date(minute * minuteMs).toISOString().slice(11, 17),
);

/** Same result as toISOString, which would take as long as everything else together. */
function momentText(given: Date): string {
  const day = Math.floor(given.getTime() / dayMs);
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 11);
    days.set(day, text);
  }
  const rest = given.getTime() - day * dayMs;
  const seconds = rest % minuteMs;
  text += minutes[(rest - seconds) / minuteMs];
  return seconds === 0 ? `${text}00Z` : `${text}${(seconds / 1000).toFixed(3).padStart(6, '0')}Z`;
}

const letters: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (given: string) =>
  /[\\\t\n\r]/.test(given) ? given.replace(/[\\\t\n\r]/g, (one) => letters[one] ?? one) : given;
