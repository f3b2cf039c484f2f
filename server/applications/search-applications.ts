import { and, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import {
  bounded,
  countedAtMost,
  type Key,
  type Part,
  partOf,
  type Total,
} from '#server/db/keyset.ts';
import { applicationSearch, applications } from '#server/db/schema/applications.ts';

type Source = Database | Transaction;

/** Words that all must occur, folded by the database's own rule. */
export type Words = readonly string[];

const maxWords = 5;
/**
 * So many applications of the selection are looked through one by one first: what many hold is found
 * among them at once, and an index of what many hold would be no help.
 */
const walkedFirst = 4_000;

/** The words of a keyword as what is stored is folded; none when it says nothing. */
export async function foldWords(db: Source, keyword: string): Promise<Words> {
  const words = keyword.split(/\s+/).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ word: string }>(sql`
    select replace(fold_search(value), '|', '') as word
    from json_array_elements_text(${JSON.stringify(words)}::json) as typed(value)`);
  return [...new Set(rows.map(({ word }) => word).filter(Boolean))];
}

/** The numbers of the applications of a part of the list, of those `selected` that hold the words. */
export async function findNumbers(
  db: Source,
  { selected, words, part, keysOf }: Search & { part: Part; keysOf: (of: Columns) => Key[] },
): Promise<string[]> {
  const walked = await walk(db, { selected: and(selected, part.where), words }, part);
  if (walked.isWhole || walked.ids.length >= part.limit) return walked.ids;
  const { where, orderBy, limit } = partOf(keysOf(ofSearch), part.position, part.limit);
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as materialized (${byPieces({ selected, words })})
    select appraisal_id as id from found
    where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** How many of those selected hold the words, no further than is told. */
export async function countFound(db: Source, search: Search): Promise<Total> {
  const most = countedAtMost + 1;
  const walked = await walk(db, search, {
    orderBy: [sql`${applications.createdAt} desc`, sql`${applications.appraisalId} desc`],
    limit: most,
  });
  if (walked.isWhole || walked.ids.length >= most) return bounded(walked.ids.length);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${byPieces(search)} limit ${most}) as found`);
  return bounded(rows[0]?.count ?? 0);
}

type Search = { selected: SQL | undefined; words: Words };
type Columns = { createdAt: SQL; appraisalId: SQL };
const ofSearch: Columns = {
  createdAt: sql`found.created_at`,
  appraisalId: sql`found.appraisal_id`,
};

const holds = (words: Words): SQL =>
  sql.join(
    words.map((word) => sql`position(${word} in s.folded) > 0`),
    sql` and `,
  );

/**
 * Looks through the first of the selection in the list's order. Each text is asked for by its number,
 * in a subquery that no planner makes a join of: a scan of all texts takes a second.
 */
async function walk(
  db: Source,
  { selected, words }: Search,
  { orderBy, limit }: Pick<Part, 'orderBy' | 'limit'>,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const order = sql.join(orderBy, sql`, `);
  const { rows } = await db.execute<{ walked: number; ids: string[] }>(sql`
    with walked as materialized (
      select ${applications.appraisalId} as id, row_number() over (order by ${order}) as place
      from ${applications} ${selected ? sql`where ${selected}` : sql``}
      order by ${order} limit ${walkedFirst}
    )
    select (select count(*)::int from walked) as walked, array(
      select id from walked
      where (select ${holds(words)} from ${applicationSearch} s where s.appraisal_id = walked.id)
      order by place limit ${limit}) as ids`);
  const [row] = rows;
  return { ids: row?.ids ?? [], isWhole: (row?.walked ?? 0) < walkedFirst };
}

/** By the index of pieces; the text itself decides, and the application is asked for by its number. */
function byPieces({ selected, words }: Search): SQL {
  const query = sql.join(
    words.map((word) => sql`search_query(${word})`),
    sql` && `,
  );
  const isSelected = selected
    ? sql`and (select ${selected} from ${applications} where ${applications.appraisalId} = s.appraisal_id)`
    : sql``;
  return sql`
    select s.appraisal_id, s.created_at from ${applicationSearch} s
    where search_grams(s.folded) @@ (${query}) and ${holds(words)} ${isSelected}`;
}
