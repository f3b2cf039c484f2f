import { type AdminStep, adminStepLabels } from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  transitions,
} from '#domain/applications/application-state.ts';
import type { SeenApplication, StepOutcome } from '#domain/applications/step-changes.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import type { Transaction } from '#server/db/database.ts';
import { changesSince } from './since-then.ts';

type StepRow = Pick<ApplicationRow, 'appraisalId' | 'state' | 'version'>;

export const failedOutcome = (
  { appraisalId, state, version }: StepRow,
  message: string,
): StepOutcome => ({
  appraisalId,
  isDone: false,
  state: state as ApplicationState,
  version,
  message,
});

export const absent = (appraisalId: string): StepOutcome => ({
  appraisalId,
  isDone: false,
  state: null,
  version: null,
  message: 'この申込番号のお申し込みはありません。',
});

/** Outcome for an application changed since it was shown: untouched, with what happened. */
export async function staleOutcome(
  tx: Transaction,
  row: StepRow,
  seen: SeenApplication,
  at: Date,
): Promise<StepOutcome> {
  const told = await changesSince(tx, row, seen.version, at);
  return { ...failedOutcome(row, told), isStale: true };
}

/** Outcome for a step that is impossible in a state, with the reason. */
export function refused(row: StepRow, step: AdminStep): StepOutcome {
  const state = row.state as ApplicationState;
  const now = applicationStateFacts[state].admin;
  const message =
    transitions[step].to === state
      ? `すでに「${now}」です。`
      : `いまは「${now}」のため、「${adminStepLabels[step]}」はできません。`;
  return failedOutcome(row, message);
}
