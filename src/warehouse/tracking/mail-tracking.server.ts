import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { readParcels } from './parcels.server.ts';

type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

/**
 * Notifies a donor of slip numbers that came after the kit was marked as sent: in that mail if it is unsent, else in
 * one of its own. The same numbers are sent once.
 */
export async function mailTracking(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const parcels = await readParcels(tx, row.appraisalId);
  if (parcels.length === 0) return;
  await issueTokens(tx, dependencies, 'status', [row]);
  const waiting = await takeBack(tx, row.appraisalId);
  const numbers = parcels.map(({ number, trackingNumber }) => `${number}:${trackingNumber}`);
  const numbersDigest = createHash('sha256')
    .update(numbers.join())
    .digest('base64url')
    .slice(0, 16);
  await writeMail(
    tx,
    {
      kind: waiting === undefined ? 'kit-tracking' : 'kit-sent',
      dedupeKey: waiting ?? `kit-tracking:${row.appraisalId}:${numbersDigest}`,
      to: row.email,
      uid: row.uid ?? undefined,
      appraisalId: row.appraisalId,
      waitsMinutes: dependencies.mailDelayMinutes,
      data: {
        name: `${row.lastName} ${row.firstName}`,
        appraisalId: row.appraisalId,
        targetName: row.targetName,
        statusUrl: statusUrl(dependencies, row),
        parcels,
      },
    },
    dependencies,
  );
}

/**
 * Deletes mails not tried yet: the one that the kit left, and one with outdated numbers. Returns the key of the
 * first.
 */
async function takeBack(tx: Transaction, appraisalId: string): Promise<string | undefined> {
  const mails = await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.appraisalId, appraisalId),
        inArray(outboxMails.kind, ['kit-sent', 'kit-tracking']),
        eq(outboxMails.state, 'waiting'),
        eq(outboxMails.attempts, 0),
      ),
    )
    .returning({ kind: outboxMails.kind, dedupeKey: outboxMails.dedupeKey });
  return mails.find(({ kind }) => kind === 'kit-sent')?.dedupeKey;
}
