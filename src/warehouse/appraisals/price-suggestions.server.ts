import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { itemConditionKeys } from './item-words.ts';
import { maxPrices, medianPrice, minPrices, type PriceSuggestion } from './price-suggestion.ts';

/** Fields of an item that determine its price. */
export type PriceQuestion = { category: string; condition: string; brand: string };

const maxBrands = 12;
/** Matches the condition of the partial indexes. */
const isPriced = and(ne(appraisalItems.category, ''), sql`${appraisalItems.amountYen} > 0`);

/** Yen per piece of the newest items with a released, unreversed result. */
async function pricesOf(db: Database, condition: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({
      amountYen: appraisalItems.amountYen,
      quantity: appraisalItems.quantity,
    })
    .from(appraisalItems)
    .innerJoin(appraisals, eq(appraisals.id, appraisalItems.appraisalRowId))
    .where(and(condition, isPriced, isNull(appraisals.reversedAt)))
    .orderBy(desc(appraisalItems.addedAt))
    .limit(maxPrices);
  return rows.map(({ amountYen, quantity }) => amountYen / quantity);
}

/** Median price of similar items of the brand, else of any brand; none if there are too few. */
export async function suggestPrice(
  { db }: Context,
  { category, condition, brand }: PriceQuestion,
): Promise<PriceSuggestion> {
  const alike = and(eq(appraisalItems.category, category), eq(appraisalItems.condition, condition));
  const ofBrand =
    brand === '' ? [] : await pricesOf(db, and(alike, eq(appraisalItems.brand, brand)));
  const isOfBrand = ofBrand.length >= minPrices;
  const prices = isOfBrand ? ofBrand : await pricesOf(db, alike);
  const medianYen = medianPrice(prices);
  if (medianYen === undefined) return { suggestion: null };
  return { suggestion: { medianYen, count: prices.length, isOfBrand } };
}

/** Earlier brands of a category, most frequent first, from the newest items of each condition. */
export async function readBrands({ db }: Context, category: string): Promise<string[]> {
  const { rows } = await db.execute<{ brand: string }>(sql`
    select brand from unnest(${sql.param(itemConditionKeys)}::text[]) as known (condition)
    cross join lateral (
      select ${appraisalItems.brand} as brand from ${appraisalItems}
      where ${appraisalItems.category} = ${category}
        and ${appraisalItems.condition} = known.condition and ${isPriced}
      order by ${appraisalItems.addedAt} desc
      limit ${maxPrices / itemConditionKeys.length}
    ) as newest
    where brand <> ''
    group by brand order by count(*) desc, brand limit ${maxBrands}`);
  return rows.map(({ brand }) => brand);
}
