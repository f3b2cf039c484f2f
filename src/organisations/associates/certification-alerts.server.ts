import { sql } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { alertDays } from './admin-associate.ts';

type AlertDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret' | 'operatorEmail'>;
type Due = {
  id: number;
  daysBefore: number;
  daysLeft: number;
  associateId: string;
  associateName: string;
  number: string;
  expiresOn: string;
  editors: { uid: string; email: string }[];
};

const rowsAtOnce = 200;

/** Mails that a certification ends soon, 90, 30 and 7 days before, once each. */
export const certificationAlertMails = (dependencies: AlertDeps) => {
  const { db, clock } = dependencies;
  return {
    /** Writes mails that are due. Idempotent; run hourly. */
    async write(): Promise<void> {
      for (;;) {
        const count = await transaction(db, async (tx) => {
          const due = await claimDue(tx, clock());
          await writeMails(
            tx,
            due.flatMap((one) => mailsOf(one, dependencies)),
            dependencies,
          );
          return due.length;
        });
        if (count < rowsAtOnce) return;
      }
    },
  };
};

/**
 * Records due alerts, only the most urgent one per certification: one recorded late does not send three mails at once.
 * A certification with a successor needs none.
 */
async function claimDue(tx: Transaction, at: Date): Promise<Due[]> {
  const today = jstDay(at);
  const [farthest] = alertDays;
  const { rows } = await tx.execute<Due>(sql`
    with due as (
      select c.id, c.associate_id, c.number, c.expires_on, min(d.days) as days
      from associate_certifications c
      join associates a on a.id = c.associate_id and a.state in ('published', 'paused')
      join unnest(${sql.raw(`array[${alertDays.join(',')}]`)}) as d(days)
        on c.expires_on <= ${today}::date + d.days
      where c.expires_on between ${today}::date and ${addDays(today, farthest)}::date
        and c.withdrawn_at is null
        and not exists (select from associate_certifications later where later.associate_id = c.associate_id
          and later.withdrawn_at is null and later.expires_on > c.expires_on)
      group by c.id
    ), noted as (
      insert into certification_alerts (certification_id, days_before, at)
      select id, days, ${at.toISOString()}::timestamptz from due
      where not exists (select from certification_alerts n where n.certification_id = due.id and n.days_before <= due.days)
      order by id limit ${rowsAtOnce}
      on conflict do nothing returning certification_id, days_before
    )
    select due.id, n.days_before as "daysBefore", due.expires_on - ${today}::date as "daysLeft", a.id as "associateId", a.name as "associateName",
      due.number, due.expires_on::text as "expiresOn",
      coalesce((select json_agg(json_build_object('uid', u.uid, 'email', u.email) order by u.uid)
        from staff_memberships m join users u on u.uid = m.uid
        where m.associate_id = a.id and m.role = 'editor' and u.role = 'staff'), '[]'::json) as editors
    from noted n join due on due.id = n.certification_id join associates a on a.id = due.associate_id
    order by due.id`);
  return rows;
}

function mailsOf(due: Due, { operatorEmail }: Pick<AlertDeps, 'operatorEmail'>) {
  const { id, daysBefore, daysLeft, associateId, associateName, number, expiresOn, editors } = due;
  const lastDay = expiresOn.replaceAll('-', '/');
  const mail = (to: string, path: string, uid?: string) => ({
    kind: 'certification-ending' as const,
    dedupeKey: `certification-ending:${id}:${daysBefore}:${uid ?? 'operator'}`,
    to,
    uid,
    data: { associateId, associateName, number, lastDay, daysLeft, path },
  });
  return [
    mail(operatorEmail, `/admin/associates/${associateId}`),
    ...editors.map(({ uid, email }) => mail(email, `/staff?associate=${associateId}`, uid)),
  ];
}
