import { sql } from 'drizzle-orm';
import type { Context } from '#kit/dependencies.server.ts';

/** What the organisation said of a gift: that its transfer was received, and what it was used for. */
export type UseOfGift = {
  /** When the organisation confirmed the transfer; null if it has not, or took it back. */
  confirmedAt: Date | null;
  /** Reports that cover the gift, the oldest period first, each with its share in yen. Days are YYYY-MM-DD. */
  reports: { id: string; title: string; from: string; to: string; yen: number }[];
  /** Part of what arrived that no report covers; null until it arrives at an organisation. */
  unreportedYen: number | null;
};

/** Title of a report with its text hidden by an operator. */
export const hiddenTitle = '（公開を停止しています）';

/** Confirmation and use of an application's gift, as of now. */
export async function useOfGift(
  { db }: Pick<Context, 'db'>,
  appraisalId: string,
): Promise<UseOfGift> {
  const gifts = await db.execute<{ confirmedAt: string | null; netYen: number | null }>(sql`
    select (case when c.is_taken_back then null else c.confirmed_at end)::text as "confirmedAt",
      case when d.received_on is not null and d.associate_id is not null
        then (d.amount_yen - d.fee_yen - d.handling_yen)::float8 end as "netYen"
    from donations d left join lateral (
      select is_taken_back, confirmed_at from transfer_confirmations
      where remittance_id = d.remittance_id order by number desc limit 1
    ) c on true
    where d.appraisal_id = ${appraisalId} and d.reversed_at is null`);
  const { rows: reports } = await db.execute<UseOfGift['reports'][number]>(sql`
    select r.id, case when r.hidden_at is null then r.title else ${hiddenTitle} end as title,
      r.period_from::text as "from", r.period_to::text as "to", sum(g.yen)::float8 as yen
    from use_report_gifts g join use_reports r on r.id = g.report_id
    where g.appraisal_id = ${appraisalId}
    group by r.id having sum(g.yen) > 0 order by r.period_from, r.id`);
  const [gift] = gifts.rows;
  const reportedYen = reports.reduce((sum, { yen }) => sum + yen, 0);
  return {
    confirmedAt: gift?.confirmedAt ? new Date(gift.confirmedAt) : null,
    reports,
    unreportedYen:
      gift === undefined || gift.netYen === null ? null : Math.max(0, gift.netYen - reportedYen),
  };
}
