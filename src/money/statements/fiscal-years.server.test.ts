import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { application, insertApplications, resultLine } from '#test/factories/donating.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { headersOfSession } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { FiscalYear } from './period.ts';
import type { StatementYear } from './year.ts';

// Fiscal year of an organisation: from April unless its people or the operator set another.

const house = await testApp();
const { app, db, clock } = house;
const organisation = await paidOrganisation(house);
const { read, give, send, arrive } = organisation;
const base = '/api/staff/associates/ao';
const room = `${base}/fiscal-year`;
const admin = '/api/office/associates/ao/fiscal-year';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await organisation.begin();
});

const change = async (uid: string, url: string, startsIn: string, version: number) =>
  app.inject({
    ...{ method: 'POST', url, headers: await headersOfSession(house, uid, true) },
    payload: { startsIn, version },
  });

test('a change is recorded beside those before, by an editor or an operator', async () => {
  expect(await read(room)).toMatchObject({ firstMonth: 4, version: 0, changes: [] });
  expect((await change('editor', room, '2026-10', 0)).json()).toMatchObject({ firstMonth: 10 });
  expect((await change('op', admin, '2026-07', 1)).statusCode).toBe(200);
  const found = await read<FiscalYear>(room);
  expect(found).toMatchObject({ firstMonth: 7, version: 2 });
  expect(found.changes.map(({ startsIn, stands }) => [startsIn, stands])).toEqual([
    ['2026-07', true],
    ['2026-10', false],
  ]);
  const kept = await db.select().from(auditLog);
  expect(
    kept.filter(({ action }) => action === 'fiscal-years.change').map(({ actorUid }) => actorUid),
  ).toEqual(['editor', 'op']);
});

test('a fiscal year begins at midnight in Asia/Tokyo', async () => {
  await change('editor', room, '2027-01', 0);
  clock.now = new Date('2026-12-31T23:59:59+09:00');
  expect(await read(room)).toMatchObject({ firstMonth: 4 });
  clock.now = new Date('2027-01-01T00:30:00+09:00');
  const { firstMonth, choices } = await read<FiscalYear>(room);
  expect([firstMonth, choices.at(-1)]).toEqual([1, '2028-12']);
});

test('viewers, strangers and stale pages change nothing', async () => {
  expect((await change('viewer', room, '2026-10', 0)).statusCode).toBe(403);
  expect((await change('stranger', room, '2026-10', 0)).statusCode).toBe(404);
  expect((await change('editor', admin, '2026-10', 0)).statusCode).toBe(403);
  expect((await change('editor', room, '2026-13', 0)).statusCode).toBe(400);
  expect((await change('editor', room, '2026-10', 0)).statusCode).toBe(200);
  expect((await change('editor', room, '2026-07', 0)).statusCode).toBe(409);
  expect(await read(room)).toMatchObject({ version: 1, firstMonth: 10 });
});

test('years of statements are those of the organisation, with the calendar years of receipts beside', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  await arrive(await send());
  const periods = async () =>
    (await read<StatementYear[]>(`${base}/statement-years`)).map(({ period }) => period);
  expect(await periods()).toEqual(['2026-04_2027-03', '2026-01_2026-12']);
  await change('editor', room, '2026-10', 0);
  expect(await periods()).toEqual(['2026-10_2027-09', '2026-01_2026-12']);
  await change('editor', room, '2017-01', 1);
  expect(await periods()).toEqual(['2026-01_2026-12']);
});
