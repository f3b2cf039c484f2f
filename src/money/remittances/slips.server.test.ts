import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { urlOf } from '#kit/db/database.server.ts';
import type { MenuCounts } from '#kit/lists/menu-counts.ts';
import type { MoneyFigures } from '#money/overview/money-figures.ts';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
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
  payOut,
  sendRun,
} from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { holding, lockWaits } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { NextRun, Remittance, RunDetail } from './run.ts';

// Slips of operators and of two at once: what they leave behind.
const house = await testApp({ mailDelayMinutes: 10 });
const { db, clock } = house;
const signIn = signedIn(house);
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
    'staff_memberships',
    'number_floors',
  );
  await db.execute(
    sql`update associates set state = 'published', merged_into = null, ended_on = null`,
  );
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
});

const at = (time: string) => {
  clock.now = new Date(`${time}+09:00`);
};
async function give(lines: string[], gifts: Parameters<typeof insertApplications>[1]) {
  await insertApplications(db, gifts);
  const headers = await headersOfSession(house, 'op', true);
  const { status } = await uploadResults(house, headers, resultFile(...lines));
  expect(status).toBe(200);
}
const people = { asks: 'op', approves: 'accountant' };
const send = () => sendRun(house, people, { isDueToday: false });
const ok = async (reply: ReturnType<typeof calls>) => {
  const { statusCode, body } = await reply;
  expect(statusCode, body).toBe(200);
};
const now = async ({ run }: RunDetail) =>
  (await calls(`remittance-runs/${run.id}`)).json<RunDetail>();
async function does(sent: RunDetail, step: string, more: object) {
  const { version } = (await now(sent)).run;
  return calls(`remittance-runs/${sent.run.id}/${step}`, { ...more, version });
}
const confirm = (sent: RunDetail, receivedOn: string) =>
  does(sent, 'confirm', { which: 'all', receivedOn });
async function oneOf({ run }: RunDetail): Promise<Remittance> {
  const [one] = (await calls(`remittance-runs/${run.id}/remittances`)).json<Remittance[]>();
  if (!one) throw new Error('a run without remittances');
  return one;
}
const reason = '手順の誤り';
const unconfirm = async (sent: RunDetail) => {
  const { id, version } = await oneOf(sent);
  await ok(calls(`remittances/${id}/unconfirm`, { reason, version }));
};
const comesBack = async (sent: RunDetail, returnedOn: string) => {
  const { id, version } = await oneOf(sent);
  return calls(`remittances/${id}/return`, { returnedOn, reason: '口座なし', version });
};
const stateOf = async (n: number) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0]?.state;
async function balances(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; yen: number }>(sql`
    select account, sum(amount_yen)::float8 as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
}
/** Two runs that are with the bank, of two days. */
async function twoSent() {
  await give([resultLine(1)], [application(1)]);
  const first = await send();
  at('2026-11-24T10:00:00');
  await give([resultLine(2)], [application(2)]);
  return { first, second: await send() };
}

test('an earlier run that is taken back from the bank keeps another one from being prepared', async () => {
  const { first } = await twoSent();
  await ok(does(first, 'unsend', { reason }));
  at('2026-11-25T10:00:00');
  await give([resultLine(3)], [application(3)]);
  const next = (await calls('remittance-runs/next')).json<NextRun>();
  expect(next.blockers).toEqual([
    {
      message: expect.stringContaining(first.run.number),
      address: `remittances/${first.run.id}`,
    },
  ]);
  const wish = { periodTo: '2026-11-25', transferOn: next.transferOn, after: next.latestRunId };
  const refused = await calls('remittance-runs', wish);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining(first.run.number),
  ]);
});

test('of two runs that are taken back from the bank at once one is', async () => {
  const { first, second } = await twoSent();
  const release = await holding(
    urlOf(db),
    `select from remittances where run_id = '${first.run.id}' for update`,
  );
  const one = does(first, 'unsend', { reason });
  await expect.poll(() => lockWaits(db)).toBe(1);
  const other = does(second, 'unsend', { reason });
  await Promise.race([other, expect.poll(() => lockWaits(db)).toBe(2)]);
  await release();
  const replies = await Promise.all([one, other]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('what is being confirmed for one day is not confirmed for another meanwhile', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await db.execute(sql`update remittances set gift_count = 600`);
  at('2026-11-26T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  expect((await confirm(sent, '2026-11-26')).statusCode).toBe(409);
  await house.services.waitingConfirmations.confirmWaiting();
  expect(await oneOf(sent)).toMatchObject({ state: 'confirmed', receivedOn: '2026-11-25' });
});

test('one remittance whose confirmation fails holds up no other, is told to operators, and tried again', async () => {
  await give(
    [resultLine(1), resultLine(2, { associate: 'mori' })],
    [application(1), application(2, { associateId: 'mori' })],
  );
  const sent = await send();
  await db.execute(sql`update remittances set gift_count = 600`);
  at('2026-11-26T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  await db.execute(sql`update remittances set gift_count = 1`);
  await db.execute(sql`
    create function fails() returns trigger language plpgsql as $$ begin raise 'a defect'; end $$`);
  await db.execute(sql`
    create trigger fails before update of state on remittances for each row when (new.associate_id = 'ao')
    execute function fails()`);
  const states = async () =>
    (await calls(`remittance-runs/${sent.run.id}/remittances`))
      .json<Remittance[]>()
      .map(({ targetName, state }) => `${targetName} ${state}`)
      .sort();
  await house.services.waitingConfirmations.confirmWaiting();
  expect(await states()).toEqual(['aoの会 sent', 'moriの会 confirmed']);
  // Operators read it: on the run's page, before the next run, in the menu.
  at('2026-11-26T10:01:00');
  await house.services.waitingConfirmations.confirmWaiting();
  expect(await now(sent)).toMatchObject({
    problems: [
      {
        ...{ level: 'error', targetName: 'aoの会' },
        message: expect.stringContaining('着金の記録に2回失敗しました（最後は2026/11/26 10:01）'),
      },
    ],
    problemCounts: { error: 1, warning: 0 },
  });
  const failing = async () => (await calls('remittance-runs/next')).json<NextRun>().failingRuns;
  const counted = async () => (await calls('menu-counts')).json<MenuCounts>().remittances;
  const { id, number } = sent.run;
  expect(await failing()).toEqual([{ id, number, count: 1 }]);
  expect(await counted()).toEqual({ open: 1, overdue: 1 });
  await db.execute(sql`drop function fails cascade`);
  at('2026-11-26T10:02:00');
  await house.services.waitingConfirmations.confirmWaiting();
  expect(await states()).toEqual(['aoの会 confirmed', 'moriの会 confirmed']);
  expect(await now(sent)).toMatchObject({ run: { state: 'done' }, problems: [] });
  expect(await failing()).toEqual([]);
  expect(await counted()).toEqual({ open: 0, overdue: 0 });
});

test('an organisation is not told of what did not arrive, as long as the mail has not left', async () => {
  await signIn('staff', 'staff');
  await signIn('locked', 'staff');
  await db.execute(sql`update users set locked_at = now() where uid = 'locked'`);
  await db.execute(sql`
    insert into staff_memberships (uid, associate_id, role, created_at)
    values ('staff', 'ao', 'editor', now()), ('locked', 'ao', 'editor', now())`);
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  const told = () => db.$count(outboxMails, eq(outboxMails.kind, 'remittance-arrived'));
  at('2026-11-25T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  expect(await told()).toBe(1);
  await unconfirm(sent);
  expect(await told()).toBe(0);
  await ok(confirm(sent, '2026-11-25'));
  expect(await told()).toBe(1);
  await ok(comesBack(sent, '2026-11-25'));
  expect(await told()).toBe(0);
});

test('what a pay-out covered by mistake is covered by the run that pays it', async () => {
  const gift = { kind: 'fund', identity: 'approved' } as const;
  await give(
    [1, 2].map((n) => resultLine(n, { associate: '' })),
    [1, 2].map((n) => application(n, gift)),
  );
  await payOut(house, people, 'animal', { associateId: 'ao', amountYen: 1_200 });
  const mistaken = await send();
  at('2026-11-25T10:00:00');
  await ok(confirm(mistaken, '2026-11-25'));
  await unconfirm(mistaken);
  await ok(does(mistaken, 'unsend', { reason }));
  await ok(does(mistaken, 'drop', { reason }));
  at('2026-11-26T10:00:00');
  const again = await send();
  at('2026-11-30T10:00:00');
  await ok(confirm(again, '2026-11-30'));
  expect([await stateOf(1), await stateOf(2)]).toEqual(['remitted', 'donated']);
});

test('what comes back after a merge is owed to the organisation that is left', async () => {
  await give([resultLine(1, { associate: 'mori' })], [application(1, { associateId: 'mori' })]);
  const sent = await send();
  at('2026-11-25T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  await mergeOrganisations(house, people, 'mori', { into: 'ao', confirmation: 'moriの会' });
  await ok(comesBack(sent, '2026-11-25'));
  expect(await balances()).toEqual({ proceeds: 1_200, 'owed:associate:ao': -1_200 });
  at('2026-11-26T10:00:00');
  const again = await send();
  expect(await oneOf(again)).toMatchObject({ associateId: 'ao', openingYen: 1_200 });
  at('2026-11-30T10:00:00');
  await ok(confirm(again, '2026-11-30'));
  expect(await stateOf(1)).toBe('remitted');
  expect(await balances()).toEqual({ proceeds: 1_200, bank: -1_200 });
});

test('a transfer does not come back before it arrived', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  at('2026-11-26T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  const refused = await comesBack(sent, '2026-11-24');
  expect(refused.json().message).toContain('着金した日（2026/11/25）');
  expect([refused.statusCode, refused.json().type]).toEqual([400, 'ValidationError']);
  await ok(comesBack(sent, '2026-11-25'));
});

test.each([
  ['2026-11-20', '振込指定日（2026/11/24）か、それより後の日'],
  ['2026-11-28', '土曜日'],
  ['2026-12-02', '今日までの日'],
])(
  'by hand a transfer neither arrives nor comes back on %s, when its bank did nothing',
  async (day, words) => {
    await give([resultLine(1)], [application(1)]);
    const sent = await send();
    at('2026-12-01T10:00:00');
    for (const refused of [await confirm(sent, day), await comesBack(sent, day)]) {
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        expect.stringContaining(words),
      ]);
    }
    await ok(confirm(sent, '2026-11-24'));
    await ok(comesBack(sent, '2026-11-25'));
  },
);

test('the day of arrival may be before the day on which the handover was noted', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  at('2026-11-26T10:00:00');
  await ok(does(sent, 'unsend', { reason }));
  await ok(does(sent, 'sent', { fileId: sent.files[0]?.id }));
  const early = await confirm(sent, '2026-11-19');
  expect([early.statusCode, early.json().type]).toEqual([400, 'ValidationError']);
  await ok(confirm(sent, '2026-11-25'));
  expect(await oneOf(sent)).toMatchObject({ receivedOn: '2026-11-25' });
});

test('a handover that is noted in the next month leaves no month with less than nothing in transit', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  at('2026-12-02T10:00:00');
  await ok(does(sent, 'unsend', { reason }));
  await ok(does(sent, 'sent', { fileId: sent.files[0]?.id }));
  await ok(confirm(sent, '2026-11-30'));
  expect(await oneOf(sent)).toMatchObject({ receivedOn: '2026-11-30' });
  const inTransit = async () =>
    (await calls('money?year=2026'))
      .json<MoneyFigures>()
      .months.filter(({ month }) => month >= '2026-11')
      .map((one) => [one.month, one.inTransitYen, one.sentYen]);
  const { amountYen } = await oneOf(sent);
  expect(await inTransit()).toEqual([
    ['2026-11', amountYen, 0],
    ['2026-12', 0, amountYen],
  ]);
});

test('an arrival that was taken back and is noted once more leaves no month with less than nothing in transit', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  at('2026-11-24T10:00:00');
  await ok(confirm(sent, '2026-11-24'));
  at('2026-12-02T10:00:00');
  const { id, version, amountYen } = await oneOf(sent);
  await ok(calls(`remittances/${id}/unconfirm`, { reason, version }));
  await ok(confirm(sent, '2026-11-25'));
  expect(await oneOf(sent)).toMatchObject({ receivedOn: '2026-11-25' });
  const { months } = (await calls('money?year=2026')).json<MoneyFigures>();
  expect(
    months.filter(({ month }) => month >= '2026-11').map((one) => [one.month, one.inTransitYen]),
  ).toEqual([
    ['2026-11', 0],
    ['2026-12', 0],
  ]);
  expect(months.reduce((sum, { sentYen }) => sum + sentYen, 0)).toBe(amountYen);
});

test.each([
  ['ao', '振込先の口座が変わりました'],
  [null, '振込元の口座が変わりました'],
])('a file is not handed out to the bank after an account changed', async (associateId, words) => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  const path = `remittance-runs/${sent.run.id}/files`;
  const fetched = () => calls(`${path}/${sent.files[0]?.id}`);
  const { rows } = await db.execute<typeof bankAccounts.$inferInsert>(sql`
    select bank_code as "bankCode", bank_name as "bankName", branch_code as "branchCode", branch_name as "branchName",
      kind, holder, approval_id as "approvalId" from bank_accounts where associate_id is null limit 1`);
  const [account] = rows;
  if (!account) throw new Error('no account to pay from');
  at('2026-11-21T10:00:00');
  await db.insert(bankAccounts).values({
    ...account,
    ...{ id: 'new', associateId, number: '7654321', createdAt: clock.now },
  });
  // What the bank has already stays what it was.
  expect((await fetched()).statusCode).toBe(200);
  await ok(does(sent, 'unsend', { reason }));
  const refused = await fetched();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining(words),
  ]);
  const another = await does(sent, 'files', { replaces: sent.files[0]?.id, reason });
  expect([another.statusCode, another.json().message]).toEqual([
    409,
    expect.stringContaining('この送金を取りやめて'),
  ]);
  await db.delete(bankAccounts).where(eq(bankAccounts.id, 'new'));
});

test('a correction of a gift that a run has taken is told before its file goes to the bank', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  await ok(does(sent, 'unsend', { reason }));
  const told = async () => (await now(sent)).problems.map(({ message }) => message);
  expect(await told()).toEqual([]);
  const url = `results/${numberOf(1)}`;
  const { version } = (await calls(url)).json();
  const values = { outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 900 };
  await ok(calls(`${url}/correct`, { ...values, bonusYen: 0, note: '', reason, version }));
  expect(await told()).toEqual([
    '準備のあとで、含まれる寄付が訂正され、300円少なくなりました。このまま送ると、差額は次の送金で精算します。',
  ]);
  expect((await now(sent)).problemCounts).toEqual({ error: 0, warning: 1 });
});

test('whoever asks for a run again, because the answer was lost, is answered the same run', async () => {
  await give([resultLine(1)], [application(1)]);
  await giveAccounts(house);
  const { transferOn } = (await calls('remittance-runs/next')).json<NextRun>();
  const headers = {
    ...(await headersOfSession(house, 'op', true)),
    'idempotency-key': 'the-same-run',
  };
  const payload = { periodTo: '2026-11-20', transferOn, after: '' };
  const asked = () =>
    house.app.inject({ method: 'POST', url: '/api/office/remittance-runs', headers, payload });
  const first = await asked();
  const again = await asked();
  expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(again.json<RunDetail>().run.id).toBe(first.json<RunDetail>().run.id);
  expect(await db.$count(remittanceRuns)).toBe(1);
});

test('what came back with many gifts is confirmed in the background as well, once it is sent again', async () => {
  await give([resultLine(1)], [application(1)]);
  const sent = await send();
  at('2026-11-25T10:00:00');
  await ok(comesBack(sent, '2026-11-25'));
  await db.execute(sql`update remittances set gift_count = 600`);
  await confirmAccounts(house);
  const again = await send();
  at('2026-11-30T10:00:00');
  await ok(confirm(again, '2026-11-30'));
  expect(await now(again)).toMatchObject({ run: { state: 'sent' }, confirming: 1 });
  await house.services.waitingConfirmations.confirmWaiting();
  expect((await now(again)).run.state).toBe('done');
});

test('a pay-out of a fund with many gifts is confirmed in the background', async () => {
  await give(
    [resultLine(1, { associate: '' })],
    [application(1, { kind: 'fund', identity: 'approved' })],
  );
  await payOut(house, people, 'animal', { associateId: 'ao', amountYen: 1_200 });
  const sent = await send();
  await db.execute(sql`
    insert into owed_items (social_challenge_id, kind, amount_yen, day, posting_id, at)
    select 'animal', 'gift', 1, '2026-11-20', 'donation:' || n, now() from generate_series(1, 600) n`);
  at('2026-11-25T10:00:00');
  await ok(confirm(sent, '2026-11-25'));
  expect(await now(sent)).toMatchObject({ run: { state: 'sent' }, confirming: 1 });
  await house.services.waitingConfirmations.confirmWaiting();
  expect([(await now(sent)).run.state, await stateOf(1)]).toEqual(['done', 'remitted']);
});
