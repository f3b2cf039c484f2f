import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { unwriteArranged } from '#warehouse/tracking/parcels.server.ts';
import type { ApplicationRow } from './application-row.server.ts';
import { type ApplicationState, next } from './application-state.ts';
import { applicationEvents, applications } from './application-tables.server.ts';
import { mailStep } from './donor-mails.server.ts';

/** Refusal of a change once the kit is being sent. */
export const tooLate = () =>
  refuse(
    'Conflict',
    '箱の発送のお手続きが始まっているため、この画面からは変えられません。お手数ですが、お問い合わせください。',
  );

/**
 * Cancels a locked application that the caller has proven to be the doer's, and notifies them by mail. Idempotent;
 * refuses once the kit leaves, or if `version` is outdated.
 */
export async function cancelLocked(
  tx: Transaction,
  row: ApplicationRow,
  doer: Doer,
  {
    version,
    ...dependencies
  }: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'> & { version: number | undefined },
): Promise<ApplicationRow> {
  if (row.state === 'cancelled') return row;
  const to = next(row.state as ApplicationState, 'cancel');
  if (to === undefined) throw tooLate();
  if (version !== row.version) throw stale();
  const moved = await moveApplication(tx, row, to, { ...doer, at: dependencies.clock() });
  if (!moved) throw stale();
  await mailStep(tx, moved, dependencies);
  return moved;
}

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
