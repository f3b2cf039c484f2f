import type { ApplicationState } from '#giving/applications/application-state.ts';
import { addDays } from '#kit/values/timestamp.ts';

/** Steps with a promised number of days: sending the kit, appraisal, remittance. */
export const promisedSteps = ['kit', 'appraisal', 'remittance'] as const;
export type PromisedStep = (typeof promisedSteps)[number];

/** Days per step, counted from the day on which the application entered its state. */
export type PromisedDays = Record<PromisedStep, number>;

export const defaultPromisedDays: PromisedDays = { kit: 3, appraisal: 14, remittance: 60 };
export const mostPromisedDays = 180;

export const promisedStepLabels: Record<PromisedStep, string> = {
  kit: '箱の発送',
  appraisal: '査定',
  remittance: '送金',
};

/** The promise that runs in each state. */
export const promiseOf = {
  applied: 'kit',
  'goods-received': 'appraisal',
  donated: 'remittance',
} as const satisfies Partial<Record<ApplicationState, PromisedStep>>;

/**
 * Promised day (YYYY-MM-DD) of the next step, '' if nothing is promised. A kit is not late before
 * the wished day, and donors with their own carton wait for none.
 */
export function promisedDay(
  application: {
    state: ApplicationState;
    /** Day of entering the state. */
    since: string;
    deliveryDate: string;
    needsKit: boolean;
    /** Gifts to a fund are paid out when the fund decides: no day is promised. */
    kind: 'direct' | 'fund';
  },
  days: PromisedDays,
): string {
  const { state, since, deliveryDate, needsKit, kind } = application;
  const step: PromisedStep | undefined = (promiseOf as Partial<Record<string, PromisedStep>>)[
    state
  ];
  if (step === undefined || (step === 'kit' && !needsKit)) return '';
  if (step === 'remittance' && kind === 'fund') return '';
  const on = addDays(since, days[step]);
  return step === 'kit' && deliveryDate > on ? deliveryDate : on;
}
