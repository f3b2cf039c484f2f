/**
 * First day of any terms and policy, and effective day of the current built-in ones, YYYY-MM-DD.
 * People accept a text from its publication on, so it must be effective by that day; earlier
 * applications stay under the terms of their own day.
 */
export const textDays = {
  terms: { since: '2017-09-01', asOf: '2026-11-23' },
  privacyPolicy: { since: '2017-09-01', asOf: '2026-11-23' },
} as const;
