import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { arrivalProblems } from '#warehouse/intake/arrival.ts';
import { arrivalColumn } from '#warehouse/intake/arrival-column.server.ts';
import { isAboutArrival, type PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import { isStillWaiting } from './flagged.server.ts';
import type { StoredItem, StoredResult } from './write-waiting.server.ts';

const rowsAtOnce = 1_000;

/**
 * Recomputes waiting rows' flags about boxes: drops those that no longer apply, and asks about new ones despite an
 * earlier reason. Skips rows being edited.
 */
async function refresh(tx: Transaction, which: SQL): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await tx
      .select({
        id: waitingResults.id,
        result: waitingResults.result,
        items: waitingResults.items,
        flags: waitingResults.flags,
        application: {
          appraisalId: applications.appraisalId,
          state: applications.state,
          boxes: applications.boxes,
          products: applications.products,
          arrival: arrivalColumn,
        },
      })
      .from(waitingResults)
      .innerJoin(applications, eq(applications.appraisalId, waitingResults.appraisalId))
      .where(and(which, isStillWaiting, gt(waitingResults.appraisalId, after)))
      .orderBy(asc(waitingResults.appraisalId))
      .limit(rowsAtOnce)
      .for('update', { of: waitingResults, skipLocked: true });
    for (const { id, application, ...row } of rows) {
      const waitingResult = { ...(row.result as StoredResult), items: row.items as StoredItem[] };
      const before = row.flags as PlausibilityFlag[];
      const now = arrivalProblems(waitingResult, application, application.arrival);
      const known = new Set(before.filter(isAboutArrival).map(({ message }) => message));
      const isNew = now.some(({ message }) => !known.has(message));
      if (!isNew && now.length === known.size) continue;
      const flags = [...before.filter((flag) => !isAboutArrival(flag)), ...now];
      await tx
        .update(waitingResults)
        .set({ flags, ...((isNew || flags.length === 0) && { overrideReason: '' }) })
        .where(eq(waitingResults.id, id));
    }
    const last = rows.at(-1)?.application.appraisalId;
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last;
  }
}

/** Rows of a batch, before its release. */
export const refreshArrivals = (tx: Transaction, batchId: string): Promise<void> =>
  refresh(tx, eq(waitingResults.batchId, batchId));

/** Row of an application, after one of its boxes arrived or changed on the exception shelf. */
export const refreshArrival = (tx: Transaction, appraisalId: string): Promise<void> =>
  refresh(tx, eq(waitingResults.appraisalId, appraisalId));
