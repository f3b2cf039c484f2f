import type { PromisedStep } from './promised-days.ts';

/** Over how many days it is measured how long a step takes. */
export const measuredOver = 90;

/** The median of each step in days, and of how many; a step that was not taken is left out. */
export type MeasuredDays = Partial<Record<PromisedStep, { days: number; count: number }>>;

/** A median in words: 1日以内, 約3日. */
export const inDays = (days: number): string => (days <= 1 ? '1日以内' : `約${Math.round(days)}日`);
