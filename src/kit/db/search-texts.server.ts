import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { normalisePhone } from '#kit/values/phone.ts';
import type { Database, Transaction } from './database.server.ts';
import {
  boundedTotal,
  countedAtMost,
  type Key,
  type KeyValues,
  keysetPart,
  type Part,
  type Position,
  type Total,
} from './keyset.server.ts';

type Source = Database | Transaction;

const maxWords = 5;
/**
 * Rows of the selection to scan first: a common word is found among them at once, and an index does not help with
 * common words.
 */
const scannedFirst = 2_000;
/** Rows to scan next if the hit rate so far promises the rest: beyond this the index is faster. */
const scannedNext = 8_000;
/** A selection up to this size is scanned completely: the index knows nothing of selections. */
const maxFullScan = 10_000;
/** Most candidates to take from the index; a search with more is too broad to be useful. */
const maxCandidates = 20_000;
/** Candidates to count exactly; with more the count is a lower bound. */
const maxCountedCandidates = 3_000;
/** A piece in a larger share of the texts is common: looking it up costs more than it narrows. */
const commonShare = 0.08;

/** Search terms: words folded by the database's rule, and common pieces. */
export type Words = { folded: readonly string[]; common: readonly string[] };

/** Words of a keyword; undefined if it has none. */
export async function wordsOf(
  db: Source,
  keyword: string,
  { pieces }: Pick<Searched, 'pieces'>,
): Promise<Words | undefined> {
  const typed = typedWords(keyword);
  if (typed.length === 0) return undefined;
  const { rows } = await db.execute<{ word: string }>(sql`
    select replace(fold_search(value), '|', '') as word
    from json_array_elements_text(${JSON.stringify(typed)}::json) as typed(value)`);
  const folded = [...new Set(rows.map(({ word }) => word).filter(Boolean))];
  return folded.length === 0 ? undefined : { folded, common: await commonPieces(db, pieces) };
}

/** Words of a keyword; a telephone number is one word, however it is grouped. */
function typedWords(keyword: string): string[] {
  const phone = normalisePhone(keyword);
  if (/^0\d{9,10}$/.test(phone)) return [phone];
  return keyword.split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** Condition that a folded text has every word of a keyword: for tables of thousands, which need no index of pieces. */
export const holdsKeyword = (folded: SQLWrapper, keyword: string): SQL | undefined =>
  and(
    ...typedWords(keyword).map(
      (word) => sql`position(replace(fold_search(${word}::text), '|', '') in ${folded}) > 0`,
    ),
  );

/** Most common pieces as of the last ANALYZE, commonest first. */
async function commonPieces(db: Source, pieces: string): Promise<string[]> {
  const { rows } = await db.execute<{ piece: string }>(sql`
    select piece from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs)
      as counted(piece, share)
    where schemaname = current_schema() and tablename = ${pieces}
      and piece is not null and share > ${commonShare}
    order by share desc`);
  return rows.map(({ piece }) => piece);
}

/** A table of search texts like `application_search` (docs/decisions/0009), and the table of their rows. */
export type Searched = {
  texts: PgTable;
  /** Id column of the texts. */
  id: PgColumn;
  /** Index of the pieces, with PostgreSQL's statistics on common ones. */
  pieces: string;
  /** Table of the rows; the same as `texts` if they are not separate. */
  rows: PgTable;
  columns: { createdAt: PgColumn; id: PgColumn };
};
type Columns = { createdAt: Key['by']; id: Key['by'] };
type Search = {
  of: Searched;
  selected: SQL | undefined;
  /** Number of selected rows. */
  size: number;
  words: Words;
  keysOf: (of: Columns) => Key[];
};
/** Hits, and the keys of the last scanned row; null at the end. */
type ScanResult = { ids: string[]; last: KeyValues | null };

const ofScanned: Columns = { createdAt: sql`walked.at`, id: sql`walked.id` };
const ofFound: Columns = { createdAt: sql`found.created_at`, id: sql`found.id` };

/** A search among the rows `selected`, in the order of the list's keys. */
export function searchTexts(db: Source, { of, selected, size, words, keysOf }: Search) {
  const { rows: table, columns } = of;
  /** Hits among the first rows of the selection, for its first page and the count. */
  let first: ScanResult | undefined;
  /** Number of hits in the index, once queried. */
  let found: number | undefined;
  const most = countedAtMost + 1;

  /**
   * Scans `rows` of the selection from `position`, until `limit` hits. Each text is looked up in a subquery that the
   * planner cannot turn into a join: scanning all texts takes a second.
   */
  async function scan(position: Position | undefined, rows: number, limit: number) {
    const { where, orderBy } = keysetPart(keysOf(columns), position, limit);
    const within = and(selected, where);
    const walked = sql`
      select ${columns.createdAt} as at, ${columns.id} as id
      from ${table} ${within ? sql`where ${within}` : sql``}
      order by ${sql.join(orderBy, sql`, `)}`;
    const answer = await db.execute<ScanResult>(sql`
      select array(
        select id from (${walked} limit ${rows}) as walked
        where (select ${holds(words)} from ${of.texts} s
          where s.${atOf(of)} = walked.at and s.${idOf(of)} = walked.id)
        order by ${sql.join(keysetPart(keysOf(ofScanned), position, limit).orderBy, sql`, `)}
        limit ${limit}) as ids, (
        select json_build_array((extract(epoch from at) * 1000)::bigint, id)
        from (${walked} limit 1 offset ${rows - 1}) as last) as last`);
    return answer.rows[0] ?? { ids: [], last: null };
  }

  const rowsFirst = size <= maxFullScan ? maxFullScan : scannedFirst;
  async function scanFirst(): Promise<ScanResult> {
    first ??= await scan(undefined, rowsFirst, most);
    return first;
  }

  /** Up to `limit` hits from `position`; undefined where scanning on would be slower than the index. */
  async function scanUpTo(position: Position | undefined, limit: number) {
    const near = await (position ? scan(position, rowsFirst, limit) : scanFirst());
    if (near.last === null || near.ids.length >= limit) return near.ids.slice(0, limit);
    if (near.ids.length * (1 + scannedNext / rowsFirst) < limit) return undefined;
    const next = { values: near.last, isBackward: position?.isBackward ?? false };
    const rest = await scan(next, scannedNext, limit - near.ids.length);
    const ids = [...near.ids, ...rest.ids];
    return rest.last === null || ids.length >= limit ? ids : undefined;
  }

  return {
    /** Ids of a part of the hits. */
    async ids({ position, limit }: Part): Promise<string[]> {
      const seen = await scanUpTo(position, limit);
      if (seen) return seen;
      const { where, orderBy } = keysetPart(keysOf(ofFound), position, limit);
      const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
        with found as materialized (
          select s.id, s.created_at from (${candidatesByPieces(of, words, maxCandidates)}) as s
          where ${holds(words)} ${isSelected(of, selected)}
        )
        select (select count(*)::int from found) as count, array(
          select id from found
          where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit ${limit}) as ids`);
      found = rows[0]?.count;
      return rows[0]?.ids ?? [];
    },

    /** Number of hits, counted up to the displayed limit. */
    async total(): Promise<Total> {
      if (found !== undefined) return boundedTotal(found);
      const seen = await scanUpTo(undefined, most);
      if (seen) return boundedTotal(seen.length);
      const { rows } = await db.execute<{ count: number; isMore: boolean }>(sql`
        with candidates as materialized (${candidatesByPieces(of, words, maxCountedCandidates)})
        select count, case when count < ${most}
          then (select count(*) from candidates) = ${maxCountedCandidates} else true end as "isMore"
        from (
          select count(*)::int as count from (
            select 1 from candidates as s
            where ${holds(words)} ${isSelected(of, selected)} limit ${most}
          ) as found
        ) as counted`);
      const [{ count, isMore } = { count: 0, isMore: false }] = rows;
      return { count: Math.min(count, countedAtMost), isMore };
    },
  };
}

const holds = ({ folded }: Words): SQL =>
  sql.join(
    folded.map((word) => sql`position(${word} in s.folded) > 0`),
    sql` and `,
  );

/** First candidates of the index of pieces, unordered; their texts are checked afterwards. */
function candidatesByPieces(of: Searched, words: Words, limit: number): SQL {
  const common = sql`array(select json_array_elements_text(${JSON.stringify(words.common)}::json))`;
  const query = sql.join(
    words.folded.map((word) => sql`search_query(${word}, ${common})`),
    sql` && `,
  );
  return sql`
    select ${idOf(of)} as id, ${atOf(of)} as created_at, folded from ${of.texts}
    where search_grams(folded) @@ (${query}) limit ${limit}`;
}

/** The texts' time column has the same name as their rows'. */
const atOf = ({ columns }: Searched): SQL => sql`${sql.identifier(columns.createdAt.name)}`;

const idOf = ({ id }: Searched): SQL => sql`${sql.identifier(id.name)}`;

/**
 * Whether a candidate is selected. The row is also looked up by its time: candidates are roughly in that order, and the
 * id alone would be random access to its index.
 */
const isSelected = ({ rows, columns }: Searched, selected: SQL | undefined): SQL =>
  selected
    ? sql`and (select ${selected} from ${rows}
        where ${columns.createdAt} = s.created_at and ${columns.id} = s.id)`
    : sql``;
