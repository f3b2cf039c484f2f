import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import { guestsWithoutThanks } from '#people/mail/preferences.server.ts';

const pollMs = 2_000;
/** Shares per transaction, so that no request waits for its locks. */
const sharesAtOnce = 500;

type TellingDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>;
type Delivery = {
  id: string;
  reachedId: number;
  associateId: string;
  associateName: string;
  title: string;
  from: string;
  to: string;
  isHidden: boolean;
};
type Reader = { uid: string | null; email: string; name: string; appraisalId: string; yen: number };

/**
 * Tells donors what their gifts were used for: one mail a donor and report, in parts that commit with their progress.
 * After a crash the next process continues; a mail's key keeps it from being written twice.
 */
export const reportTelling = (dependencies: TellingDeps) => {
  /** Writes the mails of one part; false if nothing is left. */
  const tellNext = (): Promise<boolean> =>
    transaction(dependencies.db, async (tx) => {
      const delivery = await nextDelivery(tx);
      if (!delivery) return false;
      await tellPart(tx, delivery, dependencies);
      return true;
    });
  async function tellWaiting(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await tellNext()));
  }
  return {
    tellWaiting,
    ...poll(tellWaiting, { job: 'use-reports', everyMs: pollMs, failing: 'use reports wait' }),
  };
};

async function nextDelivery(tx: Transaction): Promise<Delivery | undefined> {
  const { rows } = await tx.execute<Delivery>(sql`
    select r.id, p.reached_id::float8 as "reachedId", a.id as "associateId", a.name as "associateName", r.title,
      r.period_from::text as "from", r.period_to::text as "to", r.hidden_at is not null as "isHidden"
    from use_report_deliveries p join use_reports r on r.id = p.report_id join associates a on a.id = r.associate_id
    where p.ended_at is null order by p.report_id limit 1 for update of p skip locked`);
  return rows[0];
}

async function tellPart(
  tx: Transaction,
  delivery: Delivery,
  dependencies: TellingDeps,
): Promise<void> {
  const { rows } = await tx.execute<{ last: number | null; count: number }>(sql`
    select max(id)::float8 as last, count(*)::int as count from (
      select id from use_report_gifts where report_id = ${delivery.id} and id > ${delivery.reachedId}
      order by id limit ${sharesAtOnce}
    ) part`);
  const { last, count } = rows[0] ?? { last: null, count: 0 };
  if (last !== null && !delivery.isHidden) {
    const readers = await readersOf(tx, delivery, last);
    const guests = readers.flatMap(({ uid, email }) => (uid === null ? [email] : []));
    const stopped = await guestsWithoutThanks(tx, guests);
    const wanted = readers.filter(({ uid, email }) => uid !== null || !stopped.has(email));
    await writeMails(
      tx,
      wanted.map((reader) => mailOf(delivery, reader, dependencies)),
      dependencies,
    );
  }
  const endedAt = count < sharesAtOnce ? dependencies.clock().toISOString() : null;
  await tx.execute(sql`
    update use_report_deliveries set reached_id = greatest(reached_id, ${last ?? 0}::bigint), ended_at = ${endedAt}::timestamptz
    where report_id = ${delivery.id}`);
}

/**
 * Donors of a part's gifts, each with the sum of all their shares in the report. A member is known by uid and written to
 * at the account's address, a guest by the application's. The offsets keep the plan to one reader at a time.
 */
async function readersOf(
  tx: Transaction,
  { id, reachedId }: Delivery,
  last: number,
): Promise<Reader[]> {
  const { rows } = await tx.execute<Reader>(sql`
    with part as materialized (
      select distinct on (coalesce(d.uid, a.email)) d.uid, coalesce(u.email, a.email) as email, a.email as "guestEmail",
        a.last_name || ' ' || a.first_name as name, d.appraisal_id
      from use_report_gifts g join donations d on d.appraisal_id = g.appraisal_id and d.reversed_at is null
      join applications a on a.appraisal_id = d.appraisal_id left join users u on u.uid = d.uid
      where g.report_id = ${id} and g.id > ${reachedId} and g.id <= ${last}
        and (d.uid is null or not exists (select from mail_preferences p
          where p.uid = d.uid and p.kind = 'thanks' and not p.is_wanted))
      order by coalesce(d.uid, a.email), g.id
    )
    select p.uid, p.email, p.name, p.appraisal_id as "appraisalId", sum(g.yen)::float8 as yen
    from part p cross join lateral (
      select appraisal_id from donations where uid = p.uid and reversed_at is null
      union all
      select d.appraisal_id from (select appraisal_id from applications where p.uid is null and email = p."guestEmail" offset 0) a
      join donations d on d.appraisal_id = a.appraisal_id and d.uid is null and d.reversed_at is null
    ) theirs join use_report_gifts g on g.appraisal_id = theirs.appraisal_id and g.report_id = ${id}
    where p.email <> ''
    group by p.uid, p.email, p.name, p.appraisal_id having sum(g.yen) > 0`);
  return rows;
}

function mailOf(report: Delivery, reader: Reader, { secret }: TellingDeps): Mail {
  const { uid, email } = reader;
  const key = uid ?? createHmac('sha256', secret).update(`report to ${email}`).digest('base64url');
  return {
    kind: 'use-report',
    dedupeKey: `use-report:${report.id}:${key}`,
    to: email,
    uid: uid ?? undefined,
    appraisalId: reader.appraisalId,
    data: {
      name: reader.name,
      associateName: report.associateName,
      title: report.title,
      period: `${formatDate(report.from)}〜${formatDate(report.to)}`,
      yen: reader.yen,
      path: `/associate/${report.associateId}/use-reports#report-${report.id}`,
    },
  };
}
