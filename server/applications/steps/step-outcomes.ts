import {
  type AdminStep,
  adminStepLabels,
  type StepOutcome,
} from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  transitions,
} from '#domain/applications/application-state.ts';

export const notDone = (
  appraisalId: string,
  state: ApplicationState | null,
  message: string,
): StepOutcome => ({ appraisalId, isDone: false, state, message });

export const absent = (appraisalId: string): StepOutcome =>
  notDone(appraisalId, null, 'この申込番号のお申し込みはありません。');

/** Why a step cannot be taken from a state. */
export function refused(
  appraisalId: string,
  state: ApplicationState,
  step: AdminStep,
): StepOutcome {
  const now = applicationStateFacts[state].admin;
  const message =
    transitions[step].to === state
      ? `すでに「${now}」です。`
      : `いまは「${now}」のため、「${adminStepLabels[step]}」はできません。`;
  return notDone(appraisalId, state, message);
}
