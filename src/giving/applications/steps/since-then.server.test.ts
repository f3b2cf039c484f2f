import { beforeAll, expect, test } from 'vitest';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { changesSince } from './since-then.server.ts';

const { db } = await testApp();
const now = new Date('2026-11-20T18:00:00+09:00');
const appraisalId = numberOf(1);

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(1)]);
  const states = ['applied', 'kit-sent', 'goods-received', 'appraised', 'donated', 'remitted'];
  await db.insert(applicationEvents).values(
    states.slice(1).map((toState, index) => ({
      ...{ appraisalId, fromState: states[index], toState, doneBy: 'system' },
      at: new Date(`2026-11-20T1${index}:00:00+09:00`),
    })),
  );
});

test.each([
  [6, 1],
  [5, 1],
  [4, 2],
  [3, 3],
  [1, 3],
])('a page of version %i of 6 is told the last %i changes', async (seen, count) => {
  const told = await changesSince(db, { appraisalId, version: 6 }, seen, now);
  expect(told.match(/1\d:00/g)).toEqual(['12:00', '13:00', '14:00'].slice(-count));
});
