import { sql } from 'drizzle-orm';
import type { ProductKind } from '#giving/applications/goods.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';

/** A gift for the public: the goods, and their use. Its own sum is private. */
export type RecentGift = {
  associateId: string;
  associateName: string;
  products: ProductKind[];
  /** Mean of the organisation's published gifts, in yen; null while their sum is withheld. */
  meanYen: number | null;
  /** The organisation's stated use of donations; '' without one. */
  use: string;
};

export type RecentGifts = { span: 'week' | 'month'; gifts: RecentGift[] };

const daysOf = { week: 7, month: 30 } as const;
/** Fewer would reveal too much of each, and look empty. */
const minGifts = 3;
const most = 8;
/** Newest gifts considered. */
const lookedAt = 200;
const leastYen = 100;

type Row = {
  associateId: string;
  meanYen: number | null;
  products: ProductKind[];
  use: string;
  isOfWeek: boolean;
};

/**
 * Gifts of the week up to `today` (YYYY-MM-DD), or of the month if there are too few: one per listed organisation, in
 * order of id, which reveals neither time nor donor.
 */
export async function readRecentGifts(
  db: Database | Transaction,
  today: string,
  listed: ReadonlyMap<string, { name: string }>,
): Promise<RecentGifts> {
  const since = (days: number) =>
    sql`${startOfJstDay(addDays(today, 1 - days)).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    select d.associate_id as "associateId", s.yen::float8 / s.gifts as "meanYen", a.products,
      coalesce(v.use_of_donations, '') as use,
      d.donated_at >= ${since(daysOf.week)} as "isOfWeek"
    from (select * from donations where donated_at >= ${since(daysOf.month)}
      order by donated_at desc limit ${lookedAt}) d
    join applications a on a.appraisal_id = d.appraisal_id
    left join published_sums s on s.scope = 'associate' and s.key = d.associate_id and s.gifts > 0
    left join associate_visions v on v.associate_id = d.associate_id
    where d.reversed_at is null and d.associate_id is not null and d.amount_yen >= ${leastYen}
    order by d.donated_at desc, d.id`);
  const ofMonth = onePerAssociate(rows.filter(({ associateId }) => listed.has(associateId)));
  const ofWeek = ofMonth.filter(({ isOfWeek }) => isOfWeek);
  const [span, shown] =
    ofWeek.length >= minGifts ? (['week', ofWeek] as const) : (['month', ofMonth] as const);
  if (shown.length < minGifts) return { span, gifts: [] };
  return {
    span,
    gifts: shown
      .slice(0, most)
      .sort((one, other) => (one.associateId < other.associateId ? -1 : 1))
      .map(({ associateId, products, meanYen, use }) => ({
        associateId,
        associateName: listed.get(associateId)?.name ?? '',
        products,
        meanYen: meanYen === null ? null : Math.round(meanYen),
        use,
      })),
  };
}

function onePerAssociate(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ associateId }) => !seen.has(associateId) && seen.add(associateId));
}
