import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import type { StepOutcome } from '#giving/applications/step-changes.ts';
import { differences, repairSums } from '#money/sums/check-sums.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { seen } from '#test/factories/seen.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import {
  appraisalDraftItems,
  appraisalDrafts,
} from '#warehouse/appraisals/appraisal-tables.server.ts';
import { scans } from '#warehouse/intake/intake-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';

const start = new Date('2026-11-20T10:32:00+09:00');
const house = await testApp({ now: start, mailDelayMinutes: 10 });
const { app, db, clock, dependencies } = house;
const signIn = signedIn(house);
const minuteMs = 60_000;

for (const [uid, role, lastName] of [
  ['yamada', 'operator', '山田'],
  ['sato', 'operator', '佐藤'],
  ['daichi', 'warehouse', '大地'],
  ['donor', 'donor', '寄付'],
] as const) {
  await signIn(uid, role);
  await db.update(users).set({ lastName }).where(eq(users.uid, uid));
}
await insertAssociate(db, 'ao', 'あおぞらの会');

beforeEach(async () => {
  clock.now = start;
  await emptyTables(db, 'applications', 'result_batches', 'outbox_mails', 'audit_log');
  await repairSums(db);
});

/** Signed in at the test's clock. */
const as = (uid: string) => headersOfSession(house, uid, uid !== 'donor');
const send = async (path: string, payload: object, by = 'yamada') =>
  app.inject({
    method: 'POST',
    url: `/api/office/applications/${path}`,
    payload,
    headers: await as(by),
  });
const take = async (step: string, n = 1, by = 'yamada', version?: number) => {
  const [one] = await seen(db, [numberOf(n)]);
  const applications = [{ appraisalId: numberOf(n), version: version ?? one?.version }];
  return (await send('step', { applications, step }, by)).json<StepOutcome[]>()[0];
};
const takeBack = async (n = 1, by = 'yamada', version?: number) => {
  const [one] = await seen(db, [numberOf(n)]);
  const applications = [{ appraisalId: numberOf(n), version: version ?? one?.version }];
  return (await send('take-back', { applications }, by)).json<StepOutcome[]>()[0];
};
const setRight = async (toState: string, more: object = {}, by = 'yamada', n = 1) => {
  const [one] = await seen(db, [numberOf(n)]);
  return send('set-right', { ...one, toState, reason: '番号の取り違え', ...more }, by);
};
const later = (minutes: number) => {
  clock.now = new Date(start.getTime() + minutes * minuteMs);
};
const insert = (state: string, n = 1) => insertApplications(db, [application(n, { state })]);
const stored = async (n = 1) =>
  (
    await db
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, numberOf(n)))
  )[0];
const mails = async () =>
  (await db.select().from(outboxMails).orderBy(outboxMails.id)).map(({ kind }) => kind);
const events = () => db.select().from(applicationEvents).orderBy(applicationEvents.id);
/** Sends all waiting mails, due or not. */
async function deliver() {
  await db.update(outboxMails).set({ availableAt: new Date(0) });
  const sent: string[] = [];
  await mailSending(dependencies, async ({ subject }) => void sent.push(subject)).sendWaiting();
  return sent;
}

test('a stale page never acts: the refusal says who did what, and when', async () => {
  await insert('kit-sent');
  expect(await take('receive-goods', 1, 'sato')).toMatchObject({ isDone: true, version: 2 });
  later(3);
  // The other operator's page still shows the box as on its way.
  expect(await take('call-off', 1, 'yamada', 1)).toEqual({
    appraisalId: numberOf(1),
    isDone: false,
    isStale: true,
    state: 'goods-received',
    version: 2,
    message: '10:32に佐藤さんが「査定待ち」にしました。',
  });
  expect([(await stored())?.state, await mails()]).toEqual(['goods-received', ['goods-received']]);
  later(24 * 60);
  expect((await take('return', 1, 'yamada', 1))?.message).toBe(
    '11/20 10:32に佐藤さんが「査定待ち」にしました。',
  );
  // After reading what happened, they may go on.
  expect(await take('return', 1, 'yamada', 2)).toMatchObject({ isDone: true, state: 'returned' });
});

test('of a selection only unchanged applications are moved', async () => {
  await insert('applied', 1);
  await insert('applied', 2);
  await take('send-kit', 2, 'sato');
  const both = [1, 2].map((n) => ({ appraisalId: numberOf(n), version: 1 }));
  expect((await send('step', { applications: both, step: 'cancel' })).json()).toMatchObject([
    { isDone: true, state: 'cancelled' },
    { isDone: false, isStale: true, state: 'kit-sent' },
  ]);
});

test('a step without the version that was seen is refused', async () => {
  await insert('applied');
  for (const body of [
    { appraisalIds: [numberOf(1)], step: 'cancel' },
    { applications: [{ appraisalId: numberOf(1) }], step: 'cancel' },
    { applications: [numberOf(1)], step: 'cancel' },
    { applications: [], step: 'cancel' },
  ]) {
    expect((await send('step', body)).statusCode).toBe(400);
  }
  expect((await stored())?.state).toBe('applied');
});

test.each([
  ['applied', 'send-kit'],
  ['applied', 'cancel'],
  ['kit-sent', 'receive-goods'],
  ['kit-sent', 'call-off'],
  ['goods-received', 'call-off'],
  ['goods-received', 'return'],
  ['goods-received', 'leave-unpriced'],
] as const)('from %s %s is undone within ten minutes without a trace', async (state, step) => {
  await insert(state);
  const before = await stored();
  expect(await take(step)).toMatchObject({ isDone: true });
  expect(await mails()).toHaveLength(1);
  later(10);
  expect(await takeBack()).toMatchObject({ isDone: true, state, version: 3 });
  expect(await stored()).toEqual({ ...before, version: 3, stateChangedAt: expect.any(Date) });
  // No mail is sent, and the step stays in the history.
  expect(await mails()).toEqual([]);
  const [first, second] = await events();
  expect(second).toMatchObject({ toState: state, undoes: first?.id, actorUid: 'yamada' });
  expect(await differences(db)).toEqual([]);
  // A repetition changes nothing, and the step can be taken again.
  expect(await takeBack()).toMatchObject({ isDone: false });
  expect(await take(step)).toMatchObject({ isDone: true });
  expect(await mails()).toHaveLength(1);
});

test('a mail waits as long as its step can be taken back', async () => {
  await insert('applied');
  await take('send-kit');
  const [mail] = await db.select().from(outboxMails);
  expect(mail?.waitsMinutes).toBe(10);
  expect(await mailSending(dependencies, async () => undefined).sendWaiting()).toBe(0);
});

test('a donor already notified gets one mail with the current state', async () => {
  await insert('goods-received');
  await take('return');
  expect(await deliver()).toEqual([`【たすき】お品物をお返しします（${numberOf(1)}）`]);
  // Its lease has expired, but it was sent.
  await db.update(outboxMails).set({ availableAt: new Date(0) });
  later(5);
  expect((await takeBack(1, 'sato'))?.message).toContain('メールでお知らせします');
  expect(await mails()).toEqual(['application-returned', 'step-taken-back']);
  const [, mail] = await db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(mail?.textBody).toContain('お品物の到着');
});

test('the number of a kit that was not sent is not mailed either', async () => {
  await insert('applied');
  await take('send-kit');
  await deliver();
  const [sent] = await db.select().from(outboxMails);
  const { id: _id, ...copy } = sent as NonNullable<typeof sent>;
  const names = { kind: 'kit-tracking', dedupeKey: 'kit-tracking:1', messageId: '<1@tasuki>' };
  const waits = { state: 'waiting', attempts: 0, availableAt: new Date(start.getTime() + 1e9) };
  await db.insert(outboxMails).values({ ...copy, ...names, ...waits });
  expect((await takeBack())?.message).toContain('メールでお知らせします');
  expect(await mails()).toEqual(['kit-sent', 'step-taken-back']);
});

test('nothing is undone after ten minutes, nor any automatic step', async () => {
  await insert('applied', 1);
  await take('send-kit');
  later(10.01);
  expect(await takeBack()).toMatchObject({ isDone: false, state: 'kit-sent' });
  // A donor's own cancellation cannot be undone, only corrected.
  await insertApplications(db, [application(2, { state: 'applied', uid: 'donor' })]);
  await app.inject({
    method: 'POST',
    url: '/api/applications/cancel',
    payload: { appraisalId: numberOf(2) },
    headers: { ...(await as('donor')), 'if-match': '"1"' },
  });
  expect(await takeBack(2)).toMatchObject({ isDone: false, state: 'cancelled' });
  await insert('goods-received', 3);
  await uploadResults(house, await as('yamada'), resultFile(resultLine(3)));
  expect((await takeBack(3))?.isDone).toBe(false);
  expect(await takeBack(9)).toMatchObject({ isDone: false, state: null });
});

test('boxes are as before the step: no kit has left, no box has come', async () => {
  await insert('applied');
  const box = { appraisalId: numberOf(1), number: 1 };
  await db.insert(boxes).values(box);
  const flags = async () => {
    const [row] = await db.select().from(boxes);
    return [row?.kitState, row?.kitSentAt, row?.receivedAt, row?.receivedBy];
  };
  await take('send-kit');
  expect(await flags()).toEqual(['sent', start, null, null]);
  await db.update(boxes).set({ carrier: 'yamato', trackingNumber: '123456789012' });
  await takeBack();
  expect(await flags()).toEqual(['none', null, null, null]);
  // The replacement kit has another number.
  expect((await db.select().from(boxes))[0]).toMatchObject({ carrier: '', trackingNumber: '' });
  await take('send-kit');
  await take('receive-goods', 1, 'daichi');
  expect(await flags()).toEqual(['sent', start, start, 'daichi']);
  await db.insert(scans).values({
    ...{ id: 'scan', code: 'TS', appraisalId: numberOf(1), boxNumber: 1, outcome: 'received' },
    ...{ scannedBy: 'daichi', scannedAt: start, receivedAt: start },
  });
  await takeBack(1, 'daichi');
  expect(await flags()).toEqual(['sent', start, null, null]);
  expect((await db.select().from(scans))[0]).toMatchObject({ takenBackBy: 'daichi' });
});

test('where another box came later, the goods stay received', async () => {
  await insert('kit-sent');
  await take('receive-goods');
  later(2);
  await db
    .insert(boxes)
    .values({ appraisalId: numberOf(1), number: 2, receivedAt: clock.now, receivedBy: 'daichi' });
  expect((await takeBack())?.message).toContain('ほかの箱も届いています');
});

test('a step is corrected later with a reason, and a notified donor is told why', async () => {
  await insert('goods-received');
  await take('return');
  await deliver();
  later(24 * 60);
  const reply = await setRight('goods-received', { donorWords: 'ほかの箱と取り違えました。' });
  expect(reply.json()).toMatchObject({ isDone: true, state: 'goods-received', version: 3 });
  expect(await mails()).toEqual(['application-returned', 'step-corrected']);
  const [, mail] = await db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(mail?.textBody).toContain('ほかの箱と取り違えました。');
  expect(mail?.textBody).not.toContain('番号の取り違え');
  const [first, second] = await events();
  expect(second).toMatchObject({ undoes: first?.id, note: '番号の取り違え' });
  expect(await differences(db)).toEqual([]);
});

test.each([
  ['kit-sent', 'send-kit', 'applied'],
  ['goods-received', 'receive-goods', 'kit-sent'],
  ['cancelled', 'cancel', 'applied'],
  ['cancelled', 'call-off', 'goods-received'],
  ['unpriced', 'leave-unpriced', 'goods-received'],
] as const)('%s by %s is set right to %s and to nothing else', async (state, step, before) => {
  await insert(before);
  await take(step);
  later(60);
  for (const other of ['applied', 'kit-sent', 'goods-received', 'appraised', 'donated', state]) {
    if (other !== before) expect((await setRight(other)).statusCode, other).toBe(409);
  }
  expect((await setRight(before)).json()).toMatchObject({ isDone: true, state: before });
});

test('a donor’s mistaken cancellation is corrected by a lead', async () => {
  await insertApplications(db, [application(1, { state: 'applied', uid: 'donor' })]);
  await app.inject({
    method: 'POST',
    url: '/api/applications/cancel',
    payload: { appraisalId: numberOf(1) },
    headers: { ...(await as('donor')), 'if-match': '"1"' },
  });
  await deliver();
  expect((await setRight('applied', {}, 'daichi')).statusCode).toBe(403);
  expect((await setRight('applied')).statusCode).toBe(200);
  expect(await mails()).toEqual(['application-cancelled', 'step-corrected']);
});

test('with a result or moved money no step is corrected: the result is', async () => {
  await insert('goods-received');
  await uploadResults(house, await as('yamada'), resultFile(resultLine(1, { outcome: '返送' })));
  const state = (await stored())?.state;
  for (const to of ['applied', 'kit-sent', 'goods-received']) {
    const reply = await setRight(to);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('訂正'),
    ]);
  }
  expect((await stored())?.state).toBe(state);
  await insert('donated', 2);
  expect((await setRight('goods-received', {}, 'yamada', 2)).statusCode).toBe(409);
});

test('a set-right needs a reason, the version that was seen, and an application', async () => {
  await insert('kit-sent');
  const one = { appraisalId: numberOf(1), version: 1, toState: 'applied' };
  expect((await send('set-right', { ...one, reason: ' ' })).statusCode).toBe(400);
  expect((await send('set-right', { ...one, version: 7, reason: '誤り' })).statusCode).toBe(409);
  const foreign = { ...one, appraisalId: numberOf(9), reason: '誤り' };
  expect((await send('set-right', foreign)).statusCode).toBe(404);
});

test('an erased application is not brought back to life, and its page offers no way', async () => {
  await insert('applied');
  await take('cancel');
  await db.update(applications).set({ email: '', lastName: '', firstName: '', line1: '' });
  expect((await takeBack())?.message).toContain('消去した');
  expect((await setRight('applied')).statusCode).toBe(409);
  expect(await stored()).toMatchObject({ state: 'cancelled', version: 2 });
  const url = `/api/office/applications/${numberOf(1)}`;
  const page = await app.inject({ url, headers: await as('yamada') });
  expect(page.json()).toMatchObject({ takeBackUntil: null, rightState: null });
});

test('goods that a colleague is appraising have come: the step stays until the items are looked at', async () => {
  await insert('kit-sent');
  await take('receive-goods');
  await db.insert(appraisalDrafts).values({
    ...{ appraisalId: numberOf(1), startedBy: 'daichi', startedAt: start },
    ...{ changedBy: 'daichi', changedAt: start },
  });
  await db.insert(appraisalDraftItems).values({
    ...{ id: 'item', appraisalId: numberOf(1), boxNumber: 1, content: {}, addedBy: 'daichi' },
    ...{ addedAt: start, changedBy: 'daichi', changedAt: start },
  });
  expect((await takeBack())?.message).toContain('査定の入力が始まっています');
  expect((await setRight('kit-sent')).statusCode).toBe(409);
  await db.update(appraisalDraftItems).set({ removedAt: start });
  expect(await takeBack()).toMatchObject({ isDone: true, state: 'kit-sent' });
});

test('the list names the day on which the kit left, whatever was edited or undone since', async () => {
  await insert('applied');
  const sentOn = async () => {
    const url = '/api/office/applications';
    return (await app.inject({ url, headers: await as('yamada') })).json()[0]?.kitSentOn;
  };
  await take('send-kit');
  expect(await sentOn()).toBe('2026-11-20');
  later(24 * 60);
  const at = clock.now;
  const edit = { fromState: 'kit-sent', toState: 'kit-sent', doneBy: 'operator', at };
  await db.insert(applicationEvents).values({ appraisalId: numberOf(1), ...edit });
  await take('receive-goods');
  await takeBack();
  expect([(await stored())?.state, await sentOn()]).toEqual(['kit-sent', '2026-11-20']);
  expect((await setRight('applied')).statusCode).toBe(200);
  expect(await sentOn()).toBe('');
});

test('the page says until when a step can be taken back, and to what it can be set right', async () => {
  await insert('kit-sent');
  await take('receive-goods');
  const page = async () =>
    (
      await app.inject({
        url: `/api/office/applications/${numberOf(1)}`,
        headers: await as('yamada'),
      })
    ).json<AdminApplicationDetail>();
  expect(await page()).toMatchObject({
    version: 2,
    takeBackUntil: '20261120104200000',
    rightState: 'kit-sent',
    history: [{ toState: 'goods-received', actorName: expect.stringContaining('山田') }],
  });
  later(11);
  expect(await page()).toMatchObject({ takeBackUntil: null, rightState: 'kit-sent' });
});

test('a donor never reads of what was taken back at once, and of what was set right later in words', async () => {
  await insertApplications(db, [application(1, { state: 'applied', uid: 'donor' })]);
  const shown = async () =>
    (
      await app.inject({
        url: `/api/users/applications/${numberOf(1)}`,
        headers: await as('donor'),
      })
    )
      .json<ApplicationStatus>()
      .events.map(({ label }) => label);
  await take('send-kit');
  await takeBack();
  expect(await shown()).toEqual([]);
  await take('send-kit');
  later(60);
  await setRight('applied');
  expect(await shown()).toEqual(['箱の発送', '進み具合の訂正']);
});

test('two operators at one box in every step: one acts, both are told, nothing is doubled or lost', async () => {
  const pairs = [
    ['applied', 'send-kit', 'cancel'],
    ['kit-sent', 'receive-goods', 'call-off'],
    ['goods-received', 'return', 'leave-unpriced'],
    ['goods-received', 'call-off', 'call-off'],
  ] as const;
  for (const [index, [state, one, other]] of pairs.entries()) {
    const n = index + 1;
    await insert(state, n);
    const outcomes = await Promise.all([
      take(one, n, 'yamada', 1),
      take(other, n, 'sato', 1),
      take(other, n, 'daichi', 1),
    ]);
    const [winner, ...more] = outcomes.filter((outcome) => outcome?.isDone);
    expect(more).toEqual([]);
    for (const late of outcomes.filter((outcome) => outcome !== winner)) {
      expect(late).toMatchObject({ isStale: true, version: 2, state: winner?.state });
      expect(late?.message).toMatch(/^10:32に(?:山田|佐藤|大地)さんが「.+」にしました。$/);
    }
    // Also of two concurrent undos one wins.
    const backs = await Promise.all([takeBack(n, 'yamada', 2), takeBack(n, 'sato', 2)]);
    expect(backs.filter((outcome) => outcome?.isDone)).toHaveLength(1);
    expect(backs.find((outcome) => !outcome?.isDone)).toMatchObject({ isStale: true, state });
    expect(await stored(n)).toMatchObject({ state, version: 3 });
  }
  expect(await mails()).toEqual([]);
  expect(await events()).toHaveLength(pairs.length * 2);
  expect(await differences(db)).toEqual([]);
});
