import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { visitor } from '#kit/actor.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { buildApp } from '#kit/http/app.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { ApplyBody } from './application.ts';
import { applicationEvents, applications, applicationTokens } from './application-tables.server.ts';
import { applyForBox } from './apply.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock, services } = house;
const signIn = signedIn(house);
let donor: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'gone');
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'gone'));
  donor = await signIn('donor-1');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(idempotencyKeys);
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(applications);
});

const apply = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/appraisal/apply', payload, headers });
const rows = () => db.select().from(applications);
const mails = () => db.select().from(outboxMails);

test('an unverified e-mail does not block an application', async () => {
  const [account] = await db.select().from(authUsers).where(eq(authUsers.id, 'donor-1'));
  expect(account?.emailVerified).toBe(false);
  const reply = await apply(applyBody({ uid: 'donor-1' }), donor);
  expect([reply.statusCode, reply.json().state]).toEqual([201, 'applied']);
});

test('a visitor applies: a number, a claim token, one row, its event and one mail', async () => {
  const reply = await apply(applyBody());
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    appraisalId: expect.stringMatching(/^TS-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    state: 'applied',
    createdAt: '20261120100000000',
    claimToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  const { appraisalId } = reply.json();
  expect(await rows()).toMatchObject([
    {
      appraisalId,
      uid: null,
      associateId: 'ao',
      state: 'applied',
      identity: 'not-needed',
      tel: '09012345678',
      zipcode: '1000001',
      deliveryDate: null,
      lastName: '髙橋',
    },
  ]);
  expect(await db.select().from(applicationEvents)).toMatchObject([
    { appraisalId, fromState: null, toState: 'applied', doneBy: 'guest', actorUid: null },
  ]);
  expect(await mails()).toMatchObject([
    { kind: 'application-received', recipient: 'hanako@tasuki.example', appraisalId, uid: null },
  ]);
});

test('a donor applies under the own uid and gets no claim token', async () => {
  const reply = await apply(applyBody({ uid: 'donor-1' }), donor);
  expect(reply.statusCode).toBe(201);
  expect(reply.json().claimToken).toBeNull();
  expect(await rows()).toMatchObject([{ uid: 'donor-1' }]);
  expect((await mails())[0]?.textBody).not.toContain('このお申し込みから登録する');
});

test.each([
  ['a visitor with a uid', 'donor-1', false],
  ['a donor as a visitor', '0', true],
  ['a donor with another uid', 'donor-2', true],
])('%s is forbidden', async (_who, uid, isSignedIn) => {
  const reply = await apply(applyBody({ uid }), isSignedIn ? donor : {});
  expect(reply.statusCode).toBe(403);
  expect(await rows()).toHaveLength(0);
});

test('fifty equal submits with one key make one row, one mail and one answer', async () => {
  const body = applyBody();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => apply(body, { 'idempotency-key': 'same' })),
  );
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]));
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
  expect(replies[0]?.json().claimToken).toMatch(/^[\w-]{43}$/);
  expect(await rows()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  // Retry after a lost response, even when the chosen day is no longer offered.
  clock.now = new Date('2026-12-24T10:00:00+09:00');
  const retried = await apply(body, { 'idempotency-key': 'same' });
  expect(retried.body).toBe(replies[0]?.body);
});

test('the same key with another body is a conflict', async () => {
  await apply(applyBody(), { 'idempotency-key': 'same' });
  const reply = await apply(applyBody({ application: { boxes: 3 } }), {
    'idempotency-key': 'same',
  });
  expect(reply.statusCode).toBe(409);
  expect(await rows()).toHaveLength(1);
});

test('a refused submit can be corrected and sent again with its key', async () => {
  const key = { 'idempotency-key': 'mended' };
  expect((await apply(applyBody({ application: { associateId: 'gone' } }), key)).statusCode).toBe(
    400,
  );
  expect((await apply(applyBody(), key)).statusCode).toBe(201);
});

test('neither the claim nor the status token is stored in the database', async () => {
  const { claimToken } = (await apply(applyBody(), { 'idempotency-key': 'k' })).json();
  const kept = JSON.stringify([
    await db.select().from(idempotencyKeys),
    await db.select().from(applicationTokens),
    await mails(),
  ]);
  expect(kept).not.toContain(claimToken);
  expect(await db.select().from(applicationTokens)).toHaveLength(2);
});

test('the mail says who, what, for whom and when', async () => {
  await apply(applyBody({ application: { deliveryDate: '2026-11-24', deliverySlot: '18' } }));
  const [mail] = await mails();
  const { appraisalId } = mail ?? {};
  expect(mail?.subject).toBe(`【たすき】お申し込みを受け付けました（${appraisalId}）`);
  for (const said of [
    '髙橋 花子 様',
    `申込番号：${appraisalId}`,
    '寄付先：あおぞらの会',
    'お品物：洋服、バッグ',
    '箱の数：2箱',
    '箱のお届け希望日：2026年11月24日（火）',
    'お届け時間帯：18～20時',
    'このお申し込みから登録する',
  ]) {
    expect(mail?.textBody).toContain(said);
  }
});

test.each([
  ['2026-11-22', 400],
  ['2026-11-23', 201],
  ['2026-12-04', 201],
  ['2026-12-05', 400],
  ['2026-02-30', 400],
])('a kit wished for %s on 20 November answers %i', async (deliveryDate, status) => {
  const reply = await apply(applyBody({ application: { deliveryDate } }));
  expect(reply.statusCode).toBe(status);
});

test('the days ahead are counted in Asia/Tokyo', async () => {
  // 00:30 on the 21st in Tokyo, still the 20th in UTC.
  clock.now = new Date('2026-11-20T15:30:00Z');
  const reply = await apply(applyBody({ application: { deliveryDate: '2026-11-23' } }));
  expect(reply.json().errors).toEqual([
    { path: 'application.deliveryDate', message: expect.stringContaining('3日後から14日後') },
  ]);
});

test('an application for a fund has birth and occupation, and no organisation', async () => {
  expect((await apply(applyBody({ kind: 'fund' }))).statusCode).toBe(201);
  expect(await rows()).toMatchObject([
    { kind: 'fund', associateId: null, socialChallengeId: 'animal', birth: '1980-01-02' },
  ]);
});

test.each([
  ['2008-11-20', 201],
  ['2008-11-21', 400],
  ['2030-01-01', 400],
  ['1850-01-01', 400],
])('a seller born on %s answers %i', async (birth, status) => {
  const reply = await apply(applyBody({ kind: 'fund', application: { birth } }));
  expect(reply.statusCode).toBe(status);
  if (status === 400) expect(reply.json().errors[0].path).toBe('application.birth');
});

test.each([
  ['an unknown field', { ...applyBody(), isAdmin: true }],
  ['an unknown field of the applicant', applyBody({ applicant: { uid: 'x' } as never })],
  ['a missing part', { uid: '0' }],
  ['an unlisted organisation', applyBody({ application: { associateId: 'gone' } })],
  ['an absent organisation', applyBody({ application: { associateId: 'absent' } })],
  ['six boxes', applyBody({ application: { boxes: 6 } })],
  ['no consent', applyBody({ application: { agreed: false } })],
  ['a NUL', applyBody({ applicant: { lastName: '髙\0橋' } })],
  ['half a letter', applyBody({ applicantAddress: { building: 'x\ud800' } })],
  ['a NUL in the occupation', applyBody({ kind: 'fund', application: { occupation: '\0' } })],
])('%s is refused in Japanese', async (_what, body) => {
  const reply = await apply(body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ type: 'ValidationError', title: '入力エラー' });
  expect(reply.json().message).toMatch(/[ぁ-ん]/);
  expect(await rows()).toHaveLength(0);
});

test('a key of 65 characters is refused', async () => {
  const reply = await apply(applyBody(), { 'idempotency-key': 'k'.repeat(65) });
  expect(reply.statusCode).toBe(400);
});

test('a number that is taken is drawn again', async () => {
  const numbers = ['TS-0000-0000', 'TS-0000-0000', 'TS-0000-0012'];
  const draw = () => numbers.shift() ?? '';
  const body = ApplyBody.parse(applyBody());
  await applyForBox(
    house.services.ctx,
    visitor,
    { address: '203.0.113.9', key: undefined },
    body,
    draw,
  );
  await applyForBox(
    house.services.ctx,
    visitor,
    { address: '203.0.113.9', key: undefined },
    body,
    draw,
  );
  expect((await rows()).map((row) => row.appraisalId).sort()).toEqual([
    'TS-0000-0000',
    'TS-0000-0012',
  ]);
});

test('logs hold no personal data, not even those of a defect', async () => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((line: string | Uint8Array) => {
    lines.push(String(line));
    return true;
  }) as typeof process.stdout.write;
  const logging = await buildApp(services, {
    logLevel: 'trace',
    publicUrl: testOrigin,
    mount: (scope) => mountRoutes(scope, services),
  });
  try {
    const send = (payload: object) =>
      logging.inject({ method: 'POST', url: '/api/appraisal/apply?email=q@x.example', payload });
    await send(applyBody());
    await send(applyBody({ applicant: { tel: 'でたらめ' } }));
    await db.execute('alter table applications rename column tel to elsewhere');
    expect((await send(applyBody())).statusCode).toBe(500);
  } finally {
    process.stdout.write = write;
    await db.execute('alter table applications rename column elsewhere to tel');
    await logging.close();
  }
  const log = lines.join('');
  expect(log).toContain('unexpected error');
  for (const secret of [
    '髙橋',
    '花子',
    'hanako',
    '09012345678',
    '090-1234',
    '見本町',
    'q@x',
    'でたらめ',
  ]) {
    expect(log).not.toContain(secret);
  }
});
