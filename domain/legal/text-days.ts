/**
 * Since when there are terms and a policy, and since when they hold as they stand: days YYYY-MM-DD.
 * People agree from the moment that a text is published, so that it may hold from no later day;
 * an earlier application stays under the terms of its own day.
 */
export const textDays = {
  terms: { since: '2017-09-01', asOf: '2026-11-23' },
  privacyPolicy: { since: '2017-09-01', asOf: '2026-11-23' },
} as const;
