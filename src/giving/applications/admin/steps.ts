import {
  type AdminApplication,
  type AdminStep,
  adminSteps,
} from '#giving/applications/admin-application.ts';

/** The steps along the main line; the others end an application. */
const forward: readonly AdminStep[] = ['send-kit', 'receive-goods', 'receive-unsent'];

/** Whether a step ends an application early: confirmed with a note. */
export const isEndingStep = (step: AdminStep): boolean => !forward.includes(step);

/** The next step on the main line; undefined where it is not taken by hand. */
export function nextStepOf({ steps }: Pick<AdminApplication, 'steps'>): AdminStep | undefined {
  return steps.find((step) => !isEndingStep(step));
}

/** The steps that at least one of the applications allows, with how many do; the main line first. */
export function stepsOf(
  applications: readonly Pick<AdminApplication, 'steps'>[],
): { step: AdminStep; count: number }[] {
  const ordered = [...forward, ...adminSteps.filter(isEndingStep)];
  return ordered.flatMap((step) => {
    const count = applications.filter(({ steps }) => steps.includes(step)).length;
    return count > 0 ? [{ step, count }] : [];
  });
}

/** Time since an application entered its state: 今日, 3日; — where nothing is left to do. */
export function elapsedLabel({
  state,
  elapsedDays,
}: Pick<AdminApplication, 'state' | 'elapsedDays'>): string {
  if (['remitted', 'thanked', 'cancelled', 'returned', 'unpriced'].includes(state)) return '—';
  return elapsedDays === 0 ? '今日' : `${elapsedDays}日`;
}
