import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
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

/** Notifies one part; false if the batch was reversed or another process is at it. */
const notifyPart = (ctx: Context, batchId: string, rowIds: readonly string[]) =>
  transaction(ctx.db, async (tx) => {
    const [locked] = await tx
      .select({ id: resultBatches.id })
      .from(resultBatches)
      .where(and(eq(resultBatches.id, batchId), hasMailsDue))
      .for('update', { skipLocked: true });
    if (!locked) return false;
    await mailResults(tx, await findResults(tx, rowIds), ctx);
    return true;
  });

async function notifyBatch(ctx: Context, batchId: string, signal?: AbortSignal): Promise<void> {
  const { db } = ctx;
  const rows = await db
    .select({ id: appraisals.id })
    .from(appraisals)
    // A correction notifies its donor itself.
    .where(and(eq(appraisals.batchId, batchId), isNull(appraisals.correctsId)))
    .orderBy(asc(appraisals.rowNumber));
  for (let from = 0; from < rows.length; from += donorsAtOnce) {
    if (signal?.aborted) return;
    const part = rows.slice(from, from + donorsAtOnce).map(({ id }) => id);
    if (!(await notifyPart(ctx, batchId, part))) return;
  }
  await db.update(resultBatches).set({ mailsDue: false }).where(eq(resultBatches.id, batchId));
}

/** Notifies the donors of all marked batches. */
export async function notifyDonors(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { db } = ctx;
  const due = await db.select({ id: resultBatches.id }).from(resultBatches).where(hasMailsDue);
  for (const { id } of due) await notifyBatch(ctx, id, signal);
}

/** Releases what is due, then tells its donors. */
async function releaseAndNotify(ctx: Context, signal: AbortSignal): Promise<void> {
  await releaseDue(ctx).catch((error: unknown) => {
    logFailure('results are released later', error);
  });
  await notifyDonors(ctx, signal);
}

/** Releases due results and notifies donors, behind the requests. */
export const resultWork = (ctx: Context, everyMs = pollEveryMs) =>
  poll((signal) => releaseAndNotify(ctx, signal), {
    job: 'results',
    everyMs,
    failing: 'donors are notified later',
  });

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
