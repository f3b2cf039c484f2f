import { sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import type { Keys } from './read-keys.server.ts';
import { type SealedKind, sealedKinds } from './sealed-kinds.server.ts';

export type ResealDeps = { db: Database; files: FileStore; keys: Keys };

/** Outcome for one kind of stored data. `lost` counts what no key opens. */
export type Resealed = { what: string; resealed: number; lost: number };

export type ResealProgress = { done: number; total: number; label: string };

/**
 * Re-encrypts everything stored under an earlier key, in batches with a transaction each. It resumes after an
 * interruption, and servers that know both keys may run meanwhile.
 */
export async function reseal(
  dependencies: ResealDeps,
  onProgress: (progress: ResealProgress) => void = () => {},
): Promise<Resealed[]> {
  const { db } = dependencies;
  const counts = await Promise.all(sealedKinds.map((kind) => countOf(db, kind)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const outcomes: Resealed[] = [];
  let done = 0;
  for (const kind of sealedKinds) {
    const outcome = { what: kind.what, resealed: 0, lost: 0 };
    outcomes.push(outcome);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const part = await transaction(db, (tx) => resealPart(tx, kind, from, dependencies));
      outcome.resealed += part.resealed;
      if (!kind.isReplaceable) outcome.lost += part.lost;
      done += part.rows;
      after = part.last;
      if (part.rows > 0) onProgress({ done, total: Math.max(total, done), label: kind.what });
    }
  }
  return outcomes;
}

async function countOf(db: Database, { table, where }: SealedKind): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) as count from ${sql.identifier(table)} where ${where}`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Locks a batch of rows in id order and re-encrypts those that need it. */
async function resealPart(
  tx: Transaction,
  kind: SealedKind,
  after: string,
  { files, keys }: ResealDeps,
) {
  const { table, id, isNumbered, columns, where, atOnce } = kind;
  const idColumn = sql.identifier(id);
  const from = isNumbered ? sql`${after || '0'}::bigint` : sql`${after}::text`;
  const named = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const { rows } = await tx.execute<Record<string, unknown>>(sql`
    select ${idColumn} as row_id, ${named} from ${sql.identifier(table)}
    where ${idColumn} > ${from} and (${where})
    order by ${idColumn} limit ${atOnce} for update`);
  let resealed = 0;
  let lost = 0;
  for (const row of rows) {
    const rowId = String(row.row_id);
    const isRow = sql`${idColumn} = ${isNumbered ? sql`${rowId}::bigint` : rowId}`;
    const resealResult = await kind.sealAnew({ id: rowId, row, keys, files });
    if (resealResult === 'lost') lost += 1;
    if (resealResult === 'lost' || resealResult === 'current') continue;
    resealed += 1;
    for (const [column, value] of Object.entries(resealResult)) {
      await tx.execute(sql`
        update ${sql.identifier(table)} set ${sql.identifier(column)} = ${value} where ${isRow}`);
    }
  }
  const last = rows.length < atOnce ? undefined : String(rows.at(-1)?.row_id);
  return { rows: rows.length, last, resealed, lost };
}
