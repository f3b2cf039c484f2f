import { and, eq, sql } from 'drizzle-orm';
import type { ApplicationState } from '#domain/applications/application-state.ts';
import type { Transaction } from '#server/db/database.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { unwriteArranged } from '#server/tracking/unwrite-arranged.ts';
import type { ApplicationRow } from './application-row.ts';

/** Who does something to an application; a guest is known by the mailed token alone. */
export type Doer = { doneBy: 'donor' | 'guest' | 'operator'; actorUid: string | null };

/**
 * Moves an application from the state it was read in to another, with its event. Undefined, and
 * nothing done, when somebody else moved it first.
 */
export async function moveApplication(
  tx: Transaction,
  row: ApplicationRow,
  to: ApplicationState,
  {
    doneBy,
    actorUid,
    note = '',
    undoes = null,
    since,
    at,
  }: Doer & {
    note?: string;
    /** The step that this one takes back or sets right. */
    undoes?: number | null;
    /** Since when the application counts as being in that state; now by default. */
    since?: Date;
    at: Date;
  },
): Promise<ApplicationRow | undefined> {
  const [moved] = await tx
    .update(applications)
    .set({ state: to, stateChangedAt: since ?? at, version: sql`${applications.version} + 1` })
    .where(and(eq(applications.appraisalId, row.appraisalId), eq(applications.state, row.state)))
    .returning();
  if (!moved) return undefined;
  await tx.insert(applicationEvents).values({
    appraisalId: row.appraisalId,
    fromState: row.state,
    toState: to,
    doneBy,
    actorUid,
    note,
    undoes,
    at,
  });
  // Nothing is fetched any more; of what was arranged before, its donor need not hear.
  if (to === 'cancelled') await unwriteArranged(tx, row);
  return { ...moved, targetName: row.targetName };
}
