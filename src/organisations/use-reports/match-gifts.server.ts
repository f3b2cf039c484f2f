import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatYen } from '#kit/values/yen.ts';
import { arrivedGifts } from './unreported.server.ts';

type Matching = { reportId: string; associateId: string; yen: number; at: Date };

/** Refusal of a report on more than arrived and is not reported on yet. */
export function tooMuch(availableYen: number) {
  const message =
    availableYen === 0
      ? '報告できるご寄付がありません。団体へ届いて、まだ報告していないご寄付の分だけ、ご報告いただけます。'
      : `まだ報告していないご寄付は${formatYen(availableYen)}円です。この金額までで入力してください。`;
  return refuse('ValidationError', message, { errors: [{ path: 'yen', message }] });
}

/**
 * Covers gifts by a report, the oldest arrival first, up to `yen`. Refuses (ValidationError) if less arrived. The caller
 * serialises reports of the organisation; gifts that are taken back meanwhile are passed over.
 */
export async function matchGifts(
  tx: Transaction,
  { reportId, associateId, yen, at }: Matching,
): Promise<void> {
  for (let left = yen; left > 0; ) {
    const { rows } = await tx.execute<{ yen: number }>(sql`
      with open as (
        select d.id, d.net_yen - d.reported_yen as yen, row_number() over oldest as place,
          coalesce(sum(d.net_yen - d.reported_yen) over (oldest rows between unbounded preceding and 1 preceding), 0) as before
        from ${arrivedGifts(associateId)} d where d.net_yen > d.reported_yen
        window oldest as (order by d.received_on, d.donated_at, d.appraisal_id)
      ), chosen as materialized (
        select id, least(yen, ${left}::bigint - before) as yen, place from open where before < ${left}::bigint
      ), locked as materialized (
        select d.appraisal_id, c.yen, c.place from chosen c join donations d on d.id = c.id
        where d.reversed_at is null and d.received_on is not null and d.associate_id = ${associateId}
        for share of d
      ), matched as (
        insert into use_report_gifts (report_id, appraisal_id, yen, at)
        select ${reportId}, appraisal_id, yen, ${at.toISOString()}::timestamptz from locked order by place
        returning yen
      )
      select coalesce(sum(yen), 0)::float8 as yen from matched`);
    const matchedYen = rows[0]?.yen ?? 0;
    if (matchedYen === 0) throw tooMuch(yen - left);
    left -= matchedYen;
  }
}

/** Takes `yen` of a report's shares back by counter-entries, the latest first. */
export async function unmatchGifts(
  tx: Transaction,
  { reportId, yen, at }: Omit<Matching, 'associateId'>,
): Promise<void> {
  // Waits for gifts that are being taken back, whose shares go with them.
  await tx.execute(sql`
    select from donations d where d.reversed_at is null
      and d.appraisal_id in (select appraisal_id from use_report_gifts where report_id = ${reportId}) for share`);
  await tx.execute(sql`
    with shares as (
      select appraisal_id, sum(yen) as yen, max(id) as last from use_report_gifts
      where report_id = ${reportId} group by 1 having sum(yen) > 0
    ), ranked as (
      select *, coalesce(sum(yen) over (order by last desc rows between unbounded preceding and 1 preceding), 0) as before
      from shares
    )
    insert into use_report_gifts (report_id, appraisal_id, yen, at)
    select ${reportId}, appraisal_id, -least(yen, ${yen}::bigint - before), ${at.toISOString()}::timestamptz
    from ranked where before < ${yen}::bigint order by last desc`);
}

/** Gifts that a report covers, and the yen of their shares. */
export async function matchedOf(
  tx: Transaction,
  reportId: string,
): Promise<{ gifts: number; yen: number }> {
  const { rows } = await tx.execute<{ gifts: number; yen: number }>(sql`
    select count(*)::int as gifts, coalesce(sum(yen), 0)::float8 as yen from (
      select sum(yen) as yen from use_report_gifts where report_id = ${reportId} group by appraisal_id having sum(yen) > 0
    ) shares`);
  return rows[0] ?? { gifts: 0, yen: 0 };
}

/**
 * Takes back what reports cover of these applications' gifts beyond what arrived, the latest report first: a gift was
 * reversed, corrected to less, or its transfer came back. Call it whenever one of these changed.
 */
export async function settleUses(
  tx: Transaction,
  appraisalIds: readonly string[],
  at: Date,
): Promise<void> {
  if (appraisalIds.length === 0) return;
  await tx.execute(sql`
    with about as materialized (
      select json_array_elements_text(${JSON.stringify(appraisalIds)}::json) as appraisal_id
    ), shares as (
      select g.report_id, g.appraisal_id, r.associate_id, sum(g.yen) as yen, max(g.id) as last
      from about join use_report_gifts g using (appraisal_id) join use_reports r on r.id = g.report_id
      group by 1, 2, 3 having sum(g.yen) > 0
    ), judged as (
      select s.*, greatest(0, coalesce(d.amount_yen - d.fee_yen - d.handling_yen, 0)
        - coalesce(sum(s.yen) over (partition by s.appraisal_id order by s.last rows between unbounded preceding and 1 preceding), 0)
        ) as most
      from shares s left join donations d on d.appraisal_id = s.appraisal_id and d.associate_id = s.associate_id
        and d.reversed_at is null and d.received_on is not null
    )
    insert into use_report_gifts (report_id, appraisal_id, yen, at)
    select report_id, appraisal_id, most - yen, ${at.toISOString()}::timestamptz
    from judged where yen > most order by last`);
}
