/** The steps of the form in order; the last one follows the submission. */
export const formSteps = ['goods', 'recipient', 'confirm', 'complete'] as const;
export type FormStep = (typeof formSteps)[number];

export const stepLabels: Record<FormStep, string> = {
  goods: 'お品物',
  recipient: 'お届け先',
  confirm: '確認',
  complete: '完了',
};

/** The form's state in a history entry: its step, and on the last one the number. */
export type StepState = { step?: FormStep; appraisalId?: string };

/** Whether a history entry is one of the steps after the first. */
export function isPastFirstStep(state: unknown): boolean {
  const { step = 'goods' } = (state ?? {}) as StepState;
  return step !== 'goods' && formSteps.includes(step);
}
