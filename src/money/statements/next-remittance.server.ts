import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { noTerms } from '#money/ledger/fees.ts';
import { agreementOn } from '#organisations/associates/agreements.server.ts';
import type { NextRemittance } from './statement.ts';

type Row = Pick<
  NextRemittance,
  'items' | 'openYen' | 'overpaidYen' | 'carriedYen' | 'hasAccount' | 'underWay'
>;

/** Outlook for an organisation: what is open, what blocks its payment, and what is in transit. */
export async function nextRemittance(
  db: Database,
  associateId: string,
  now: Date,
): Promise<NextRemittance> {
  const today = jstDay(now);
  const agreement = await agreementOn(db, associateId, today);
  const { rows } = await db.execute<Row>(sql`
    with last as (
      select coalesce(max(period_to), '-infinity'::date) as period_to from remittance_runs where state <> 'dropped'
    )
    select count(i.id)::float8 as items, coalesce(sum(i.amount_yen), 0)::float8 as "openYen",
      coalesce(sum(i.overpaid_yen), 0)::float8 as "overpaidYen",
      coalesce(sum(i.amount_yen) filter (where i.day <= last.period_to), 0)::float8 as "carriedYen",
      exists (select from bank_accounts where associate_id = ${associateId}) as "hasAccount",
      (select coalesce(json_agg(json_build_object('id', r.id, 'amountYen', r.amount_yen, 'transferOn', run.transfer_on)
          order by run.transfer_on, r.id), '[]')
        from remittances r join remittance_runs run on run.id = r.run_id
        where r.associate_id = ${associateId} and r.state in ('prepared', 'sent')) as "underWay"
    from last left join owed_items i on i.associate_id = ${associateId} and i.remittance_id is null and i.cancelled_at is null
    group by last.period_to`);
  const open = rows[0] ?? {
    ...{ items: 0, openYen: 0, overpaidYen: 0, carriedYen: 0, hasAccount: false, underWay: [] },
  };
  return {
    ...open,
    minimumYen: agreement?.minimumYen ?? 0,
    terms: agreement
      ? { feeBasisPoints: agreement.feeBasisPoints, handlingYen: agreement.handlingYen }
      : noTerms,
    hasAgreement: agreement !== undefined,
  };
}
