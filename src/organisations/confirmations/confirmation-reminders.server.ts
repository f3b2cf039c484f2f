import { sql } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addDays, formatDate, jstDay } from '#kit/values/timestamp.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { reminderDays } from './confirmation.ts';

type ReminderDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>;
type Due = {
  id: string;
  days: number;
  associateId: string;
  associateName: string;
  amountYen: number;
  receivedOn: string;
  uid: string;
  email: string;
};

/** Days for which a mail missed while the product was down is still written. */
const graceDays = 6;

/** Asks an organisation's people to confirm what arrived, 7 and 30 days after, once each. Idempotent; run hourly. */
export const remindOfConfirmations = (dependencies: ReminderDeps): Promise<void> =>
  transaction(dependencies.db, async (tx) => {
    const due = await selectDue(tx, jstDay(dependencies.clock()));
    await writeMails(
      tx,
      due.map((one) => ({
        kind: 'transfer-unconfirmed' as const,
        dedupeKey: `transfer-unconfirmed:${one.id}:${one.days}:${one.uid}`,
        to: one.email,
        uid: one.uid,
        data: {
          associateName: one.associateName,
          amountYen: one.amountYen,
          receivedOn: formatDate(one.receivedOn),
          path: `/staff/${one.associateId}/uses`,
        },
      })),
      dependencies,
    );
  });

async function selectDue(tx: Transaction, today: string): Promise<Due[]> {
  const windows = reminderDays.map(
    (days) =>
      sql`(${days}::int, ${addDays(today, -days - graceDays)}::date, ${addDays(today, -days)}::date)`,
  );
  // People of a merged organisation belong to the one that it was merged into.
  const { rows } = await tx.execute<Due>(sql`
    select r.id, w.days, m.associate_id as "associateId", a.name as "associateName", r.amount_yen::float8 as "amountYen",
      r.received_on::text as "receivedOn", u.uid, u.email
    from (values ${sql.join(windows, sql`, `)}) as w (days, first, last)
    join remittances r on r.state = 'confirmed' and r.received_on between w.first and w.last
    join associates a on a.id = r.associate_id
    join staff_memberships m on m.associate_id = coalesce(a.merged_into, a.id)
    join users u on u.uid = m.uid and u.locked_at is null and u.role = 'staff'
    where coalesce((select c.is_taken_back from transfer_confirmations c where c.remittance_id = r.id
      order by c.number desc limit 1), true)
    and not exists (select from outbox_mails o
      where o.dedupe_key = 'transfer-unconfirmed:' || r.id || ':' || w.days || ':' || u.uid)
    order by r.id, u.uid, w.days`);
  return rows;
}
