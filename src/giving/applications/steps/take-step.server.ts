import type { SQL } from 'drizzle-orm';
import { asc } from 'drizzle-orm';
import type { AdminStep } from '#giving/applications/admin-application.ts';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import {
  type ApplicationState,
  allowedSteps,
  transitions,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailStep } from '#giving/applications/donor-mails.server.ts';
import { moveApplication } from '#giving/applications/move-application.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';

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
