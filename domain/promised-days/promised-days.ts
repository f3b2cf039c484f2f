import type { ApplicationState } from '#domain/applications/application-state.ts';
import { addDays } from '#domain/values/timestamp.ts';

/** What the operator promises a number of days for: that the kit leaves, the appraisal, the remittance. */
export const promisedSteps = ['kit', 'appraisal', 'remittance'] as const;
export type PromisedStep = (typeof promisedSteps)[number];

/** Days of each step, counted from the day on which an application came into its state. */
export type PromisedDays = Record<PromisedStep, number>;

export const deliveredPromisedDays: PromisedDays = { kit: 3, appraisal: 14, remittance: 60 };
export const mostPromisedDays = 180;

export const promisedStepLabels: Record<PromisedStep, string> = {
  kit: '箱の発送',
  appraisal: '査定',
  remittance: '送金',
};

/** The states in which a promise runs. */
export const promiseOf = {
  applied: 'kit',
  'goods-received': 'appraisal',
  donated: 'remittance',
} as const satisfies Partial<Record<ApplicationState, PromisedStep>>;

/**
 * The day YYYY-MM-DD until which an application is promised to go on, '' where nothing is promised. A kit that was
 * wished for a later day is not late before that day, and who packs a carton of their own waits for no kit.
 */
export function promisedDay(
  application: {
    state: ApplicationState;
    /** The day of its state. */
    since: string;
    deliveryDate: string;
    needsKit: boolean;
  },
  days: PromisedDays,
): string {
  const { state, since, deliveryDate, needsKit } = application;
  const step: PromisedStep | undefined = (promiseOf as Partial<Record<string, PromisedStep>>)[
    state
  ];
  if (step === undefined || (step === 'kit' && !needsKit)) return '';
  const on = addDays(since, days[step]);
  return step === 'kit' && deliveryDate > on ? deliveryDate : on;
}
