import type { PromisedStep } from './promised-days.ts';

/** Window of the measurement in days. */
export const measuredOver = 90;

/** Median duration of each step in days, and sample size; steps without samples are omitted. */
export type MeasuredDays = Partial<Record<PromisedStep, { days: number; count: number }>>;

/** Formats a median: 1日以内, 約3日. */
export const inDays = (days: number): string => (days <= 1 ? '1日以内' : `約${Math.round(days)}日`);
