import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { users } from './account-tables.server.ts';

const { app, db, clock } = await testApp();
const names = { firstName: '太郎', lastName: '山田' };

let count = 0;
let email = '';
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(() => {
  email = `taro${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

/** A browser after sign-up, without an account yet. */
async function newcomer(of = email, remoteAddress = '127.0.0.1') {
  const page = browser(app, { remoteAddress });
  await page.signUp(of);
  await page.renew();
  return page;
}
async function registered(of = email) {
  const page = await newcomer(of);
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}
const row = async (of = email) => (await db.select().from(users).where(eq(users.email, of)))[0];
const uidOf = async (of = email) =>
  (await db.select().from(authUsers).where(eq(authUsers.email, of)))[0]?.id ?? '';
const mailsTo = async (to = email) =>
  (
    await db.select().from(outboxMails).where(eq(outboxMails.recipient, to)).orderBy(outboxMails.id)
  ).map((mail) => mail.kind);

test('a registration makes the account and one welcome mail', async () => {
  const page = await newcomer();
  const reply = await page.post('/api/users', names);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    email,
    tel: '',
    names: { firstName: '太郎', lastName: '山田', firstNameKana: '', lastNameKana: '' },
    address: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  });
  expect(reply.headers.etag).toBe('"1"');
  expect(await row()).toMatchObject({ role: 'donor', isSample: false });
  expect(await mailsTo()).toEqual(['welcome']);
});

test('the same registration sent again gets the same response and is done once', async () => {
  const page = await newcomer();
  const send = () => page.post('/api/users', names, { 'idempotency-key': 'one-try' });
  const replies = await Promise.all(Array.from({ length: 20 }, send));
  replies.push(await send());
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
  expect(replies[0]?.statusCode).toBe(201);
  expect(await mailsTo()).toEqual(['welcome']);
  const other = await page.post(
    '/api/users',
    { ...names, firstName: '次郎' },
    { 'idempotency-key': 'one-try' },
  );
  expect(other.statusCode).toBe(409);
});

test('the stored keys contain no name', async () => {
  const page = await newcomer();
  await page.post('/api/users', names, { 'idempotency-key': 'another-try' });
  expect(JSON.stringify(await db.select().from(idempotencyKeys))).not.toContain('太郎');
});

test('a second registration is refused', async () => {
  const page = await registered();
  const reply = await page.post('/api/users', { ...names, firstName: '次郎' });
  expect(reply.statusCode).toBe(409);
  expect((await row())?.firstName).toBe('太郎');
});

test('somebody who signed up may register and nothing else', async () => {
  const page = await newcomer();
  const replies = [
    await page.get('/api/users/account'),
    await page.get('/api/users/profile'),
    await page.get('/api/users/donations'),
    await page.post('/api/users/account/tel/update', { tel: '0312345678' }),
    await page.post('/api/auth/change-password', {
      currentPassword: 'a long password',
      newPassword: 'a new password',
    }),
  ];
  expect(replies.map((reply) => reply.statusCode)).toEqual([401, 401, 401, 401, 401]);
  const body = applyBody({ uid: await uidOf() });
  expect((await page.post('/api/appraisal/apply', body)).statusCode).toBe(403);
});

test('a registration that fails on the server leaves nothing and can be taken back', async () => {
  const page = await newcomer();
  await db.execute(sql`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'provoked'; end $$`);
  await db.execute(sql`create trigger provoked before insert on users execute function fail()`);
  try {
    const key = { 'idempotency-key': 'a-failing-try' };
    expect((await page.post('/api/users', names, key)).statusCode).toBe(500);
  } finally {
    await db.execute(sql`drop trigger provoked on users; drop function fail()`);
  }
  expect([await row(), await mailsTo()]).toEqual([undefined, []]);
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(200);
  const again = await newcomer();
  const key = { 'idempotency-key': 'a-failing-try' };
  expect((await again.post('/api/users', names, key)).statusCode).toBe(201);
});

test('of concurrent registration and removal of a sign-up, the second sees the first', async () => {
  for (let round = 0; round < 10; round++) {
    const page = await newcomer(`race${round}@example.jp`);
    const [made, takenBack] = await Promise.all([
      page.post('/api/users', names),
      page.post('/api/auth/delete-user'),
    ]);
    const account = await row(`race${round}@example.jp`);
    if (takenBack.statusCode === 200) expect(made.statusCode).toBe(401);
    else expect([made.statusCode, takenBack.statusCode]).toEqual([201, 409]);
    expect(account !== undefined).toBe(made.statusCode === 201);
  }
});
