import { type AdminStep, adminStepLabels } from '#giving/applications/admin-application.ts';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  transitions,
} from '#giving/applications/application-state.ts';
import type { SeenApplication, StepOutcome } from '#giving/applications/step-changes.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { changesSince } from './since-then.server.ts';

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
