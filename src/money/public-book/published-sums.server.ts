import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { minGifts, type PublicSum } from './public-figure.ts';
import { publishedSums } from './public-figure-tables.server.ts';

type Source = Database | Transaction;
export type PublishedScope = 'total' | 'month' | 'associate' | 'fund';
/** A public sum, with its cost and the part that arrived; null for what is withheld. */
export type PublishedSum = PublicSum & { costYen: number; deliveredYen: number | null };

/** Public sums of a scope by key; a withheld one is absent. */
export async function readPublished(
  db: Source,
  scope: PublishedScope,
  keys?: readonly string[],
): Promise<Map<string, PublishedSum>> {
  const rows = await db
    .select()
    .from(publishedSums)
    .where(and(eq(publishedSums.scope, scope), keys && eq(publishedSums.key, oneOf(keys))));
  return new Map(
    rows.map(({ key, gifts, yen, costYen, deliveredGifts, deliveredYen }) => [
      key,
      { gifts, yen, costYen, deliveredYen: deliveredGifts >= minGifts ? deliveredYen : null },
    ]),
  );
}

/** One public sum; undefined while it is withheld. */
export const readPublishedSum = async (db: Source, scope: PublishedScope, key = '') =>
  (await readPublished(db, scope, [key])).get(key);

export type PublishedParts = Record<'byChallenge' | 'byClassification', Map<string, PublicSum>>;

/** Public sums of organisations added up by their first challenge and by their type. */
export async function readPublishedParts(db: Source): Promise<PublishedParts> {
  const { rows } = await db.execute<PublicSum & { challenge: string; classification: string }>(sql`
    select coalesce((select c.social_challenge_id from associate_challenges c where c.associate_id = a.id
        order by c.position limit 1), 'others') as challenge, a.classification,
      sum(s.gifts)::int as gifts, sum(s.yen)::float8 as yen
    from published_sums s join associates a on a.id = s.key where s.scope = 'associate' group by 1, 2`);
  const sumBy = (keyOf: (row: (typeof rows)[number]) => string) => {
    const sums = new Map<string, PublicSum>();
    for (const row of rows) {
      const { gifts, yen } = sums.get(keyOf(row)) ?? { gifts: 0, yen: 0 };
      sums.set(keyOf(row), { gifts: gifts + row.gifts, yen: yen + row.yen });
    }
    return sums;
  };
  return {
    byChallenge: sumBy(({ challenge }) => challenge),
    byClassification: sumBy(({ classification }) => classification),
  };
}

/** What became public for these organisations from a JST day to a day; undefined for nothing. */
export async function readPublishedBetween(
  db: Source,
  associateIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<PublicSum | undefined> {
  const cells = associateIds.map((id) => `associate:${id}`);
  const { rows } = await db.execute<PublicSum>(sql`
    select sum(gifts)::int as gifts, sum(yen)::float8 as yen from public_lots
    where cell = ${oneOf(cells)} and day between ${from}::date and ${to}::date having sum(gifts) > 0`);
  return rows[0];
}
