import { eq } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { formatInWords, timestampToDate } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import { type Approval, approvalStateLabels } from './approval.ts';

type MailDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'operatorEmail'>;
type Recipient = { uid: string; email: string };

const factsOf = ({ title, subject, askedBy }: Approval) => ({ title, subject, askedBy });

async function emailOf(tx: Transaction, uid: string): Promise<string> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.uid, uid));
  return row?.email ?? '';
}

/** Asks possible deciders for a decision. */
export function mailWaiting(
  tx: Transaction,
  approval: Approval,
  deciders: readonly Recipient[],
  dependencies: MailDeps,
): Promise<void> {
  const mails = deciders.map(
    ({ uid, email }): Mail => ({
      kind: 'approval-waiting',
      dedupeKey: `approval-waiting:${approval.id}:${uid}`,
      to: email,
      uid,
      data: factsOf(approval),
    }),
  );
  return writeMails(tx, mails, dependencies);
}

/** Notifies the requester and the operator's own address that it takes effect without a second person. */
export async function mailDelayed(
  tx: Transaction,
  approval: Approval,
  askedBy: string,
  dependencies: MailDeps,
): Promise<void> {
  const requesterEmail = await emailOf(tx, askedBy);
  const due = approval.dueAt === null ? '' : formatInWords(timestampToDate(approval.dueAt));
  const mails = [...new Set([requesterEmail, dependencies.operatorEmail])].map(
    (to): Mail => ({
      kind: 'approval-delayed',
      dedupeKey: `approval-delayed:${approval.id}:${to === requesterEmail ? 'asker' : 'operator'}`,
      to,
      data: { ...factsOf(approval), due },
    }),
  );
  await writeMails(tx, mails, dependencies);
}

/** Notifies the requester of the outcome. */
export async function mailDecided(
  tx: Transaction,
  approval: Approval,
  askedBy: string,
  dependencies: MailDeps,
): Promise<void> {
  const mail: Mail = {
    kind: 'approval-decided',
    dedupeKey: `approval-decided:${approval.id}`,
    to: await emailOf(tx, askedBy),
    uid: askedBy,
    data: {
      ...factsOf(approval),
      outcome: approvalStateLabels[approval.state],
      note: approval.note,
    },
  };
  await writeMails(tx, [mail], dependencies);
}
