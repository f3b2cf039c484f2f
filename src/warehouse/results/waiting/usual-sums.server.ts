import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { AcceptedRow } from '#warehouse/results/check-rows.server.ts';
import {
  type PlausibilityFlag,
  type PlausibleItem,
  type PlausibleResult,
  plausibilityFlags,
} from '#warehouse/results/plausibility.ts';

/** Fewer boxes say nothing about what is usual. */
const fewestKnown = 20;

/** Median of a box among the last few thousand released ones, by kind of application. */
export async function readUsualBoxes(tx: Database | Transaction): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ kind: string; median: number }>(sql`
    with newest as (
      select id from result_batches where state = 'released' and reversed_at is null
      order by created_at desc limit 20
    )
    select x.kind, percentile_cont(0.5) within group (order by s.appraised_yen / x.boxes) as median
    from newest
    cross join lateral (
      select a.appraisal_id, a.appraised_yen from appraisals a
      where a.batch_id = newest.id and a.reversed_at is null and a.outcome = 'completed'
      order by a.row_number, a.id limit 200
    ) s
    join applications x on x.appraisal_id = s.appraisal_id
    group by x.kind having count(*) >= ${fewestKnown}`);
  return new Map(rows.map(({ kind, median }) => [kind, Number(median)]));
}

type Row = {
  result: PlausibleResult;
  items: readonly PlausibleItem[];
  application: AcceptedRow['application'];
};

/** Flags of each row, in order. Reads the data to compare with for all rows at once. */
export async function flagsOfRows(
  tx: Database | Transaction,
  rows: readonly Row[],
  { usualBoxes, today }: { usualBoxes: ReadonlyMap<string, number>; today: string },
): Promise<PlausibilityFlag[][]> {
  const usualPieceYen = await readUsualPieces(tx, rows);
  const earlier = await readEarlier(tx, rows);
  return rows.map(({ result, items, application }) =>
    // Goods that brought nothing have no sum to check, only days and boxes.
    plausibilityFlags(result, items, {
      application,
      arrival: application.arrival,
      usualBoxYen: usualBoxes.get(application.kind) ?? null,
      usualPieceYen,
      earlier: earlier.get(application.uid ?? ''),
      today,
    }),
  );
}

async function readUsualPieces(
  tx: Database | Transaction,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const categories = new Set(rows.flatMap(({ items }) => items.map(({ category }) => category)));
  categories.delete('');
  if (categories.size === 0) return new Map();
  const { rows: known } = await tx.execute<{ category: string; median: number }>(sql`
    select c.category, percentile_cont(0.5) within group (order by s.piece_yen) as median
    from unnest(${sql.param([...categories])}::text[]) as c(category)
    cross join lateral (
      select i.amount_yen / i.quantity as piece_yen from appraisal_items i
      where i.category = c.category and i.category <> '' and i.amount_yen > 0 limit 500
    ) s
    group by c.category having count(*) >= ${fewestKnown}`);
  return new Map(known.map(({ category, median }) => [category, Number(median)]));
}

async function readEarlier(
  tx: Database | Transaction,
  rows: readonly Row[],
): Promise<Map<string, { count: number; meanYen: number }>> {
  const uids = new Set(rows.flatMap(({ application: { uid } }) => uid ?? []));
  if (uids.size === 0) return new Map();
  // A corrected box does not count among the earlier ones.
  const own = rows.map(({ application: { appraisalId } }) => appraisalId);
  const { rows: known } = await tx.execute<{ uid: string; count: number; mean: number }>(sql`
    select d.uid, count(*)::int as count, avg(a.appraised_yen)::float8 as mean
    from donations d join appraisals a on a.id = d.appraisal_row_id
    where d.uid = any(${sql.param([...uids])}::text[]) and d.reversed_at is null
      and d.appraisal_id <> all(${sql.param(own)}::text[])
    group by d.uid`);
  return new Map(known.map(({ uid, count, mean }) => [uid, { count, meanYen: mean }]));
}
