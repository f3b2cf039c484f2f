import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { taxRate } from './invoice.ts';
import { calendarPeriods, daysOf, fiscalPeriods, type Period } from './period.ts';
import { returnsOf } from './returns.server.ts';
import { chargedYen, ofAssociate, parts, statementDay } from './statement-rows.server.ts';
import { maxListedReturns, type StatementYear } from './year.ts';

type Source = Database | Transaction;

/** An organisation and those merged into it. */
export const ownOf = (associateId: string): SQL =>
  sql`(select id from associates where id = ${associateId} or merged_into = ${associateId})`;

/** Condition for standing gifts `d` that an organisation received: those that receipts may certify. */
export const receivedBy = (associateId: string): SQL =>
  sql`d.associate_id in ${ownOf(associateId)} and d.reversed_at is null and d.received_on is not null and d.amount_yen > 0`;

/** Calendar and fiscal years, from the first arrival to the last. */
export async function yearsOf(
  source: Source,
  associateId: string,
  fiscalStarts: readonly string[],
): Promise<StatementYear[]> {
  const { rows } = await source.execute<{ from: string | null; to: string | null }>(sql`
    select min(received_on)::text as from, max(received_on)::text as to from (
      select min(${statementDay}) as received_on from remittances r where ${ofAssociate(associateId)}
      union all select max(${statementDay}) from remittances r where ${ofAssociate(associateId)}
      union all select min(d.received_on) from donations d where ${receivedBy(associateId)}
      union all select max(d.received_on) from donations d where ${receivedBy(associateId)}) days`);
  const { from, to } = rows[0] ?? { from: null, to: null };
  if (from === null || to === null) return [];
  const months = [from.slice(0, 7), to.slice(0, 7)] as const;
  const periods = new Set([
    ...fiscalPeriods(fiscalStarts, ...months),
    ...calendarPeriods(...months),
  ]);
  return readYears(source, associateId, [...periods]);
}

/**
 * Gifts, costs and arrivals of an organisation per period, the newest first, without empty periods. The only place
 * that reads a year's figures.
 */
export async function readYears(
  source: Source,
  associateId: string,
  periods: readonly Period[],
): Promise<StatementYear[]> {
  const periodsJson = JSON.stringify(periods.map((period) => ({ period, ...daysOf(period) })));
  const { rows } = await source.execute<Sums>(sql`
    with periods as materialized (
      select * from json_to_recordset(${periodsJson}::json) as p(period text, "from" date, "to" date)
    ), gifts as (
      select p.period, count(*) as count, sum(d.amount_yen) as gift_yen, sum(d.fee_yen) as fee_yen,
        sum(d.handling_yen) as handling_yen
      from periods p join donations d on d.received_on between p.from and p.to
      where ${receivedBy(associateId)} group by 1
    ), paid as (
      select p.period, count(*) filter (where r.state = 'confirmed') as remittances,
        count(*) filter (where r.state <> 'confirmed') as voids,
        sum(r.amount_yen) filter (where r.state = 'confirmed') as amount_yen,
        sum(r.payout_yen) filter (where r.state = 'confirmed') as payout_yen,
        sum(${chargedYen}) filter (where r.state = 'confirmed') as charged_yen,
        sum(trunc((${chargedYen}) * ${taxRate} / ${100 + taxRate}::numeric)) filter (where r.state = 'confirmed') as tax_yen
      from remittances r left join ${parts} join periods p on ${statementDay} between p.from and p.to
      where ${ofAssociate(associateId)} group by 1
    ), again as (
      select p.period, sum(b.payout_yen) as payout_yen
      from remittances b join lateral (
        with recursive up as (${laterRemittancesOf(sql`b.id`)}) select r.received_on from up join remittances r using (id)
        where r.state = 'confirmed'
      ) o on true join periods p on o.received_on between p.from and p.to
      where b.associate_id in ${ownOf(associateId)} and b.state = 'returned' and b.payout_yen <> 0 group by 1
    ), differences as (
      ${differencesOf(associateId)}
    ), settled as (
      select period, coalesce(sum(yen) filter (where is_own), 0) as unsettled_yen,
        coalesce(sum(yen) filter (where not is_own), 0) as settled_yen
      from differences group by 1
    )
    select p.period, coalesce(paid.remittances, 0)::float8 as remittances, coalesce(paid.voids, 0)::float8 as voids,
      coalesce(g.count, 0)::float8 as "giftCount", coalesce(g.gift_yen, 0)::float8 as "giftYen",
      coalesce(g.fee_yen, 0)::float8 as "feeYen", coalesce(g.handling_yen, 0)::float8 as "handlingYen",
      coalesce(s.unsettled_yen, 0)::float8 as "unsettledYen", coalesce(s.settled_yen, 0)::float8 as "settledYen",
      (coalesce(paid.payout_yen, 0) + coalesce(again.payout_yen, 0))::float8 as "payoutYen",
      coalesce(paid.amount_yen, 0)::float8 as "amountYen", coalesce(paid.charged_yen, 0)::float8 as "chargedYen",
      coalesce(paid.tax_yen, 0)::float8 as "taxYen"
    from periods p left join gifts g using (period) left join paid using (period) left join again using (period)
      left join settled s using (period)
    where g.period is not null or paid.period is not null
    order by p.to desc, p.from desc`);
  const returns = await returnsOf(source, ofAssociate(associateId));
  return rows.map((row) => {
    const { from, to } = daysOf(row.period);
    const isInPeriod = (day: string | null) => day !== null && day >= from && day <= to;
    const own = returns.filter(
      ({ told }) => isInPeriod(told.returnedOn) || isInPeriod(told.againOn),
    );
    return {
      ...row,
      beforeYen: beforeYenOf(row),
      returnCount: own.length,
      returns: own.slice(0, maxListedReturns).map(({ told }) => told),
    };
  });
}

type Sums = Omit<StatementYear, 'beforeYen' | 'returnCount' | 'returns'>;

/** Arrivals that no gift, correction or grant explains: remittances from before those were booked. */
const beforeYenOf = ({ amountYen, giftYen, feeYen, handlingYen, ...rest }: Sums): number =>
  amountYen -
  (giftYen - feeYen - handlingYen) -
  rest.unsettledYen -
  rest.settledYen -
  rest.payoutYen;

/** A remittance and those that paid it again after returns, as rows of id. */
export const laterRemittancesOf = (id: SQL): SQL => sql`
  select ${id} as id union
  select i.remittance_id from up u join owed_items i on i.returned_id = u.id and i.remittance_id is not null`;

/**
 * For corrected gifts: what arrived for each in a period, less what is due if it is a gift of that period. Columns
 * period, appraisal_id, is_own, yen; expects `periods`.
 */
export const differencesOf = (associateId: string): SQL => sql`
  select x.period, x.appraisal_id, bool_or(x.is_own) as is_own, sum(x.yen) as yen from (
    select p.period, i.appraisal_id, false as is_own, i.amount_yen as yen
    from (
      select distinct appraisal_id from owed_items
      where kind = 'correction' and cancelled_at is null and associate_id in ${ownOf(associateId)} and appraisal_id is not null
    ) k join owed_items i on i.appraisal_id = k.appraisal_id and i.remittance_id is not null and i.cancelled_at is null
      and i.associate_id is not null
    join lateral (
      with recursive up as (${laterRemittancesOf(sql`i.remittance_id`)})
      select r.received_on from up join remittances r using (id) where r.state = 'confirmed' limit 1
    ) o on true join periods p on o.received_on between p.from and p.to
    union all
    select p.period, d.appraisal_id, true, d.fee_yen + d.handling_yen - d.amount_yen
    from (
      select distinct appraisal_id from owed_items
      where kind = 'correction' and cancelled_at is null and associate_id in ${ownOf(associateId)} and appraisal_id is not null
    ) k join donations d on d.appraisal_id = k.appraisal_id join periods p on d.received_on between p.from and p.to
    where ${receivedBy(associateId)}
  ) x group by 1, 2`;
