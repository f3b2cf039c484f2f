import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { arrivalColumn } from '#warehouse/intake/arrival-column.server.ts';
import { mailResults, type NotifiedResult } from './result-mails.server.ts';
import { appraisals, resultBatches } from './result-tables.server.ts';
import { releaseDue } from './waiting/release-due.server.ts';

/** Donors per transaction; a small number, so that a reversal of the batch does not wait. */
const donorsAtOnce = 500;
const pollEveryMs = 5_000;

const hasMailsDue = and(eq(resultBatches.mailsDue, true), isNull(resultBatches.reversedAt));

/**
 * Writes the mails of large batches after the import's commit, since they take as long as the rest of it. The import
 * marks the batch in its own transaction, so no donor is missed; a restart begins again, and existing mails are not
 * written twice.
 */
export const donorNotifications = (dependencies: Dependencies, everyMs = pollEveryMs) => {
  const { db } = dependencies;

  /** Notifies one part; false if the batch was reversed or another process is at it. */
  const notifyPart = (batchId: string, rowIds: readonly string[]) =>
    transaction(db, async (tx) => {
      const [locked] = await tx
        .select({ id: resultBatches.id })
        .from(resultBatches)
        .where(and(eq(resultBatches.id, batchId), hasMailsDue))
        .for('update', { skipLocked: true });
      if (!locked) return false;
      await mailResults(tx, await findResults(tx, rowIds), dependencies);
      return true;
    });

  async function notifyBatch(batchId: string, signal?: AbortSignal): Promise<void> {
    const rows = await db
      .select({ id: appraisals.id })
      .from(appraisals)
      // A correction notifies its donor itself.
      .where(and(eq(appraisals.batchId, batchId), isNull(appraisals.correctsId)))
      .orderBy(asc(appraisals.rowNumber));
    for (let from = 0; from < rows.length; from += donorsAtOnce) {
      if (signal?.aborted) return;
      const part = rows.slice(from, from + donorsAtOnce).map(({ id }) => id);
      if (!(await notifyPart(batchId, part))) return;
    }
    await db.update(resultBatches).set({ mailsDue: false }).where(eq(resultBatches.id, batchId));
  }

  /** Notifies the donors of all marked batches. */
  async function notifyDonors(signal?: AbortSignal): Promise<void> {
    const due = await db.select({ id: resultBatches.id }).from(resultBatches).where(hasMailsDue);
    for (const { id } of due) await notifyBatch(id, signal);
  }

  /** Releases what is due, then tells its donors. */
  async function tell(signal: AbortSignal): Promise<void> {
    await releaseDue(dependencies).catch((error: unknown) => {
      logFailure('results are released later', error);
    });
    await notifyDonors(signal);
  }
  const { start, stop } = poll(tell, {
    job: 'results',
    everyMs,
    failing: 'donors are notified later',
  });
  return { notifyDonors, startTelling: start, stopTelling: stop };
};

/** Results of stored rows, in a standing batch, for their donors' mails. */
async function findResults(tx: Transaction, rowIds: readonly string[]): Promise<NotifiedResult[]> {
  const rows = await tx
    .select({
      id: appraisals.id,
      outcome: appraisals.outcome,
      donationYen: appraisals.donationYen,
      donationId: donations.id,
      appraisalId: applications.appraisalId,
      linkGeneration: applications.linkGeneration,
      uid: applications.uid,
      email: applications.email,
      lastName: applications.lastName,
      firstName: applications.firstName,
      needReceipt: applications.needReceipt,
      boxes: applications.boxes,
      arrival: arrivalColumn,
      targetName: sql<string>`coalesce(${associates.name}, ${socialChallenges.fundName}, '')`,
    })
    .from(appraisals)
    .innerJoin(applications, eq(applications.appraisalId, appraisals.appraisalId))
    .leftJoin(
      donations,
      and(
        // Also by number, which is indexed.
        eq(donations.appraisalId, appraisals.appraisalId),
        eq(donations.appraisalRowId, appraisals.id),
        isNull(donations.reversedAt),
      ),
    )
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    // A result corrected meanwhile is announced by its replacement.
    .where(and(eq(appraisals.id, oneOf(rowIds)), isNull(appraisals.reversedAt)));
  return rows.map(({ id, outcome, donationYen, donationId, ...application }) => ({
    id,
    result: { outcome: outcome as NotifiedResult['result']['outcome'], donationYen },
    isOnHold: outcome === 'completed' && donationId === null,
    application,
  }));
}
