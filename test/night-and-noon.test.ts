import { expect, test } from 'vitest';
import { insertBoundaryRows } from './days/boundary-rows.ts';
import { differing } from './days/without-times.ts';
import { openWorld, sampleDatabase } from './days/worlds.ts';

// One world twice. In one of them everything happens between midnight and nine in Japan, when Greenwich and New York, the
// time zone of its database, still have the day before; in the other one in the afternoon of the same days. What people
// see, are sent and find stored is the same but for the time of day. The day begins a month and a year.

const sample = await sampleDatabase(insertBoundaryRows);
const night = await openWorld(sample, 0, 'America/New_York');
const noon = await openWorld(sample, 12, 'Asia/Tokyo');

test('what is shown at night is what is shown at noon', async () => {
  expect(differing(await night.shown(), await noon.shown())).toEqual([]);
});

test('what is done at night is what is done at noon, and is shown and stored with the same days', async () => {
  expect(differing(await night.acted(), await noon.acted())).toEqual([]);
  expect(differing(await night.shown(), await noon.shown())).toEqual([]);
  expect(differing(await night.stored(), await noon.stored())).toEqual([]);
});
