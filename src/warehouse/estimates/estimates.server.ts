import { sql } from 'drizzle-orm';
import type { Context } from '#kit/dependencies.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { itemCategoryKeys } from '#warehouse/appraisals/categories.ts';
import { itemConditionKeys, zeroReasons } from '#warehouse/appraisals/item-words.ts';
import { type Estimate, estimateMonths, luxuryBrands, minBoxes, minGoods } from './estimate.ts';
import { appraisalEstimates } from './estimate-tables.server.ts';

const mostReasons = 3;

/** The last estimates, in the order of categories, the widest group of each first. */
export const currentEstimates = kept(['content'], async ({ db }): Promise<Estimate[]> => {
  const rows = await db.select().from(appraisalEstimates);
  return rows
    .map(({ lowerYen, medianYen, upperYen, measuredOn: _, ...row }) => ({
      ...(row as Omit<Estimate, 'yen'>),
      ...(lowerYen !== null &&
        medianYen !== null &&
        upperYen !== null && { yen: { lower: lowerYen, median: medianYen, upper: upperYen } }),
    }))
    .sort(
      (a, b) =>
        itemCategoryKeys.indexOf(a.category) - itemCategoryKeys.indexOf(b.category) ||
        a.brandClass.localeCompare(b.brandClass) ||
        a.condition.localeCompare(b.condition),
    );
});

/** Works out the estimates of the last twelve months, once per day. Groups that are too small have no row. */
export async function measureEstimates({ clock, workDb }: Context): Promise<void> {
  const today = jstDay(clock());
  const [last] = await workDb
    .select({ on: sql<string | null>`max(${appraisalEstimates.measuredOn})::text` })
    .from(appraisalEstimates);
  if (last?.on === today) return;
  await workDb.transaction(async (tx) => {
    await tx.delete(appraisalEstimates);
    await tx.execute(sql`
      with goods as (
        select i.category, a.appraisal_id, i.amount_yen::float8 / i.quantity as yen,
          case when i.brand = '' then 'none' when i.brand = any(${sql.param([...luxuryBrands])}::text[])
            then 'luxury' else 'brand' end as class,
          i.condition, (
            select label from unnest(${sql.param(Object.values(zeroReasons))}::text[]) as known (label)
            where i.amount_yen = 0 and starts_with(i.reason, label) limit 1
          ) as reason
        from appraisal_items i join appraisals a on a.id = i.appraisal_row_id
        where a.reversed_at is null and a.outcome in ('completed', 'unpriced')
          and a.appraised_on >= ${today}::date - make_interval(months => ${estimateMonths})
          and i.category = any(${sql.param([...itemCategoryKeys])}::text[])
      ), grouped as (
        select category, coalesce(class, '') as class, coalesce(condition, '') as condition,
          count(*)::int as count, (count(*) filter (where yen > 0))::int as priced,
          count(distinct appraisal_id) filter (where yen > 0) as priced_boxes,
          percentile_cont(array[0.25, 0.5, 0.75]) within group (order by yen) filter (where yen > 0) as quartiles
        from goods
        group by grouping sets ((category), (category, class), (category, class, condition))
        having count(*) >= ${minGoods} and count(distinct appraisal_id) >= ${minBoxes}
          and (grouping(condition) = 1 or condition = any(${sql.param([...itemConditionKeys])}::text[]))
      ), ranked as (
        select category, reason, row_number() over (partition by category order by count(*) desc, reason) as place
        from goods where reason is not null group by 1, 2
        having count(distinct appraisal_id) >= ${minBoxes}
      )
      insert into appraisal_estimates (category, brand_class, condition, count, priced, lower_yen, median_yen, upper_yen,
        reasons, measured_on)
      select g.category, g.class, g.condition, g.count, g.priced,
        case when shown then round(quartiles[1])::int end, case when shown then round(quartiles[2])::int end,
        case when shown then round(quartiles[3])::int end,
        case when g.class = '' then coalesce((select json_agg(reason order by place) from ranked r
          where r.category = g.category and r.place <= ${mostReasons}), '[]'::json) else '[]'::json end,
        ${today}::date
      from grouped g
      cross join lateral (select g.priced >= ${minGoods} and g.priced_boxes >= ${minBoxes} as shown) s`);
  });
}
