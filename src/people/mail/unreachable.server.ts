import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { normaliseEmail } from '#kit/values/email.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { isRecipientFailure } from './mail-failure.ts';
import { outboxMails } from './mail-tables.server.ts';

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
