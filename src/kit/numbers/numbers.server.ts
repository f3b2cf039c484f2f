import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { markOf } from './generation-mark.ts';
import { generations, numberFloors } from './number-tables.server.ts';

/** Kinds of consecutive numbers within a year, and their formats. */
const kinds = {
  /** 2026-000123; after a restored backup 2026B-000124. */
  receipt: { write: (year, mark, count) => `${year}${mark}-${pad(count, 6)}` },
  statement: { write: (year, mark, count) => `S${year}${mark}-${pad(count, 6)}` },
  run: { write: (year, mark, count) => `${year}${mark}-${pad(count, 3)}` },
  /** Number of a bank transfer file; its run's name has the year and the mark. */
  file: { write: (_year, _mark, count) => String(count) },
} satisfies Record<string, { write: (year: number, mark: string, count: number) => string }>;
export type NumberKind = keyof typeof kinds;

const pad = (count: number, digits: number) => String(count).padStart(digits, '0');

/** Locks the numbers of this kind and year until the transaction ends. */
export async function lockNumbers(tx: Transaction, kind: NumberKind, year: number): Promise<void> {
  await lock(tx, 'numbers', `${kind} ${year}`);
}

/** Next number of a kind and year. Without gaps, since a rollback returns it. */
export async function nextNumber(tx: Transaction, kind: NumberKind, year: number): Promise<string> {
  const [number] = await takeNumbers(tx, kind, year, 1);
  if (number === undefined) throw new Error('no number was taken');
  return number;
}

/** Takes several numbers, in order. */
export async function takeNumbers(
  tx: Transaction,
  kind: NumberKind,
  year: number,
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  await lockNumbers(tx, kind, year);
  const { rows } = await tx.execute<{ last: number; generation: number }>(sql`
    insert into ${numberFloors} (kind, year, floor) values (${kind}, ${year}, ${count})
    on conflict (kind, year) do update set floor = ${numberFloors}.floor + ${count}
    returning floor as last, (select coalesce(max(number), 1) from ${generations}) as generation`);
  const { last = count, generation = 1 } = rows[0] ?? {};
  const mark = markOf(generation);
  const write: (year: number, mark: string, count: number) => string = kinds[kind].write;
  return Array.from({ length: count }, (_, index) => write(year, mark, last - count + 1 + index));
}

/** Lines of the dealer's ledger are numbered by their own writer (src/warehouse/dealer-ledger/number-entries.server.ts). */
export type Floor = { kind: NumberKind | 'dealer-entry'; year: number; floor: number };

/** Query for the highest number given, by kind and year: for a backup's manifest. */
export const floorsQuery = `
  select kind, year, max(floor)::int as floor from (
    select kind, year, floor from number_floors
    union all
    select 'dealer-entry', left(number, 4)::int, split_part(number, '-', 2)::int from dealer_entries
  ) as f group by kind, year order by kind, year`;

/** Series mark of the current generation. */
export async function currentMark(source: Database | Transaction): Promise<string> {
  const { rows } = await source.execute<{ generation: number }>(
    sql`select coalesce(max(number), 1) as generation from ${generations}`,
  );
  return markOf(rows[0]?.generation ?? 1);
}

/** Numbers without a mark: each generation has as many of a year to itself. */
const unmarkedInGeneration = 1_000;

/**
 * Starts a new generation of numbers, needed after restoring a backup: numbers given since that backup are not on
 * record. `floors` and `lastGeneration` are the last ones known from elsewhere; the mark keeps numbers unique even if
 * more were given.
 */
export async function startGeneration(
  tx: Transaction,
  {
    floors,
    reason,
    lastGeneration = 1,
    at,
  }: { floors: readonly Floor[]; reason: string; lastGeneration?: number; at: Date },
): Promise<{ generation: number; mark: string }> {
  const { rows } = await tx.execute<{ number: number }>(
    sql`select coalesce(max(number), 1) as number from ${generations}`,
  );
  const generation = Math.max(rows[0]?.number ?? 1, lastGeneration) + 1;
  const mark = markOf(generation);
  await tx.insert(generations).values({ number: generation, mark, startedAt: at, reason });
  await raiseFloors(
    tx,
    sql`select kind, year, floor from json_to_recordset(${JSON.stringify(floors)}::json)
      as f(kind text, year integer, floor integer)`,
  );
  // Numbers of files have no mark, and their runs may be older than it. By the generation, not by the floor, since the
  // same backup may be restored twice.
  await raiseFloors(
    tx,
    sql`select 'file' as kind, ${Number(jstDay(at).slice(0, 4))}::int as year,
      ${(generation - 1) * unmarkedInGeneration}::int as floor`,
  );
  return { generation, mark };
}

/** Raises floors to the numbers of runs and statements written directly, such as a sample's. */
export const raiseFloorsToExisting = (tx: Transaction): Promise<void> =>
  raiseFloors(
    tx,
    sql`select 'run' as kind, left(number, 4)::int as year, substr(number, 6)::int as floor
      from remittance_runs where number ~ '^[0-9]{4}-[0-9]+$'
      union all
      select 'statement', substr(statement_number, 2, 4)::int, right(statement_number, 6)::int
      from remittances where statement_number ~ '^S[0-9]{4}-[0-9]{6}$'
      union all
      select 'file', extract(year from made_at at time zone 'Asia/Tokyo')::int, number from transfer_files`,
  );

/** Raises floors to the highest of these rows of kind, year and floor. */
async function raiseFloors(tx: Transaction, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${numberFloors} (kind, year, floor)
    select kind, year, max(floor) from (${rows}) as f group by kind, year
    on conflict (kind, year) do update set floor = greatest(${numberFloors}.floor, excluded.floor)`);
}
