import { notLike } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { seen } from '#test/factories/seen.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;
let donor: typeof operator;
let staff: typeof operator;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  operator = await signIn('operator-1', 'operator');
  donor = await signIn('donor-1');
  staff = await signIn('staff-1', 'staff');
});
beforeEach(async () => {
  await db.delete(outboxMails);
  await db.delete(applications);
  await emptyTables(db, 'audit_log');
});

const get = (url: string, headers = operator) => app.inject({ url, headers });
/** Sends a step with the current versions. */
const step = async (
  { appraisalIds, ...rest }: { appraisalIds: string[]; step: string; note?: string },
  headers = operator,
) => {
  const payload = { applications: await seen(db, appraisalIds), ...rest };
  return app.inject({ method: 'POST', url: '/api/office/applications/step', payload, headers });
};
const applied = (n: number, changes = {}) => application(n, { state: 'applied', ...changes });
const idsIn = (reply: { json<T>(): T }) =>
  reply.json<{ appraisalId: string }[]>().map((one) => one.appraisalId);
const list = '/api/office/applications';
const askTyped = typedSearch(house, () => operator);
const search = async (keyword: string) =>
  idsIn(await askTyped(`${list}?keyword=${encodeURIComponent(keyword)}`)).sort();

test('only the operator gets in', async () => {
  for (const url of [
    '/api/office/applications',
    '/api/office/applications/counts',
    `/api/office/applications/${numberOf(1)}`,
    '/api/office/kits/today',
    '/api/office/mails',
    '/api/office/mails/1',
  ]) {
    expect((await app.inject(url)).statusCode, url).toBe(401);
    expect((await get(url, donor)).statusCode, url).toBe(403);
    expect((await get(url, staff)).statusCode, url).toBe(403);
  }
  expect((await step({ appraisalIds: [numberOf(1)], step: 'send-kit' }, donor)).statusCode).toBe(
    403,
  );
});

test('the list shows the next application to work on, with its possible steps', async () => {
  await insertApplications(db, [
    applied(1, { stateChangedAt: new Date('2026-11-17T23:59:00+09:00') }),
  ]);
  const reply = await get('/api/office/applications');
  expect(reply.headers['x-total-count']).toBe('1');
  expect(reply.json()).toEqual([
    {
      appraisalId: numberOf(1),
      kind: 'direct',
      targetName: 'あおぞらの会',
      state: 'applied',
      identity: 'not-needed',
      name: '髙橋 花子',
      nameKana: 'たかはし はなこ',
      tel: '0312345678',
      isGuest: true,
      boxes: 1,
      deliveryDate: '',
      deliverySlot: '',
      amountYen: null,
      kitSentOn: '',
      promisedOn: '2026-11-20',
      isOverdue: false,
      createdAt: '20251101090000000',
      elapsedDays: 3,
      steps: ['send-kit', 'cancel'],
      version: 1,
    },
  ]);
});

test('filter by state, order, pages of fifty and their total', async () => {
  const later = (n: number) => new Date(Date.parse('2026-11-01T09:00:00+09:00') + n * 60_000);
  await insertApplications(
    db,
    Array.from({ length: 60 }, (_, n) => applied(n, { createdAt: later(n) })),
  );
  await insertApplications(db, [application(99, { state: 'kit-sent' })]);
  const first = await get('/api/office/applications?state=applied&order=oldest');
  expect(first.headers['x-total-count']).toBe('60');
  expect(idsIn(first)).toEqual(Array.from({ length: 50 }, (_, n) => numberOf(n)));
  const next = first.headers['x-next-cursor'];
  const second = await get(`/api/office/applications?state=applied&order=oldest&cursor=${next}`);
  expect(idsIn(second)).toEqual(Array.from({ length: 10 }, (_, n) => numberOf(50 + n)));
  expect(idsIn(await get('/api/office/applications?state=applied'))[0]).toBe(numberOf(59));
  expect((await get('/api/office/applications/counts')).json()).toMatchObject({
    applied: 60,
    'kit-sent': 1,
    donated: 0,
  });
});

test('a keyword finds number, name, kana and phone however they are written', async () => {
  await insertApplications(db, [
    applied(1),
    applied(2, {
      lastName: '山﨑',
      firstName: 'Ａｎｎａ',
      lastNameKana: 'やまざき',
      firstNameKana: 'あんな',
      tel: '08011112222',
      email: 'anna@tasuki.example',
    }),
  ]);
  const [first, second] = [numberOf(1), numberOf(2)];
  for (const keyword of [
    '髙橋',
    '高橋',
    '高橋 花子',
    '花',
    'タカハシ',
    'ﾀｶﾊｼ',
    '03-1234-5678',
    '5678',
  ]) {
    expect(await search(keyword), keyword).toEqual([first]);
  }
  for (const keyword of ['山崎', 'anna', 'アンナ', '０８０－１１１１', 'anna@tasuki']) {
    expect(await search(keyword), keyword).toEqual([second]);
  }
  expect(await search(second)).toEqual([second]);
  expect(await search(second.toLowerCase().replaceAll('-', ''))).toEqual([second]);
  expect(await search('tasuki.example')).toEqual([first, second].sort());
  expect(await search('橋高')).toEqual([]);
  expect(await search('%')).toEqual([]);
  expect(await search('ー')).toEqual([first, second].sort());
});

test('a keyword finds a corrected name', async () => {
  await insertApplications(db, [applied(1)]);
  await db.update(applications).set({ lastName: '佐藤' });
  expect(await search('佐藤')).toEqual([numberOf(1)]);
  expect(await search('高橋')).toEqual([]);
});

test.each(['%00', 'あ'.repeat(101)])('the words %j are refused', async (words) => {
  const reply = await askTyped(`${list}?keyword=${words}`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(/[ぁ-ん]/);
});

test('search words for people are accepted only in a body, for pages and the file', async () => {
  await insertApplications(db, [applied(1), applied(2, { lastName: '山崎' })]);
  for (const url of [`${list}?keyword=%E8%8A%B1`, `${list}.csv?keyword=%E8%8A%B1`]) {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([400, expect.not.stringContaining(numberOf(1))]);
  }
  const post = (url: string, payload: object, headers: Record<string, string> = operator) =>
    app.inject({ method: 'POST', url, payload, headers });
  const file = await post(`${list}/search.csv`, { keyword: '山崎', encoding: 'utf8' });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain(numberOf(2));
  expect(file.body).not.toContain(numberOf(1));
  const narrowed = { keyword: '花子', state: 'kit-sent', order: 'oldest' };
  expect((await post(`${list}/search`, narrowed)).json()).toEqual([]);
  expect((await post(`${list}/search`, { keyword: '花', page: '1' })).statusCode).toBe(400);
  for (const url of [`${list}/search`, `${list}/search.csv`]) {
    for (const [headers, status] of [
      [{}, 401],
      [donor, 403],
      [staff, 403],
    ] as const) {
      expect((await post(url, { keyword: '山崎' }, headers)).statusCode).toBe(status);
    }
  }
  const entries = await db
    .select()
    .from(auditLog)
    .where(notLike(auditLog.action, 'security.%'))
    .orderBy(auditLog.id);
  expect(entries).toMatchObject([
    { action: 'applications.export', details: { encoding: 'utf8' } },
    { action: 'applications.list', details: { ids: [] } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/山崎|花子/);
});

test.each([
  '?page=1',
  '?cursor=x',
  `?cursor=${Buffer.from('["after","a","b"]').toString('base64url')}`,
  `?cursor=${Buffer.from('["after",1]').toString('base64url')}`,
  `?cursor=${Buffer.from('["after",1e15,"x"]').toString('base64url')}`,
  '?state=nowhere',
  '?unknown=1',
])('%s is refused', async (query) => {
  const reply = await get(`/api/office/applications${query}`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(/[ぁ-ん]/);
});

test('the detail shows what sending and appraising need', async () => {
  await insertApplications(db, [
    applied(1, { kind: 'fund', occupation: '会社員', deliverySlot: '12', uid: 'donor-1' }),
  ]);
  const reply = await get(`/api/office/applications/${numberOf(1)}`);
  expect(reply.json()).toMatchObject({
    targetName: expect.stringContaining('基金'),
    isGuest: false,
    uid: 'donor-1',
    email: 'donor1@tasuki.example',
    birth: '1980-01-02',
    occupation: '会社員',
    slotCodes: { sagawa: '01', yamato: '0812' },
    status: { state: 'applied', applicantAddress: { line1: '見本町' } },
    history: [],
  });
  expect((await get('/api/office/applications/TS-0000-0000')).statusCode).toBe(404);
  expect((await get('/api/office/applications/%00')).statusCode).toBe(404);
});

test('each read of personal data is in the audit log, without the data', async () => {
  await insertApplications(db, [applied(1)]);
  await askTyped(`${list}?state=applied&keyword=%E8%8A%B1%E5%AD%90`);
  await get(`/api/office/applications/${numberOf(1)}`);
  await get('/api/office/applications/TS-0000-0000');
  const entries = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(entries).toMatchObject([
    { actorUid: 'operator-1', action: 'applications.list', details: { ids: [numberOf(1)] } },
    { action: 'applications.read', subjectId: numberOf(1) },
  ]);
  expect(JSON.stringify(entries)).not.toContain('花子');
});

test('a step is taken with a whole selection; failures are reported', async () => {
  await insertApplications(db, [
    applied(1),
    applied(2),
    application(3, { state: 'kit-sent' }),
    application(4, { state: 'donated' }),
  ]);
  const appraisalIds = [1, 2, 3, 4, 9].map(numberOf);
  const reply = await step({ appraisalIds, step: 'send-kit', note: '佐川で発送' });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual([
    {
      appraisalId: numberOf(1),
      isDone: true,
      state: 'kit-sent',
      version: 2,
      message: '「箱を発送」にしました。',
    },
    {
      appraisalId: numberOf(2),
      isDone: true,
      state: 'kit-sent',
      version: 2,
      message: '「箱を発送」にしました。',
    },
    {
      appraisalId: numberOf(3),
      isDone: false,
      state: 'kit-sent',
      version: 1,
      message: 'すでに「箱を発送」です。',
    },
    {
      appraisalId: numberOf(4),
      isDone: false,
      state: 'donated',
      version: 1,
      message: 'いまは「寄付済み」のため、「箱を発送した」はできません。',
    },
    {
      appraisalId: numberOf(9),
      isDone: false,
      state: null,
      version: null,
      message: 'この申込番号のお申し込みはありません。',
    },
  ]);
  expect(await db.select().from(applicationEvents).orderBy(applicationEvents.id)).toMatchObject(
    [1, 2].map((n) => ({
      appraisalId: numberOf(n),
      fromState: 'applied',
      toState: 'kit-sent',
      doneBy: 'operator',
      actorUid: 'operator-1',
      note: '佐川で発送',
    })),
  );
  const mails = await db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['kit-sent', 'donor1@tasuki.example'],
    ['kit-sent', 'donor2@tasuki.example'],
  ]);
});

test('the same step twenty times at once is taken once, with one mail', async () => {
  await insertApplications(db, [applied(1)]);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.inject({
        method: 'POST',
        url: '/api/office/applications/step',
        payload: { applications: [{ appraisalId: numberOf(1), version: 1 }], step: 'send-kit' },
        headers: operator,
      }),
    ),
  );
  expect(replies.filter((reply) => reply.json()[0].isDone)).toHaveLength(1);
  expect(await db.select().from(outboxMails)).toHaveLength(1);
  expect(await db.select().from(applicationEvents)).toHaveLength(1);
});

test.each(['appraise', 'donate', 'thank', 'toString', ''])(
  '"%s" is no step by hand',
  async (name) => {
    await insertApplications(db, [application(1, { state: 'goods-received' })]);
    expect((await step({ appraisalIds: [numberOf(1)], step: name })).statusCode).toBe(400);
  },
);

test.each([
  ['applied', 'cancel', 'cancelled', 'application-cancelled'],
  ['kit-sent', 'receive-goods', 'goods-received', 'goods-received'],
  ['kit-sent', 'call-off', 'cancelled', 'application-cancelled'],
  ['goods-received', 'return', 'returned', 'application-returned'],
  ['goods-received', 'leave-unpriced', 'unpriced', 'application-unpriced'],
] as const)('from %s the step %s leads to %s and mails %s', async (state, name, to, kind) => {
  await insertApplications(db, [application(1, { state })]);
  expect((await step({ appraisalIds: [numberOf(1)], step: name })).json()).toMatchObject([
    { isDone: true, state: to },
  ]);
  expect((await db.select().from(outboxMails)).map((mail) => mail.kind)).toEqual([kind]);
});
