import { and, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import {
  bounded,
  countedAtMost,
  type Key,
  type KeyValues,
  type Part,
  partOf,
  type Total,
} from '#server/db/keyset.ts';
import { applicationSearch, applications } from '#server/db/schema/applications.ts';

type Source = Database | Transaction;

const maxWords = 5;
/**
 * So many applications of the selection are looked through one by one first: what many hold is found
 * among them at once, and an index of what many hold would be no help.
 */
const walkedFirst = 4_000;
/**
 * When so many of the first are found, a count looks through as many again: the index would make a list
 * of every seventh application.
 */
const manyOfFirst = 600;
/** Beyond so many candidates of the index a search is for nothing that anybody looks for. */
const mostCandidates = 50_000;
/** A piece that a larger share of the texts holds is common: looking it up costs more than it tells. */
const commonShare = 0.08;

/** What is searched for: the words folded by the database's own rule, the pieces that tell little. */
export type Words = { folded: readonly string[]; common: readonly string[] };

/** The words of a keyword; undefined when it says nothing. */
export async function wordsOf(db: Source, keyword: string): Promise<Words | undefined> {
  const typed = keyword.split(/\s+/).filter(Boolean).slice(0, maxWords);
  if (typed.length === 0) return undefined;
  const { rows } = await db.execute<{ word: string }>(sql`
    select replace(fold_search(value), '|', '') as word
    from json_array_elements_text(${JSON.stringify(typed)}::json) as typed(value)`);
  const folded = [...new Set(rows.map(({ word }) => word).filter(Boolean))];
  return folded.length === 0 ? undefined : { folded, common: await commonPieces(db) };
}

/** As PostgreSQL counted the pieces at its last ANALYZE, the commonest first. */
async function commonPieces(db: Source): Promise<string[]> {
  const { rows } = await db.execute<{ piece: string }>(sql`
    select piece from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs)
      as counted(piece, share)
    where schemaname = current_schema() and tablename = 'application_search_grams'
      and piece is not null and share > ${commonShare}
    order by share desc`);
  return rows.map(({ piece }) => piece);
}

type Columns = { createdAt: Key['by']; appraisalId: Key['by'] };
type Search = { selected: SQL | undefined; words: Words };
/** What was found, whether nothing is left to look through, else the keys of the last that was. */
type Walked = { ids: string[]; isWhole: boolean; last: KeyValues };

const ofFound: Columns = { createdAt: sql`found.created_at`, appraisalId: sql`found.appraisal_id` };

/** A search among the applications `selected`, in the order of the list's keys. */
export function searchApplications(
  db: Source,
  { keysOf, ...search }: Search & { keysOf: (of: Columns) => Key[] },
) {
  /** What is found among the first of the selection: for its first page and for the count. */
  let first: Walked | undefined;
  /** How many the index found, once it was asked. */
  let found: number | undefined;
  const walkFirst = async () => {
    first ??= await walk(db, search, partOf(keysOf(applications), undefined, countedAtMost + 1));
    return first;
  };

  return {
    /** The numbers of a part of what is found. */
    async numbers(part: Part): Promise<string[]> {
      const walked = part.position ? await walk(db, search, part) : await walkFirst();
      if (walked.isWhole || walked.ids.length >= part.limit) return walked.ids.slice(0, part.limit);
      const { where, orderBy, limit } = partOf(keysOf(ofFound), part.position, part.limit);
      const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
        with found as materialized (${byPieces(search)})
        select (select count(*)::int from found) as count, array(
          select appraisal_id from found
          where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit ${limit}) as ids`);
      found = rows[0]?.count;
      return rows[0]?.ids ?? [];
    },

    /** How many are found, no further than is told. */
    async total(): Promise<Total> {
      const { ids, isWhole, last } = await walkFirst();
      const most = countedAtMost + 1;
      if (isWhole || ids.length >= most) return bounded(ids.length);
      if (found !== undefined) return bounded(found);
      if (ids.length >= manyOfFirst) {
        const position = { values: last, isBackward: false };
        const rest = await walk(db, search, partOf(keysOf(applications), position, most));
        const count = ids.length + rest.ids.length;
        if (rest.isWhole || count >= most) return bounded(count);
      }
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*)::int as count from (${byPieces(search)} limit ${most}) as found`);
      return bounded(rows[0]?.count ?? 0);
    },
  };
}

const holds = ({ folded }: Words): SQL =>
  sql.join(
    folded.map((word) => sql`position(${word} in s.folded) > 0`),
    sql` and `,
  );

/**
 * Looks through the first of a part of the selection in the list's order. Each text is asked for by its
 * place in a subquery that no planner makes a join of: a scan of all texts takes a second.
 */
async function walk(
  db: Source,
  { selected, words }: Search,
  { where, orderBy, limit }: Part,
): Promise<Walked> {
  const order = sql.join(orderBy, sql`, `);
  const within = and(selected, where);
  const { rows } = await db.execute<{ walked: number; at: number; id: string; ids: string[] }>(sql`
    with walked as materialized (
      select ${applications.appraisalId} as id, ${applications.createdAt} as at,
        row_number() over (order by ${order}) as place
      from ${applications} ${within ? sql`where ${within}` : sql``}
      order by ${order} limit ${walkedFirst}
    )
    select seen.walked, (extract(epoch from last.at) * 1000)::float8 as at, last.id, array(
      select id from walked
      where (select ${holds(words)} from ${applicationSearch} s
        where s.created_at = walked.at and s.appraisal_id = walked.id)
      order by place limit ${limit}) as ids
    from (select count(*)::int as walked from walked) as seen
    join walked as last on last.place = seen.walked`);
  const [row] = rows;
  if (!row) return { ids: [], isWhole: true, last: [] };
  return { ids: row.ids, isWhole: row.walked < walkedFirst, last: [row.at, row.id] };
}

/**
 * By the index of pieces; the text itself decides. The application is asked for by its place too: a
 * search's rows lie in about that order, and its number alone would look all over the index.
 */
function byPieces({ selected, words }: Search): SQL {
  const common = sql`array(select json_array_elements_text(${JSON.stringify(words.common)}::json))`;
  const query = sql.join(
    words.folded.map((word) => sql`search_query(${word}, ${common})`),
    sql` && `,
  );
  const isSelected = selected
    ? sql`and (select ${selected} from ${applications}
        where ${applications.createdAt} = s.created_at and ${applications.appraisalId} = s.appraisal_id)`
    : sql``;
  return sql`
    select s.appraisal_id, s.created_at from (
      select appraisal_id, created_at, folded from ${applicationSearch}
      where search_grams(folded) @@ (${query}) limit ${mostCandidates}
    ) as s
    where ${holds(words)} ${isSelected}`;
}
