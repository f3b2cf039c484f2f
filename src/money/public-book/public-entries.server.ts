import { asc, desc, gte } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { type EntryKind, publicEntries } from './public-book-tables.server.ts';

/** Facts of an entry, without its kind and day. */
export type EntryBody = { [key: string]: Json };
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Appends entries to the public book in this order; returns their positions. */
export async function appendEntries(
  tx: Transaction,
  entries: readonly { kind: EntryKind; body: EntryBody }[],
  now: Date,
): Promise<number[]> {
  if (entries.length === 0) return [];
  await lock(tx, 'public-book');
  const next = await countEntries(tx);
  const day = jstDay(now);
  const rows = entries.map(({ kind, body }, at) => ({
    ...{ position: next + at, day, kind, at: now },
    line: JSON.stringify(inOrder({ ...body, kind, day })),
  }));
  // The log's bundles give a line's length in two bytes.
  const long = rows.find(({ line }) => Buffer.byteLength(line) > 65_535);
  if (long) throw new RangeError(`an entry of kind ${long.kind} is longer than 65,535 bytes`);
  await tx.insert(publicEntries).values(rows);
  return rows.map(({ position }) => position);
}

/** Number of entries, which is the position of the next one. */
export async function countEntries(db: Database | Transaction): Promise<number> {
  const [last] = await db
    .select({ position: publicEntries.position })
    .from(publicEntries)
    .orderBy(desc(publicEntries.position))
    .limit(1);
  return last ? last.position + 1 : 0;
}

/** At most `limit` entries from a position on. */
export const readEntries = (db: Database | Transaction, from: number, limit: number) =>
  db
    .select()
    .from(publicEntries)
    .where(gte(publicEntries.position, from))
    .orderBy(asc(publicEntries.position))
    .limit(limit);

/** The same facts with their keys sorted, so that one fact has one line. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key] ?? null)]),
  );
}
