import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { browser } from '#test/browser.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { testApp } from '#test/test-app.ts';
import { authUsers } from './sign-in-tables.server.ts';

const { app, db, clock } = await testApp();

let count = 0;
let email = '';
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

async function registered(of = email) {
  const page = browser(app);
  await page.signUp(of);
  await page.renew();
  const made = await page.post('/api/users', { firstName: '花子', lastName: '髙橋' });
  expect(made.statusCode).toBe(201);
  return page;
}

test('a registration that broke off after the sign-up is finished by the sign-in', async () => {
  await browser(app).signUp(email);
  const page = browser(app);
  await page.signIn(email);
  await page.renew();
  const account = await page.get('/api/users/account');
  expect(account.statusCode).toBe(200);
  expect(account.json()).toMatchObject({ email, names: { firstName: '', lastName: '' } });
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  expect(mails.map((mail) => mail.kind)).toEqual(['welcome']);
});

test('whoever registers an address first and leaves it does not keep its owner out', async () => {
  const stranger = browser(app);
  await stranger.signUp(email, "the stranger's password");
  const strangerToken = await stranger.renew();
  clock.now = new Date(clock.now.getTime() + 14 * 60_000);
  expect((await browser(app).signUp(email)).statusCode).toBe(400);
  clock.now = new Date(clock.now.getTime() + 2 * 60_000);
  await registered();
  expect((await browser(app).signIn(email, "the stranger's password")).statusCode).toBe(400);
  expect(await stranger.renew()).toBeUndefined();
  stranger.carry(strangerToken);
  expect((await stranger.get('/api/users/account')).statusCode).toBe(401);
});

test('a failed registration takes its sign-up back', async () => {
  const page = browser(app);
  await page.signUp(email);
  await page.renew();
  const reply = await page.post('/api/auth/delete-user');
  expect(reply.statusCode).toBe(200);
  expect(page.jar.has('tasuki.session')).toBe(false);
  expect(await db.select().from(authUsers).where(eq(authUsers.email, email))).toEqual([]);
  expect((await browser(app).signUp(email)).statusCode).toBe(200);
});

test('a registration that broke off keeps its e-mail for a quarter of an hour, to the second', async () => {
  const { now } = clock;
  await browser(app).signUp(email);
  const after = (ms: number) => {
    clock.now = new Date(now.getTime() + ms);
    return browser(app).signUp(email);
  };
  expect((await after(15 * 60_000)).statusCode).toBe(400);
  expect((await after(15 * 60_000 + 1)).statusCode).toBe(200);
});

test('a sign-up can be taken back for a quarter of an hour, no longer', async () => {
  const { now } = clock;
  const takeBackAfter = async (ms: number, of: string) => {
    clock.now = now;
    const page = browser(app);
    await page.signUp(of);
    clock.now = new Date(now.getTime() + ms);
    await page.renew();
    return (await page.post('/api/auth/delete-user')).statusCode;
  };
  expect(await takeBackAfter(15 * 60_000 - 1, email)).toBe(200);
  expect(await takeBackAfter(15 * 60_000, `late.${email}`)).toBe(409);
});

test('a change of e-mail takes over an address whose registration broke off', async () => {
  await browser(app).signUp(`left.${email}`);
  clock.now = new Date(clock.now.getTime() + 16 * 60_000);
  const page = await registered();
  const change = { email, password: 'a long password', newEmail: `left.${email}` };
  await moveEmail(db, page, change);
  expect((await page.get('/api/users/account')).json().email).toBe(`left.${email}`);
});

test('a sign-up is not taken back once an account depends on it', async () => {
  const page = await registered();
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(409);
  expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test('only the session that a sign-up opened takes it back', async () => {
  await browser(app).signUp(email);
  clock.now = new Date(clock.now.getTime() + 1);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.email, email));
  const later = browser(app);
  await later.signIn(email);
  await later.renew();
  await db.delete(users).where(eq(users.uid, String(user?.id)));
  expect((await later.post('/api/auth/delete-user')).statusCode).toBe(409);
});

test('without a token nobody is deleted', async () => {
  const page = browser(app);
  await page.signUp(email);
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(401);
});
