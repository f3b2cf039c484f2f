import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

export const samplePeople = sql`(select uid from users where is_sample)`;

const appendOnly = [
  'ledger_lines',
  'posting_notes',
  'closed_months',
  'bank_account_events',
  'transfer_confirmations',
  'use_report_editions',
  'use_report_gifts',
];
const triggers = (what: 'enable' | 'disable') =>
  appendOnly.map((table) => sql.raw(`alter table ${table} ${what} trigger ${table}_append_only`));

/** A remittance of the sample without money of real donors. */
const leaves = sql`(r.id like 'sample-%' or r.created_by in ${samplePeople}
  or exists (select from associates a where a.id = r.associate_id and a.is_sample))
  and r.id not in (select id from staying)`;

/**
 * Removes the sample's postings, open items, sales and pay-outs, with its closed months, agreements and settings;
 * `gone` are the removed donations. Kept sums follow.
 */
export async function removeMoney(tx: Transaction): Promise<void> {
  const all: SQL[] = [
    sql`create temporary table leaving on commit drop as select r.id from remittances r where ${leaves}`,
    sql`create temporary table paid_out on commit drop as
        select p.id from fund_payouts p where (p.id like 'sample-%' or p.decided_by in ${samplePeople})
        and not exists (select from owed_items i join staying s on s.id = i.remittance_id where i.payout_id = p.id)`,
    sql`create temporary table open_items on commit drop as
        select i.id, i.posting_id from owed_items i
        where (i.appraisal_id in (select appraisal_id from going) or i.payout_id in (select id from paid_out)
          or i.returned_id in (select id from leaving))
        and (i.remittance_id is null or i.remittance_id in (select id from leaving))`,
    sql`create temporary table sold on commit drop as
        select id, posting_id from goods_sales where appraisal_id in (select appraisal_id from going)`,
    sql`create temporary table gone_postings on commit drop as
        select posting_id from ledger_lines where donation_id in (select id from gone)
        union select posting_id from ledger_lines where remittance_id in (select id from leaving)
        union select posting_id from sold
        union select 'sale-reversed:' || id from sold
        union select 'payout:' || id from paid_out
        union select 'payout-withdrawn:' || id from paid_out
        union select l.posting_id from ledger_lines l
          where l.posting_id like 'merge:%' and split_part(l.posting_id, ':', 3) in (select id::text from open_items)`,
    sql`create unique index on gone_postings (posting_id)`,
    sql`analyze gone_postings`,
    sql`insert into kept_sums (name, key, count, amount)
        select s.name, s.key, -sum(s.count), -sum(s.amount)
        from ledger_lines r join gone_postings using (posting_id),
          lateral ledger_sums(r.account, r.amount_yen, r.at) s
        group by s.name, s.key`,
    // The books are append-only for everything else.
    ...triggers('disable'),
    sql`delete from ledger_lines where posting_id in (select posting_id from gone_postings)`,
    sql`delete from posting_notes where posting_id in (select posting_id from gone_postings)`,
    sql`delete from closed_months where closed_by in ${samplePeople}`,
    sql`delete from bank_account_events e where e.remittance_id in (select id from leaving)
        or exists (select from bank_accounts b join associates a on a.id = b.associate_id and a.is_sample where b.id = e.account_id)`,
    sql`delete from transfer_confirmations where remittance_id in (select id from leaving)`,
    sql`create temporary table gone_reports on commit drop as
        select distinct report_id as id from use_report_editions where published_by in ${samplePeople}`,
    sql`delete from use_report_gifts where report_id in (select id from gone_reports)
        or appraisal_id in (select appraisal_id from going)`,
    sql`delete from use_report_editions where report_id in (select id from gone_reports)`,
    ...triggers('enable'),
    sql`delete from use_report_deliveries where report_id in (select id from gone_reports)`,
    sql`delete from use_reports where id in (select id from gone_reports)`,
    sql`delete from unreported_sums where associate_id in (select id from associates where is_sample)`,
    sql`delete from owed_items where id in (select id from open_items)`,
    sql`delete from goods_sales where id in (select id from sold)`,
    sql`delete from fund_payouts where id in (select id from paid_out)`,
    sql`delete from fund_terms where created_by in ${samplePeople}`,
    sql`delete from journal_codes where changed_by in ${samplePeople}`,
    sql`delete from approvals where id like 'sample-%' or asked_by in ${samplePeople}`,
    sql`update money_settings set consignor_code = '', consignor_name = '', line_ends = 'crlf', transfer_kind = '7',
          bank_columns = null, layout = 'general', version = version + 1, changed_by = ''
        where changed_by in ${samplePeople}`,
  ];
  for (const statement of all) await tx.execute(statement);
}

/** Removes remittances and runs that the books no longer reference. */
export async function removeRuns(tx: Transaction): Promise<void> {
  const runs = sql`(select run.id from remittance_runs run
    where (run.id like 'sample-%' or run.created_by in ${samplePeople})
    and not exists (select from remittances r where r.run_id = run.id))`;
  const all: SQL[] = [
    sql`delete from bank_answer_rows where remittance_id in (select r.id from remittances r where ${leaves})`,
    sql`delete from remittances r where ${leaves}
        and not exists (select from donations d where d.remittance_id = r.id)
        and not exists (select from owed_items i where r.id in (i.remittance_id, i.returned_id))
        and not exists (select from ledger_lines l where l.remittance_id = r.id)`,
    sql`delete from carried_over where run_id in ${runs}
        or associate_id in (select id from associates where is_sample)`,
    sql`delete from transfer_files where run_id in ${runs}`,
    sql`delete from bank_answer_rows where run_id in ${runs}`,
    sql`delete from bank_answers a where uploaded_by in ${samplePeople}
        and not exists (select from bank_answer_rows b where b.answer_id = a.id)`,
    sql`delete from remittance_runs where id in ${runs}`,
    sql`delete from bank_accounts b where b.id = 'sample-payer-account'
        and not exists (select from remittance_runs r where r.payer_account_id = b.id)`,
  ];
  for (const statement of all) await tx.execute(statement);
}
