import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { approvals } from '#people/roles/role-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { callerFor, sendRun } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { remittanceRuns, remittances } from './remittance-tables.server.ts';
import {
  type NextRun,
  type Remittance,
  type RunDetail,
  type RunState,
  remittanceStates,
  runStateLabels,
  runStates,
} from './run.ts';

// Each step of a run and of a remittance in each of their states: which are refused there, and by which words.
// Where a step may be taken, it is asked for wrongly, so that another refusal answers and nothing moves.

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { db, clock } = house;
const calls = callerFor(house, 'op');
let run: RunDetail;

beforeAll(async () => {
  await signedIn(house)('op', 'operator');
  await signedIn(house)('accountant', 'accountant');
  for (const id of ['ao', 'mori']) {
    await insertAssociate(db, id, `${id}の会`);
    await bookGift(db, { id, yen: 1_200, at: clock.now, associateId: id });
  }
  run = await sendRun(house, { asks: 'op', approves: 'accountant' });
});

beforeEach(async () => {
  await db.delete(approvals).where(eq(approvals.id, 'asked'));
  await db.delete(remittanceRuns).where(eq(remittanceRuns.id, 'other'));
  await set('sent');
  await db.update(remittances).set({ state: 'sent', confirmDueOn: null, confirmDueBy: null });
});

const path = () => `remittance-runs/${run.run.id}`;
const now = async () => (await calls(path())).json<RunDetail>().run;
const stepped = async (step: string, body: object) => {
  const { version } = await now();
  const reply = await calls(`${path()}/${step}`, { version, ...body });
  return [reply.statusCode, reply.json<{ message?: string }>().message ?? ''] as const;
};
const set = (state: RunState) =>
  db.update(remittanceRuns).set({ state }).where(eq(remittanceRuns.id, run.run.id));
const reason = '手順の誤り';
const waits = '承認を待って';

/** For each step the states of a run that it may be taken in, how it is asked for, and what answers there. */
const steps: Record<string, { states: RunState[]; body: object; answer: string }> = {
  'take-out': { states: ['draft'], body: { remittanceId: 'none', reason }, answer: waits },
  'transfer-day': { states: ['draft'], body: { transferOn: '2026-11-26' }, answer: waits },
  ask: { states: ['draft'], body: { reason: '' }, answer: waits },
  drop: { states: ['draft', 'approved', 'filed'], body: { reason }, answer: waits },
  files: {
    states: ['approved', 'filed'],
    body: { replaces: 'none', reason },
    answer: 'すでに作成されています',
  },
  sent: { states: ['filed'], body: { fileId: 'none' }, answer: '作り直されています' },
  unsend: { states: ['sent'], body: { reason }, answer: 'まとめて取り消せません' },
  confirm: {
    states: ['sent'],
    body: { which: 'all', receivedOn: '2026-11-21' },
    answer: '今日までの日',
  },
};

test.each(Object.entries(steps))(
  'the step %s is taken in its own states alone',
  async (step, { states, body, answer }) => {
    const change = { number: '', version: 1, count: 1, amountYen: 1, periodFrom: '', periodTo: '' };
    await db.insert(approvals).values({
      ...{ id: 'asked', kind: 'remittance-run', subjectId: run.run.id, reason: '', askedBy: 'op' },
      ...{ change: { ...change, transferOn: '' }, askedAt: clock.now },
    });
    await db.update(remittances).set({ state: 'confirmed' });
    for (const state of runStates) {
      await set(state);
      const [status, message] = await stepped(step, body);
      const words = states.includes(state) ? answer : `「${runStateLabels[state]}」のため`;
      expect([state, status >= 400, message]).toEqual([
        state,
        true,
        expect.stringContaining(words),
      ]);
    }
  },
);

test.each([
  ['one of it arrived', `update remittances set state = 'confirmed' where associate_id = 'ao'`],
  ['one of it came back', `update remittances set state = 'returned' where associate_id = 'ao'`],
  [
    'one of it is being confirmed',
    `update remittances set confirm_due_on = '2026-11-20', confirm_due_by = 'op' where associate_id = 'ao'`,
  ],
])('a run is not taken back from the bank once %s', async (_, statement) => {
  await db.execute(sql.raw(statement));
  expect(await stepped('unsend', { reason })).toEqual([
    409,
    expect.stringContaining('まとめて取り消せません'),
  ]);
});

test.each([
  ['draft', true],
  ['approved', true],
  ['filed', true],
  ['sent', false],
  ['done', false],
  ['dropped', false],
] as const)('while another run is %s, it stands in the way: %s', async (state, isInTheWay) => {
  await db.insert(remittanceRuns).values({
    ...{ id: 'other', number: '2026-900', state, payer: {}, createdBy: 'op' },
    ...{ periodFrom: '2026-11-01', periodTo: '2026-11-10', transferOn: '2026-11-30' },
    createdAt: clock.now,
  });
  await set(isInTheWay ? 'sent' : 'done');
  const { blockers } = (await calls('remittance-runs/next')).json<NextRun>();
  expect(blockers.some(({ message }) => message.includes('2026-900'))).toBe(isInTheWay);
  if (isInTheWay) {
    expect(await stepped('unsend', { reason })).toEqual([
      409,
      expect.stringContaining('次の送金が準備中'),
    ]);
  }
});

test('the days of a run that was given up are free again, those of every other are taken', async () => {
  const from = async () => {
    const next = (await calls('remittance-runs/next?periodTo=2026-11-20')).json<NextRun>();
    return [next.periodFrom, next.blockers.some(({ message }) => message.includes('対象期間'))];
  };
  for (const state of runStates) {
    await set(state);
    // Its items are taken still, so what is open would begin with the month.
    const isFree = state === 'dropped';
    const [first, isRefused] = await from();
    expect([state, first]).toEqual([state, isFree ? '2026-11-01' : '2026-11-21']);
    if (['sent', 'done', 'dropped'].includes(state)) expect(isRefused).toBe(!isFree);
  }
});

test('no period ends later than today', async () => {
  const refused = async (day: string) =>
    (await calls(`remittance-runs/next?periodTo=${day}`))
      .json<NextRun>()
      .blockers.some(({ message }) => message.includes('今日までの日'));
  expect([await refused('2026-11-20'), await refused('2026-11-21')]).toEqual([false, true]);
});

test('only what the bank was told of comes back, and only what arrived is taken back', async () => {
  const [one] = (await calls(`${path()}/remittances`)).json<Remittance[]>();
  const { id = '', version = 0 } = one ?? {};
  const refusal = async (step: string, body: object) => {
    const reply = await calls(`remittances/${id}/${step}`, { reason, version, ...body });
    return reply.json<{ message: string }>().message;
  };
  for (const state of remittanceStates) {
    await db.update(remittances).set({ state }).where(eq(remittances.id, id));
    const isUnderWay = state === 'sent' || state === 'confirmed';
    expect([state, await refusal('return', { returnedOn: '2026-11-21' })]).toEqual([
      state,
      expect.stringContaining(isUnderWay ? '今日までの日' : '銀行に依頼した送金だけ'),
    ]);
    if (state === 'confirmed') continue;
    expect([state, await refusal('unconfirm', {})]).toEqual([
      state,
      expect.stringContaining('着金を記録した送金だけ'),
    ]);
  }
});

test.each([
  ['day', { confirmDueOn: '2026-11-19' }],
  ['person', { confirmDueBy: 'accountant' }],
  ['source', { confirmedBySource: 'bank-answer' }],
])('what is confirmed in the background keeps its own %s', async (_, other) => {
  const facts = { confirmDueOn: '2026-11-20', confirmDueBy: 'op', confirmedBySource: 'by-hand' };
  const before = { confirmDueOn: null, confirmDueBy: null, state: 'sent', confirmedBy: null };
  await db.update(remittances).set({ ...before, ...facts, receivedOn: null });
  await db.update(remittances).set(other).where(eq(remittances.associateId, 'mori'));
  await house.services.waitingConfirmations.confirmWaiting();
  const rows = await db.select().from(remittances).orderBy(remittances.associateId);
  expect(
    rows.map(({ state, receivedOn, confirmedBy, confirmedBySource }) => ({
      ...{ state, confirmDueOn: receivedOn, confirmDueBy: confirmedBy, confirmedBySource },
    })),
  ).toEqual([
    { state: 'confirmed', ...facts },
    { state: 'confirmed', ...facts, ...other },
  ]);
});
