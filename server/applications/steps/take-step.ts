import type { SQL } from 'drizzle-orm';
import { asc } from 'drizzle-orm';
import type { AdminStep } from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  allowedSteps,
  transitions,
} from '#domain/applications/application-state.ts';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#server/applications/application-row.ts';
import { mailStep } from '#server/applications/donor-mails.ts';
import { moveApplication } from '#server/applications/move-application.ts';
import type { Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Locks applications until the transaction ends, ordered by number to avoid deadlocks. */
export async function lockApplications(
  tx: Transaction,
  which: SQL | undefined,
): Promise<ApplicationRow[]> {
  const found = await selectApplications(tx, which)
    .orderBy(asc(applications.appraisalId))
    .for('update', { of: applications });
  return found.map(toRow);
}

export type StepDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

type Taken = {
  step: AdminStep;
  note: string | undefined;
  actorUid: string;
  /** 'system' if a scan or a carrier's file implies the step. */
  by?: 'operator' | 'system';
};

/**
 * Takes a step with a locked application and notifies its donor, after the time for undoing it; returns undefined,
 * without changes, if impossible.
 */
export async function takeStep(
  tx: Transaction,
  row: ApplicationRow,
  { step, note, actorUid, by = 'operator' }: Taken,
  dependencies: StepDeps,
): Promise<ApplicationRow | undefined> {
  if (!allowedSteps(row.state as ApplicationState, by, row).includes(step)) return undefined;
  const { to } = transitions[step];
  const at = dependencies.clock();
  const moved = await moveApplication(tx, row, to, { doneBy: 'operator', actorUid, note, at });
  if (!moved) return undefined;
  await mailStep(tx, moved, dependencies, dependencies.mailDelayMinutes);
  return moved;
}
