import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { unwriteArranged } from '#warehouse/tracking/unwrite-arranged.server.ts';
import type { ApplicationRow } from './application-row.server.ts';
import type { ApplicationState } from './application-state.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

/** Actor of a change to an application; a guest is known only by the mailed token. */
export type Doer = { doneBy: 'donor' | 'guest' | 'operator'; actorUid: string | null };

/**
 * Moves an application to another state, with its event. Returns undefined, without changes, if it is no longer in the
 * state read.
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
    /** The step that this one undoes or corrects. */
    undoes?: number | null;
    /** When the application entered the state; now by default. */
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
  // Drops unsent mails about a pickup, which will not happen.
  if (to === 'cancelled') await unwriteArranged(tx, row);
  return { ...moved, targetName: row.targetName };
}
