import { type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { Received } from '#kit/values/reference-number.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { type AuditQuestion, type AuditSubject, auditSubjects } from './audit-question.ts';
import { inbox } from './inbox.server.ts';

const known: Record<AuditSubject, (id: string) => SQL> = {
  posting: (id) => sql`select 1 from ledger_lines where posting_id = ${id} limit 1`,
  remittance: (id) => sql`select 1 from remittances where id = ${id}`,
  receipt: (id) => sql`select 1 from receipts where number = ${id}`,
};

/**
 * Files an auditor's question about a posting, a remittance or a receipt as a message, once for a key: operators find it
 * among the messages to answer, and the answer goes to the auditor by mail. Recorded.
 */
export async function askAsAuditor(
  ctx: Context,
  person: Person,
  { subject, subjectId, question }: AuditQuestion,
  { address, key }: { address: string; key: string | undefined },
): Promise<Received> {
  const { db, clock } = ctx;
  const label = auditSubjects[subject];
  if ((await db.execute(known[subject](subjectId))).rows.length === 0) throw notFound(label);
  const { rows } = await db.execute<{ name: string; email: string }>(sql`
    select ${personName(sql`u.uid`)} as name, u.email from users u where u.uid = ${person.uid}`);
  const { name = '', email = '' } = rows[0] ?? {};
  const received = await inbox(ctx).contact(
    { actor: person, address, key },
    {
      ...{ name: name || email, email, kind: 'other', appraisalId: '' },
      message: `【監査の質問】${label} ${subjectId}\n\n${question}`,
    },
  );
  await audit(db, person, 'messages.question', [subject, subjectId], {
    at: clock(),
    message: received.id,
  });
  return received;
}
