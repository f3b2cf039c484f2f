import { and, desc, eq, inArray } from 'drizzle-orm';
import { isRecipientFailure } from '#domain/mail/mail-failure.ts';
import { normaliseEmail } from '#domain/values/email.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { outboxMails } from '#server/db/schema/mail.ts';

/** Bounce or final refusal of the newest mail to an address; null if that mail arrived. */
export async function readUnreachable(tx: Database | Transaction, email: string) {
  const [newest] = await tx
    .select({
      id: outboxMails.id,
      state: outboxMails.state,
      lastError: outboxMails.lastError,
      createdAt: outboxMails.createdAt,
    })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.recipient, normaliseEmail(email)),
        inArray(outboxMails.state, ['sent', 'dead']),
      ),
    )
    .orderBy(desc(outboxMails.id))
    .limit(1);
  if (newest?.state !== 'dead' || !isRecipientFailure(newest.lastError)) return null;
  const { id, lastError, createdAt } = newest;
  return { mailId: String(id), lastError, since: toTimestamp(createdAt) };
}
