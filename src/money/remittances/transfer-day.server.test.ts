import { beforeAll, expect, test } from 'vitest';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { callerFor, giveAccounts } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { NextRun, RunDetail } from './run.ts';

// The day that a run asks the bank for: one rule for the page's proposal, for preparing and for changing it.

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { db, clock } = house;
const calls = callerFor(house, 'op');

beforeAll(async () => {
  await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao', 'aoの会');
  await bookGift(db, { id: 'gift', yen: 1_200, at: clock.now });
  await giveAccounts(house);
});

const periodTo = '2026-11-20';
const prepare = async (transferOn: string, period = periodTo) => {
  const { latestRunId } = (await calls('remittance-runs/next')).json<NextRun>();
  return calls('remittance-runs', { periodTo: period, transferOn, after: latestRunId });
};
const impossible = [
  ['2026-11-19', '明日からあとの日'],
  ['2026-11-20', '明日からあとの日'],
  ['2026-11-21', '土曜日'],
  ['2026-11-23', '祝日'],
  ['2026-12-21', '30日先まで'],
  ['2027-01-22', '30日先まで'],
] as const;

test.each(impossible)('for %s no run is prepared, and none takes a number', async (day, words) => {
  const { blockers } = (
    await calls(`remittance-runs/next?periodTo=${periodTo}&transferOn=${day}`)
  ).json<NextRun>();
  expect(blockers.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  const refused = await prepare(day);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining(words),
  ]);
  expect(await db.$count(remittanceRuns)).toBe(0);
});

test('a period in which nobody is paid takes no number', async () => {
  const refused = await prepare('2026-11-24', '2026-10-31');
  expect([refused.statusCode, await db.$count(remittanceRuns)]).toEqual([409, 0]);
});

test('the first run that is written has the first number, and its day changes by the same rule', async () => {
  const { run } = (await prepare('2026-12-18')).json<RunDetail>();
  expect(run.number).toBe('2026-001');
  const change = (transferOn: string) =>
    calls(`remittance-runs/${run.id}/transfer-day`, { transferOn, version: run.version });
  for (const [day, words] of impossible) {
    const refused = await change(day);
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ path: 'transferOn', message: expect.stringContaining(words) }],
    ]);
  }
  expect((await change('2026-11-24')).json<RunDetail>().run.transferOn).toBe('2026-11-24');
});
