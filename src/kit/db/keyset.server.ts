import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { refuse } from '#kit/errors/refusal.ts';
import { isDay } from '#kit/values/timestamp.ts';
import type { Database, Transaction } from './database.server.ts';

/** Sort keys of a list, most significant first; the last one is unique. */
export type Key = {
  by: SQLWrapper;
  direction: 'asc' | 'desc';
  /** Type of the column or expression, which has no nulls. */
  type: 'timestamptz' | 'text' | 'integer' | 'bigint' | 'date';
};

/** A row's key values; times in milliseconds. */
export type KeyValues = readonly (string | number)[];

/** A place in a list, next to the row with these values: the rows after it, or before it. */
export type Position = { values: KeyValues; isBackward: boolean };

/** Condition, order and limit that a query adds to its own. */
export type Part = {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  /** Start position, for queries that read their rows from elsewhere. */
  position: Position | undefined;
};

/** Rows in the list's order, with the positions of the pages before and after. */
export type KeysetPage<Row> = {
  rows: Row[];
  next: Position | undefined;
  previous: Position | undefined;
};

/** A page as use cases return it, with the total count. */
export type Page<Item> = Omit<KeysetPage<Item>, 'rows'> & { items: Item[]; total: Total };

/** Message for a cursor that names no place of the list. */
export const unreadableCursor = 'ページの指定が正しくありません。一覧を最初から開いてください。';

const unreadable = () => refuse('ValidationError', unreadableCursor);

/** The part of a list after `position`, or from its start. Refuses a position of another list. */
export function keysetPart(
  keys: readonly Key[],
  position: Position | undefined,
  limit: number,
): Part {
  const isBackward = position?.isBackward ?? false;
  return {
    where: position && afterPosition(keys, position),
    orderBy: keys.map(({ by, direction }) =>
      (direction === 'asc') === isBackward ? desc(by) : asc(by),
    ),
    limit,
    position,
  };
}

/**
 * Reads a page of `size` rows. `read` fetches one more row to learn whether the list goes on. Going back past the start
 * returns the whole first page.
 */
export async function readKeysetPage<Row>({
  keys,
  position,
  size,
  read,
  valuesOf,
}: {
  keys: readonly Key[];
  position: Position | undefined;
  size: number;
  read: (part: Part) => Promise<Row[]>;
  valuesOf: (row: Row) => KeyValues;
}): Promise<KeysetPage<Row>> {
  const found = await read(keysetPart(keys, position, size + 1));
  const hasMore = found.length > size;
  const rows = found.slice(0, size);
  const at = (row: Row | undefined, isBackward: boolean): Position | undefined =>
    row === undefined ? undefined : { values: valuesOf(row), isBackward };
  if (!position?.isBackward) {
    return {
      rows,
      next: hasMore ? at(rows.at(-1), false) : undefined,
      // Keeps a way back even if the last row has gone meanwhile.
      previous: position && (at(rows[0], true) ?? { ...position, isBackward: true }),
    };
  }
  if (!hasMore) {
    return readKeysetPage({ keys, position: undefined, size, read, valuesOf });
  }
  rows.reverse();
  return { rows, next: at(rows.at(-1), false), previous: at(rows[0], true) };
}

/** After the position in the order of the keys, or before it. */
function afterPosition(keys: readonly Key[], { values, isBackward }: Position): SQL {
  if (values.length !== keys.length) throw unreadable();
  const places = keys.map((key, index) => ({
    by: key.by,
    value: literal(key, values[index]),
    isRising: (key.direction === 'asc') !== isBackward,
  }));
  const [first] = places;
  if (!first) throw unreadable();
  // If all keys have one direction, a single row comparison is answered by an index alone.
  if (places.every(({ isRising }) => isRising === first.isRising)) {
    const columns = sql.join(
      places.map(({ by }) => sql`${by}`),
      sql`, `,
    );
    const bounds = sql.join(
      places.map(({ value }) => value),
      sql`, `,
    );
    return first.isRising ? sql`(${columns}) > (${bounds})` : sql`(${columns}) < (${bounds})`;
  }
  // Otherwise the first key bounds the index range and the others break ties.
  const behind = places.reduceRight<SQL | undefined>((rest, { by, value, isRising }) => {
    const strictly = isRising ? sql`${by} > ${value}` : sql`${by} < ${value}`;
    return rest ? sql`(${strictly} or (${by} = ${value} and ${rest}))` : strictly;
  }, undefined);
  const bound = first.isRising
    ? sql`${first.by} >= ${first.value}`
    : sql`${first.by} <= ${first.value}`;
  return and(bound, behind) ?? bound;
}

function literal({ type }: Key, value: string | number | undefined): SQL {
  if (type === 'date') {
    if (typeof value !== 'string' || !isDay(value)) throw unreadable();
    return sql`${value}::date`;
  }
  if (type === 'text') {
    if (typeof value !== 'string' || value.length > 100 || /\p{Cc}/u.test(value))
      throw unreadable();
    return sql`${value}::text`;
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unreadable();
  if (type === 'bigint') return sql`${value}::bigint`;
  if (type === 'integer') {
    if (Math.abs(value) > 2_147_483_647) throw unreadable();
    return sql`${value}::integer`;
  }
  const at = new Date(value);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999) {
    throw unreadable();
  }
  return sql`${at.toISOString()}::timestamptz`;
}

/** Number of rows; counting stops beyond `countedAtMost`. */
export type Total = { count: number; isMore: boolean };
export const countedAtMost = 1_000;

export const exactTotal = (count: number): Total => ({ count, isMore: false });

/** Total of a count that went at most one beyond `countedAtMost`, as by `countRows` and searches. */
export const boundedTotal = (count: number): Total =>
  count > countedAtMost ? { count: countedAtMost, isMore: true } : exactTotal(count);

/** Counts the rows of a table, up to `countedAtMost` and one more. */
export async function countRows(
  db: Database | Transaction,
  table: SQLWrapper,
  where: SQL | undefined,
): Promise<Total> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from ${table} ${where ? sql`where ${where}` : sql``} limit ${countedAtMost + 1}
    ) as counted`);
  return boundedTotal(rows[0]?.count ?? 0);
}
