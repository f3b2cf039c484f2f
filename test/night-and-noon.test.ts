import { expect, test } from 'vitest';
import { insertBoundaryRows } from './days/boundary-rows.ts';
import { readsOf } from './days/reads.ts';
import { differing } from './days/without-times.ts';
import { openWorld, sampleDatabase } from './days/worlds.ts';

// One world twice. In one everything happens between midnight and nine in Japan, when Greenwich and
// New York, the time zone of its database, are still on the day before; in the other in the
// afternoon of the same days. Screens, mails and stored data must be the same except for the time
// of day. The day is the first of a month and a year.

const sample = await sampleDatabase(insertBoundaryRows);
const night = await openWorld(sample, 0, 'America/New_York');
const noon = await openWorld(sample, 12, 'Asia/Tokyo');

/** Tasks of today; many are done later in the test. */
const due =
  /^\/api\/office\/(today|todos|menu-counts|applications|kits|remittance-runs\/next|month-close|tracking)/;

test('the tasks at night are the tasks at noon', {
  timeout: 120_000,
}, async () => {
  expect(differing(await night.shown(due), await noon.shown(due))).toEqual([]);
});

test('the same actions at night and at noon are shown and stored with the same days', {
  timeout: 240_000,
}, async () => {
  expect(differing(await night.acted(), await noon.acted())).toEqual([]);
  expect(differing(await night.shown(), await noon.shown())).toEqual([]);
  expect(differing(await night.stored(), await noon.stored())).toEqual([]);
});

test('every read request is made', async () => {
  const { without } = await readsOf(night);
  // All kinds of versions share their code; only those of legal texts are requested.
  const others = without.filter((route) => !/\/versions\/:number$/.test(route));
  expect(others.toSorted()).toEqual([
    '/api/office/approvals/:id',
    '/api/office/bank-answers/:answerId/rows',
    '/api/office/bank-answers/:answerId/rows.csv',
    '/api/office/bank-answers/:id',
    '/api/office/receipt-runs/:runId',
    '/api/office/receipt-runs/:runId/rows',
    '/api/office/receipt-runs/:runId/rows.csv',
    '/api/office/reply-templates/:id',
    // Exist once the log is signed (src/money/public-log/seal-log.server.test.ts).
    '/api/public-log/:position',
    '/log/tile/:level/*',
  ]);
});
