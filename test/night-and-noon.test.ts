import { expect, test } from 'vitest';
import { insertBoundaryRows } from './days/boundary-rows.ts';
import { readsOf } from './days/reads.ts';
import { differing } from './days/without-times.ts';
import { openWorld, sampleDatabase } from './days/worlds.ts';

// One world twice. In one of them everything happens between midnight and nine in Japan, when Greenwich and New York, the
// time zone of its database, still have the day before; in the other one in the afternoon of the same days. What people
// see, are sent and find stored is the same but for the time of day. The day begins a month and a year.

const sample = await sampleDatabase(insertBoundaryRows);
const night = await openWorld(sample, 0, 'America/New_York');
const noon = await openWorld(sample, 12, 'Asia/Tokyo');

/** What is to be done today; much of it is done afterwards. */
const due =
  /^\/api\/office\/(today|menu-counts|applications|kits|remittance-runs\/next|month-close|tracking)/;

test('what is to be done at night is what is to be done at noon', {
  timeout: 120_000,
}, async () => {
  expect(differing(await night.shown(due), await noon.shown(due))).toEqual([]);
});

test('what is done at night is what is done at noon, and is shown and stored with the same days', {
  timeout: 240_000,
}, async () => {
  expect(differing(await night.acted(), await noon.acted())).toEqual([]);
  expect(differing(await night.shown(), await noon.shown())).toEqual([]);
  expect(differing(await night.stored(), await noon.stored())).toEqual([]);
});

test('each call that shows something is asked', async () => {
  const { without } = await readsOf(night);
  // Versions of all kinds are one code; those of the texts of law are asked.
  const others = without.filter((route) => !/\/versions\/:number$/.test(route));
  expect(others).toEqual([
    '/api/office/receipt-runs/:runId',
    '/api/office/receipt-runs/:runId/rows',
    '/api/office/receipt-runs/:runId/rows.csv',
    '/api/office/approvals/:id',
    '/api/office/reply-templates/:id',
    '/api/office/bank-answers/:id',
    '/api/office/bank-answers/:answerId/rows',
    '/api/office/bank-answers/:answerId/rows.csv',
  ]);
});
