import {
  type AdminApplication,
  type AdminStep,
  adminSteps,
} from '#domain/applications/admin-application.ts';
import { may } from '#domain/auth/permissions.ts';
import type { Role } from '#domain/auth/roles.ts';

/** The steps by which an application goes on well; the others end it. */
const forward: readonly AdminStep[] = ['send-kit', 'receive-goods', 'receive-unsent', 'remit'];

/** Whether a step ends an application beside the main line: asked about twice, with a note. */
export const isEnding = (step: AdminStep): boolean => !forward.includes(step);

/** Whether a step takes effect only once a second person has approved it (docs/decisions/0031). */
export const needsSecondPerson = (step: AdminStep): boolean => step === 'remit';

/** Boxes are moved by whoever sees them; what was paid is noted by those who pay. */
const mayTake = (role: Role | undefined, step: AdminStep): boolean =>
  step !== 'remit' || may(role, 'remittances.mark');

/** The step that comes next when all goes well; undefined where it is not taken by hand, or not by this role. */
export function nextStepOf(
  { steps }: Pick<AdminApplication, 'steps'>,
  role: Role | undefined,
): AdminStep | undefined {
  return steps.find((step) => !isEnding(step) && mayTake(role, step));
}

/**
 * The steps that at least one of the applications allows and the role may take, with how many do; those that go on
 * first.
 */
export function stepsOf(
  applications: readonly Pick<AdminApplication, 'steps'>[],
  role: Role | undefined,
): { step: AdminStep; count: number }[] {
  const ordered = [...forward, ...adminSteps.filter(isEnding)].filter((step) =>
    mayTake(role, step),
  );
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
