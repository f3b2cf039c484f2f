import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { tryLock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { lateAfterDays, minPublicGifts, type UseFigures } from './use-report.ts';

type Source = Database | Transaction;

/**
 * Gifts `d` that arrived at an organisation, or at any, with the yen that arrived and the yen that reports cover. A
 * subquery for `from`.
 */
export const arrivedGifts = (associateId?: string): SQL => sql`(
  select d.id, d.appraisal_id, d.associate_id, d.received_on, d.donated_at,
    (d.amount_yen - d.fee_yen - d.handling_yen)::bigint as net_yen, coalesce(u.yen, 0)::bigint as reported_yen
  from donations d left join (
    select g.appraisal_id, sum(g.yen) as yen from use_report_gifts g join use_reports r on r.id = g.report_id
    where ${associateId === undefined ? sql`true` : sql`r.associate_id = ${associateId}`} group by 1
  ) u on u.appraisal_id = d.appraisal_id
  where ${associateId === undefined ? sql`d.associate_id is not null` : sql`d.associate_id = ${associateId}`}
    and d.reversed_at is null and d.received_on is not null)`;

const isOpen = sql`d.net_yen > d.reported_yen`;
const isLate = (today: string) =>
  sql`${isOpen} and d.received_on < ${addDays(today, -lateAfterDays)}::date`;

/** Exact figures of an organisation, for its own people. */
export async function figuresOfUse(
  source: Source,
  associateId: string,
  now: Date,
): Promise<UseFigures> {
  const late = isLate(jstDay(now));
  const { rows } = await source.execute<UseFigures>(sql`
    select coalesce(sum(d.net_yen), 0)::float8 as "arrivedYen",
      coalesce(sum(d.reported_yen), 0)::float8 as "reportedYen",
      coalesce(sum(d.net_yen - d.reported_yen) filter (where ${isOpen}), 0)::float8 as "unreportedYen",
      count(*) filter (where ${isOpen})::int as "unreportedGifts",
      count(*) filter (where ${late})::int as "lateGifts",
      coalesce(sum(d.net_yen - d.reported_yen) filter (where ${late}), 0)::float8 as "lateYen",
      coalesce((min(d.received_on) filter (where ${isOpen}))::text, '') as "oldestOn"
    from ${arrivedGifts(associateId)} d`);
  const [figures] = rows;
  if (!figures) throw new Error('figures without a row');
  return figures;
}

/**
 * Publishes what an organisation, or each, has not reported on: the counts at once, the sum by the rule of
 * `unreported_sums`. Writes only rows that change.
 */
export async function publishUnreported(
  tx: Transaction,
  now: Date,
  associateId?: string,
): Promise<void> {
  const today = jstDay(now);
  const only = associateId === undefined ? sql`true` : sql`s.associate_id = ${associateId}`;
  const moves = sql`(s.gifts >= ${minPublicGifts} and coalesce(o.sum_day < ${today}::date, true)
    and abs(s.gifts - coalesce(o.sum_gifts, 0)) >= ${minPublicGifts})`;
  await tx.execute(sql`
    with counted as (
      select d.associate_id, count(*) filter (where ${isOpen})::int as gifts,
        count(*) filter (where ${isLate(today)})::int as late,
        coalesce(sum(d.net_yen - d.reported_yen) filter (where ${isOpen}), 0) as yen
      from ${arrivedGifts(associateId)} d group by 1
    ), s as (
      select coalesce(c.associate_id, o.associate_id) as associate_id, coalesce(c.gifts, 0) as gifts,
        coalesce(c.late, 0) as late, coalesce(c.yen, 0) as yen
      from counted c full join unreported_sums o on o.associate_id = c.associate_id
    ), next as (
      select s.associate_id, s.gifts, s.late, case when ${moves} then s.yen else o.sum_yen end as sum_yen,
        case when ${moves} then s.gifts else coalesce(o.sum_gifts, 0) end as sum_gifts,
        case when ${moves} then ${today}::date else o.sum_day end as sum_day
      from s left join unreported_sums o on o.associate_id = s.associate_id
      where ${only} and (s.gifts, s.late) is distinct from (o.gifts, o.late_gifts) or ${only} and ${moves}
    )
    insert into unreported_sums (associate_id, gifts, late_gifts, sum_yen, sum_gifts, sum_day)
    select associate_id, gifts, late, sum_yen, sum_gifts, sum_day from next
    on conflict (associate_id) do update set gifts = excluded.gifts, late_gifts = excluded.late_gifts,
      sum_yen = excluded.sum_yen, sum_gifts = excluded.sum_gifts, sum_day = excluded.sum_day`);
}

/** The same for all organisations; run hourly, in one process at a time. */
export const publishAllUnreported = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (tx) => {
    if (await tryLock(tx, 'use-reports')) await publishUnreported(tx, clock());
  });

/** Gifts of an organisation that arrived more than 90 days ago and are not reported on, as last counted. */
export async function countLateGifts(source: Source, associateId: string): Promise<number> {
  const { rows } = await source.execute<{ count: number }>(sql`
    select late_gifts as count from unreported_sums where associate_id = ${associateId}`);
  return rows[0]?.count ?? 0;
}
