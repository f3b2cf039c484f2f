import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { operatorAddress } from '#people/service-facts/service-facts.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import type { PledgeReport } from './pledge-draft.ts';
import { pledges, pledgeReports as reportsTable } from './pledge-tables.server.ts';
import { readStoredPledges } from './read-pledges.server.ts';

/** Reporter: the caller as the route knows them, and the address that limits count by. */
export type Reporter = { actor: Actor; address: string };

/**
 * Stores a report and mails it to the operator, without the reporter. Refuses a pledge that is not public. Beyond
 * the limit of such mails the report is stored only.
 */
export async function reportPledge(
  context: Context,
  { actor, address }: Reporter,
  pledgeId: string,
  { reason }: PledgeReport,
): Promise<void> {
  const { db, clock } = context;
  if (!isRecordId(pledgeId)) throw notFound('#mypledge');
  await countTry(attempts(context), [['reporting by address', countedAddress(address)]]);
  await transaction(db, async (tx) => {
    const isReportable = and(eq(pledges.id, pledgeId), eq(pledges.state, 'published'));
    const [stored] = await readStoredPledges(tx, isReportable);
    if (!stored) throw notFound('#mypledge');
    const id = randomUUID();
    await tx.insert(reportsTable).values({
      id,
      pledgeId,
      reporterUid: actor.kind === 'person' ? actor.uid : null,
      reason,
      createdAt: clock(),
    });
    // Inside the transaction, so that a refused report spends nothing.
    const mails = attempts({ ...context, db: tx });
    if (!(await mails.spend(['mails to the operator', ''])).isAllowed) return;
    const { associateName } = stored.pledge.donation;
    const dedupeKey = `pledge-reported:${id}`;
    const data = { id, associateName, reason };
    const to = await operatorAddress(tx, context);
    await writeMail(tx, { kind: 'pledge-reported', dedupeKey, to, data }, context);
  });
}
