import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import {
  callerFor,
  confirmAccounts,
  giveAccounts,
  mergeOrganisations,
  payOut as payOutOf,
  sendRun,
} from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { NextRun, Remittance, RunDetail } from './run.ts';

const house = await testApp();
const { db, clock } = house;
const signIn = signedIn(house);
const people = { asks: 'op', approves: 'accountant' };
const calls = callerFor(house, 'op');

await insertChallenges(db);
for (const id of ['ao', 'mori']) await insertAssociate(db, id, `${id}の会`);
await db.execute(sql`
  insert into associate_challenges (associate_id, social_challenge_id, position) values ('ao', 'animal', 0)`);

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(authUsers);
  await emptyTables(
    db,
    'applications',
    'result_batches',
    'approvals',
    'outbox_mails',
    'ledger_lines',
    'kept_sums',
    'owed_items',
    'remittance_runs',
    'remittances',
    'fund_payouts',
    'associate_agreements',
    'associate_months',
    'challenge_months',
    'number_floors',
  );
  await db.execute(
    sql`update associates set state = 'published', merged_into = null, ended_on = null`,
  );
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
});

const tomorrow = () => {
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
};
async function give(lines: string[], gifts: Parameters<typeof insertApplications>[1]) {
  await insertApplications(db, gifts);
  const { status } = await uploadResults(
    house,
    await headersOfSession(house, 'op', true),
    resultFile(...lines),
  );
  expect(status).toBe(200);
}
const ok = async (reply: ReturnType<typeof calls>) => {
  const { statusCode, body } = await reply;
  expect(statusCode, body).toBe(200);
};
async function correct(n: number, appraisedYen: number) {
  const url = `results/${numberOf(n)}`;
  const { version } = (await calls(url)).json();
  const isGiven = appraisedYen > 0;
  await ok(
    calls(`${url}/correct`, {
      ...{ outcome: isGiven ? 'completed' : 'unpriced', itemCount: 3 },
      ...{ pricedCount: isGiven ? 2 : 0, appraisedYen, bonusYen: 0, note: '', reason: '誤り' },
      ...{ version, checkedYen: appraisedYen },
    }),
  );
}
const send = () => sendRun(house, people);
const remittancesOf = async ({ run }: RunDetail): Promise<Remittance[]> =>
  (await calls(`remittance-runs/${run.id}/remittances`)).json();
async function confirm({ run }: RunDetail, receivedOn = '2026-11-25') {
  const { version } = (await calls(`remittance-runs/${run.id}`)).json<RunDetail>().run;
  clock.now = new Date(`${receivedOn}T15:00:00+09:00`);
  await ok(calls(`remittance-runs/${run.id}/confirm`, { which: 'all', receivedOn, version }));
}
async function comesBack(sent: RunDetail) {
  const [one] = await remittancesOf(sent);
  const request = { returnedOn: '2026-11-25', reason: '口座なし', version: one?.version };
  await ok(calls(`remittances/${one?.id}/return`, request));
}
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
const dayOf = async (n: number) => {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select received_on::text as day from donations where appraisal_id = ${numberOf(n)} and reversed_at is null`);
  return rows[0]?.day;
};
async function balances(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
}

test('a correction that arrives before the gift itself does not make the gift 送金済み', async () => {
  await give([resultLine(1)], [application(1)]);
  const gift = await send();
  await correct(1, 1_500);
  tomorrow();
  const difference = await send();
  await confirm(difference);
  expect(await stateOf(1)).toBe('donated');
  await comesBack(gift);
  await confirmAccounts(house);
  expect(await stateOf(1)).toBe('donated');
  tomorrow();
  await confirm(await send(), '2026-11-27');
  expect([await stateOf(1), await dayOf(1)]).toEqual(['remitted', '2026-11-27']);
});

test('a gift that was nothing while its money was under way, and is one again, is 送金済み', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await correct(1, 0);
  await confirm(sent);
  expect(await stateOf(1)).toBe('unpriced');
  await correct(1, 1_200);
  expect([await stateOf(1), await dayOf(1)]).toEqual(['remitted', '2026-11-25']);
  const [one] = await remittancesOf(sent);
  expect(await db.$count(donations, eq(donations.remittanceId, `${one?.id}`))).toBe(1);
  expect(await balances()).toEqual({ proceeds: 1_200, bank: -1_200 });
});

test('a gift that was nothing when its money came back, and is one again, is not 送金済み', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await confirm(sent);
  await correct(1, 0);
  await comesBack(sent);
  await correct(1, 1_200);
  expect([await stateOf(1), await dayOf(1)]).toEqual(['donated', null]);
  expect(await balances()).toEqual({ proceeds: 1_200, 'owed:associate:ao': -1_200 });
});

test('a correction after a merge settles what was owed by each of the two', async () => {
  await give([resultLine(1, { associate: 'mori' })], [application(1, { associateId: 'mori' })]);
  await confirm(await send());
  await correct(1, 1_500);
  await mergeOrganisations(house, people, 'mori', { into: 'ao', confirmation: 'moriの会' });
  await correct(1, 1_000);
  expect(await balances()).toEqual({ proceeds: 1_000, 'overpaid:associate:ao': 200, bank: -1_200 });
});

test('what a run set off before a merge stays set off where it was', async () => {
  const ofMori = [1, 2].map((n) => application(n, { associateId: 'mori' }));
  await give([resultLine(1, { associate: 'mori' })], ofMori);
  await confirm(await send());
  await correct(1, 200);
  await give([resultLine(2, { associate: 'mori' })], []);
  clock.now = new Date('2026-11-30T10:00:00+09:00');
  await confirm(await send(), '2026-11-30');
  expect(await balances()).toEqual({ proceeds: 1_400, bank: -1_400 });
  await mergeOrganisations(house, people, 'mori', { into: 'ao', confirmation: 'moriの会' });
  await correct(1, 300);
  expect(await balances()).toEqual({ proceeds: 1_500, 'owed:associate:ao': -100, bank: -1_400 });
});

test('what came back was not paid: a correction after it lowers what is owed, and nothing is overpaid', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await confirm(sent);
  await comesBack(sent);
  await confirmAccounts(house);
  await correct(1, 500);
  expect(await balances()).toEqual({ proceeds: 500, 'owed:associate:ao': -500 });
  tomorrow();
  const again = await send();
  expect((await remittancesOf(again)).map(({ amountYen }) => amountYen)).toEqual([500]);
  await confirm(again, '2026-11-27');
  expect(await balances()).toEqual({ proceeds: 500, bank: -500 });
});

test('what a dropped run had taken was not paid: a correction meanwhile leaves nothing overpaid', async () => {
  await give([resultLine(1)], [application(1)]);
  await giveAccounts(house);
  const next = (await calls('remittance-runs/next')).json<NextRun>();
  const wish = { periodTo: '2026-11-20', transferOn: next.transferOn, after: next.latestRunId };
  const { run } = (await calls('remittance-runs', wish)).json<RunDetail>();
  await correct(1, 500);
  expect(await balances()).toEqual({ proceeds: 500, 'owed:associate:ao': -500 });
  const { version } = (await calls(`remittance-runs/${run.id}`)).json<RunDetail>().run;
  await ok(calls(`remittance-runs/${run.id}/drop`, { reason: 'やり直すため', version }));
  expect(await balances()).toEqual({ proceeds: 500, 'owed:associate:ao': -500 });
});

test('what is under way is overpaid from its arrival on, and no longer once it came back', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await correct(1, 500);
  const underWay = { 'owed:associate:ao': 700, 'in-transit:associate:ao': -1_200 };
  expect(await balances()).toEqual({ proceeds: 500, ...underWay });
  await confirm(sent);
  expect(await balances()).toEqual({ proceeds: 500, 'overpaid:associate:ao': 700, bank: -1_200 });
  await comesBack(sent);
  expect(await balances()).toEqual({ proceeds: 500, 'owed:associate:ao': -500 });
});

test('what was overpaid of a gift that is none any more moves with a merge, and back', async () => {
  await give([resultLine(1, { associate: 'mori' })], [application(1, { associateId: 'mori' })]);
  await confirm(await send());
  await correct(1, 0);
  await mergeOrganisations(house, people, 'mori', { into: 'ao', confirmation: 'moriの会' });
  expect(await balances()).toEqual({ 'overpaid:associate:ao': 1_200, bank: -1_200 });
  await correct(1, 1_200);
  expect(await balances()).toEqual({ proceeds: 1_200, bank: -1_200 });
});

/** Gifts of ¥1,200 each to the animals' fund, of which ¥2,500 are paid out to ao. */
async function payOut() {
  const numbers = [1, 2, 3];
  await give(
    numbers.map((n) => resultLine(n, { associate: '' })),
    numbers.map((n) => application(n, { kind: 'fund', identity: 'approved' })),
  );
  await payOutOf(house, people, 'animal', { associateId: 'ao', amountYen: 2_500 });
}
const states = async () => Promise.all([1, 2, 3].map(stateOf));

test('a pay-out that arrives makes the oldest gifts 送金済み, as far as it reaches', async () => {
  await payOut();
  const sent = await send();
  expect(await states()).toEqual(['donated', 'donated', 'donated']);
  await confirm(sent);
  expect(await states()).toEqual(['remitted', 'remitted', 'donated']);
  const { rows } = await db.execute(sql`select covered_yen::int as yen from fund_payouts`);
  expect(rows).toEqual([{ yen: 2_400 }]);
  await comesBack(sent);
  expect(await states()).toEqual(['donated', 'donated', 'donated']);
});

test('a pay-out that came back before it was confirmed covers gifts once it is sent again', async () => {
  await payOut();
  const sent = await send();
  clock.now = new Date('2026-11-25T09:00:00+09:00');
  await comesBack(sent);
  await confirmAccounts(house);
  tomorrow();
  await confirm(await send(), '2026-11-26');
  expect(await states()).toEqual(['remitted', 'remitted', 'donated']);
});

test('what is taken out of a run, and what a dropped one had, goes with the next', async () => {
  await give([resultLine(1)], [application(1)]);
  await confirm(await send());
  await correct(1, 900);
  await give(
    [resultLine(2), resultLine(3, { associate: 'mori' })],
    [application(2), application(3, { associateId: 'mori' })],
  );
  const prepare = async () => {
    tomorrow();
    const next = (await calls('remittance-runs/next')).json<NextRun>();
    const periodTo = jstDay(clock.now);
    const wish = { periodTo, transferOn: next.transferOn, after: next.latestRunId };
    return (await calls('remittance-runs', wish)).json<RunDetail>();
  };
  const dropped = await prepare();
  const reason = 'やり直すため';
  await ok(
    calls(`remittance-runs/${dropped.run.id}/drop`, { reason, version: dropped.run.version }),
  );
  const run = await prepare();
  expect(run.run).toMatchObject({ remittances: 2, amountYen: 2_100 });
  const [ofAo] = (await remittancesOf(run)).filter(({ associateId }) => associateId === 'ao');
  const wish = { remittanceId: ofAo?.id, reason, version: run.run.version };
  const path = `remittance-runs/${run.run.id}`;
  await ok(calls(`${path}/take-out`, wish));
  const left = (await calls(path)).json<RunDetail>().run;
  expect(left).toMatchObject({ remittances: 1, amountYen: 1_200 });
  const until = `periodTo=${jstDay(clock.now)}`;
  const due = (await calls(`remittance-runs/next?${until}`)).json<NextRun>();
  expect(due.payable).toEqual({ count: 1, amountYen: 900 });
  await ok(calls(`${path}/drop`, { reason, version: left.version }));
  expect((await prepare()).run).toMatchObject({ remittances: 2, amountYen: 2_100 });
});
