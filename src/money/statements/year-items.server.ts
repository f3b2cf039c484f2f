import { and, sql } from 'drizzle-orm';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import { type AuditedList, allItems } from '#kit/audit/audited-list.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import { daysOf, type Period } from './period.ts';
import type { StatementYear, StatementYearItem } from './year.ts';
import { differencesOf, laterRemittancesOf, ownOf, receivedBy } from './year-rows.server.ts';

export type OneYear = { associateId: string; period: Period };
type GiftRow = StatementYearItem & { appraisalId: string };

/** Gifts that an organisation received in a year, by day received. */
const yearGifts: AuditedList<OneYear, GiftRow, StatementYearItem> = {
  name: 'statements',
  isPersonal: false,
  subjectType: 'associate',
  subjectId: ({ associateId }) => associateId,
  pageSize: 500,
  keys: () => [
    { by: sql`d.received_on`, direction: 'asc', type: 'date' },
    { by: sql`d.appraisal_id`, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ day, appraisalId }) => [day, appraisalId],
  idOf: ({ giftNumber: number }) => number,
  read: async (db, { associateId, period }, { where, orderBy, limit }) => {
    const { from, to } = daysOf(period);
    const { rows } = await db.execute<GiftRow>(sql`
      select 'gift' as kind, d.received_on::text as day, coalesce(r.statement_number, '') as number,
        ${giftNumber(sql`d.id`)} as "giftNumber", '' as about, d.amount_yen::float8 as "giftYen",
        d.fee_yen::float8 as "feeYen", d.handling_yen::float8 as "handlingYen",
        (d.amount_yen - d.fee_yen - d.handling_yen)::float8 as "amountYen", d.appraisal_id as "appraisalId"
      from donations d left join remittances r on r.id = d.remittance_id
      where ${and(receivedBy(associateId), sql`d.received_on between ${from}::date and ${to}::date`, where)}
      order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`);
    return rows;
  },
  total: async () => exactTotal(0),
  toItems: (_db, rows) => rows.map(({ appraisalId: _, ...item }) => item),
};

/** All lines of a year. They add up to what arrived, and the gifts match those on receipts. */
export async function* yearItems(
  db: Database,
  which: OneYear,
  { beforeYen }: StatementYear,
  at: Date,
): AsyncGenerator<StatementYearItem[]> {
  yield* allItems(db, yearGifts, which, at);
  yield await otherItems(db, which);
  const { to } = daysOf(which.period);
  const nothing = { number: '', giftNumber: '', about: '', giftYen: 0, feeYen: 0, handlingYen: 0 };
  if (beforeYen !== 0) yield [{ kind: 'before', day: to, ...nothing, amountYen: beforeYen }];
}

/** Grants that arrived in a year, and corrections settled or still to settle. */
async function otherItems(
  db: Database,
  { associateId, period }: OneYear,
): Promise<StatementYearItem[]> {
  const periodsJson = JSON.stringify([{ period, ...daysOf(period) }]);
  const { rows } = await db.execute<StatementYearItem>(sql`
    with periods as materialized (
      select * from json_to_recordset(${periodsJson}::json) as p(period text, "from" date, "to" date)
    ), grants as (
      select 'payout' as kind, o.received_on as day, coalesce(o.statement_number, '') as number, '' as "giftNumber",
        coalesce(f.fund_name, '') as about, i.amount_yen as yen
      from remittances b join owed_items i on i.remittance_id = b.id and i.kind = 'payout' and i.associate_id is not null
      join lateral (
        with recursive up as (${laterRemittancesOf(sql`b.id`)})
        select r.received_on, r.statement_number from up join remittances r using (id) where r.state = 'confirmed' limit 1
      ) o on true join periods p on o.received_on between p.from and p.to
      left join fund_payouts w on w.id = i.payout_id left join social_challenges f on f.id = w.social_challenge_id
      where b.associate_id in ${ownOf(associateId)} and b.payout_yen <> 0
    ), settled as (
      select 'settlement' as kind, p.to as day, '' as number, ${giftNumber(sql`g.id`)} as "giftNumber",
        case when x.is_own then 'この年の寄付' else 'ほかの年の寄付・取り消された寄付' end as about, x.yen
      from (${differencesOf(associateId)}) x join periods p using (period)
      join lateral (
        select d.id from donations d where d.appraisal_id = x.appraisal_id order by d.reversed_at desc nulls first limit 1
      ) g on true
      where x.yen <> 0
    )
    select kind, day::text as day, number, "giftNumber", about, 0 as "giftYen", 0 as "feeYen", 0 as "handlingYen",
      yen::float8 as "amountYen"
    from (select * from grants union all select * from settled) lines order by kind, day, number, "giftNumber"`);
  return rows;
}
