import {
  type AdminApplication,
  type AdminStep,
  adminSteps,
} from '#domain/applications/admin-application.ts';

/** The steps by which an application goes on well; the others end it. */
const forward: readonly AdminStep[] = ['send-kit', 'receive-goods', 'receive-unsent'];

/** Whether a step ends an application beside the main line: asked about twice, with a note. */
export const isEnding = (step: AdminStep): boolean => !forward.includes(step);

/** The step that comes next when all goes well; undefined where it is not taken by hand. */
export function nextStepOf({ steps }: Pick<AdminApplication, 'steps'>): AdminStep | undefined {
  return steps.find((step) => !isEnding(step));
}

/** The steps that at least one of the applications allows, with how many do; those that go on first. */
export function stepsOf(
  applications: readonly Pick<AdminApplication, 'steps'>[],
): { step: AdminStep; count: number }[] {
  const ordered = [...forward, ...adminSteps.filter(isEnding)];
  return ordered.flatMap((step) => {
    const count = applications.filter(({ steps }) => steps.includes(step)).length;
    return count > 0 ? [{ step, count }] : [];
  });
}

/** How long an application has been where it is: 今日, 3日; — where nothing is left to do. */
export function elapsedLabel({
  state,
  elapsedDays,
}: Pick<AdminApplication, 'state' | 'elapsedDays'>): string {
  if (['remitted', 'thanked', 'cancelled', 'returned', 'unpriced'].includes(state)) return '—';
  return elapsedDays === 0 ? '今日' : `${elapsedDays}日`;
}
