import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { classificationIds, classifications } from '#organisations/associates/classification.ts';
import {
  type LeftOutReason,
  leftOutReasons,
  maxNamedLeftOut,
  type RunPreview,
  type RunRequest,
} from './receipt-run.ts';

type Source = Database | Transaction;

const idsWhere = (
  holds: (facts: (typeof classifications)[keyof typeof classifications]) => boolean,
) => sql.param(classificationIds.filter((id) => holds(classifications[id])));
const byStatus = idsWhere((facts) => facts.deductible && !facts.needsCertification);
const byCertification = idsWhere((facts) => facts.deductible && facts.needsCertification);

/**
 * Groups guests' gifts by what identifies the donor: the same e-mail, name and address are one donor to any reader of
 * the paper.
 */
const guestOf = sql`md5(concat_ws(chr(10), lower(a.email), a.last_name, a.first_name, a.zipcode, a.prefecture, a.line1,
  a.line2, a.building))`;

/** CTEs up to `groups`: the year's gifts with a request for a receipt, grouped by donor and organisation. */
const groupsOf = ({ year, replacesSingles, byPost }: RunRequest): SQL => sql`
  gifts as (
    select d.appraisal_id, d.associate_id, d.amount_yen, d.uid, coalesce(d.uid, ${guestOf}) as donor,
      trim(a.last_name || ' ' || a.first_name) as name, r.kind as paper,
      d.appraisal_id = any(${sql.param([...byPost])}::text[]) as wants_post,
      s.classification = any(${byStatus}::text[]) or s.classification = any(${byCertification}::text[]) and exists (
        select from associate_certifications c where c.associate_id = d.associate_id and c.withdrawn_at is null
        and d.received_on between c.certified_on and c.expires_on) as counts
    from donations d
    join applications a on a.appraisal_id = d.appraisal_id
    join associates s on s.id = d.associate_id
    left join receipt_gifts g on g.appraisal_id = d.appraisal_id and g.stands
    left join receipts r on r.number = g.receipt_number
    where d.need_receipt and d.reversed_at is null and d.amount_yen > 0
    and d.received_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
  ), grouped as (
    select donor, associate_id, min(appraisal_id) as appraisal_id, max(uid) as uid,
      sum(amount_yen) filter (where counts) as yen, bool_or(wants_post) as wants_post, bool_or(counts) as counts,
      bool_and(paper is not null) filter (where counts) as has_papers,
      bool_or(paper = 'donation') as has_singles, min(name) as first_name, max(name) as last_name
    from gifts group by donor, associate_id
  ), groups as (
    select g.donor, g.associate_id, g.appraisal_id, g.yen,
      case when g.uid is null or u.email_verified is not true or bool_or(g.wants_post) over (partition by g.donor)
        then 'post' else 'mail' end as delivery,
      case when not g.counts then 'not-deductible'
        when g.has_papers and not (g.has_singles and ${replacesSingles}) then 'issued'
        when g.has_singles and not ${replacesSingles} then 'singles'
        when g.first_name = '' then 'no-name'
        when g.first_name <> g.last_name then 'names' end as reason
    from grouped g left join auth_users u on u.id = g.uid
  )`;

/** Papers that a run would issue, and those left out with the reason. */
export async function previewRun(db: Source, request: RunRequest): Promise<RunPreview> {
  const { rows: counts } = await db.execute<{
    reason: LeftOutReason | null;
    delivery: string;
    count: number;
    yen: number;
  }>(sql`with ${groupsOf(request)}
    select reason, delivery, count(*)::int as count, coalesce(sum(yen), 0)::float8 as yen
    from groups group by 1, 2`);
  const { rows: named } = await db.execute<
    RunPreview['named'][number]
  >(sql`with ${groupsOf(request)}
    select g.appraisal_id as "appraisalId", s.name as "associateName", g.reason
    from groups g join associates s on s.id = g.associate_id
    where g.reason is not null and g.reason <> 'issued' order by g.appraisal_id limit ${maxNamedLeftOut}`);
  const sumOf = (rows: typeof counts) => rows.reduce((sum, { count }) => sum + count, 0);
  const ready = counts.filter(({ reason }) => reason === null);
  return {
    readyCount: sumOf(ready),
    readyYen: ready.reduce((sum, { yen }) => sum + yen, 0),
    mailCount: sumOf(ready.filter(({ delivery }) => delivery === 'mail')),
    postCount: sumOf(ready.filter(({ delivery }) => delivery === 'post')),
    leftOut: leftOutReasons
      .map((reason) => ({ reason, count: sumOf(counts.filter((one) => one.reason === reason)) }))
      .filter(({ count }) => count > 0),
    named,
  };
}

/** Writes a run's rows, donor by donor. Leaves out those who already have papers. */
export async function planRun(tx: Transaction, runId: string, request: RunRequest): Promise<void> {
  await tx.execute(sql`with ${groupsOf(request)}
    insert into receipt_run_rows (run_id, position, donor, appraisal_id, delivery, outcome, reason)
    select ${runId}, row_number() over (order by lead, appraisal_id), dense_rank() over (order by lead),
      appraisal_id, delivery, case when reason is null then 'waiting' else 'left-out' end, coalesce(reason, '')
    from (
      select *, min(appraisal_id) over (partition by donor) as lead
      from groups where reason is null or reason <> 'issued'
    ) planned`);
}
