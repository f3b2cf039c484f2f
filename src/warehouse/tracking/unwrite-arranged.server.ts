import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';

/** Deletes the mail that a pick-up is arranged, unless it may be under way; returns whether there was one. */
export async function unwriteArranged(
  tx: Transaction,
  { appraisalId }: { appraisalId: string },
): Promise<boolean> {
  const unsent = await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.appraisalId, appraisalId),
        eq(outboxMails.kind, 'pickup-arranged'),
        eq(outboxMails.state, 'waiting'),
        // A mail that was tried and is not due again may be under way.
        or(eq(outboxMails.attempts, 0), lte(outboxMails.availableAt, sql`now()`)),
      ),
    )
    .returning({ id: outboxMails.id });
  return unsent.length > 0;
}
