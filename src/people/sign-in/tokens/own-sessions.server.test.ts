import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import type { OwnSession } from '#people/sign-in/own-sign-in.ts';
import { authAccounts, authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';

const { app, services, db, clock } = await testApp();
const password = 'a long password';
const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.1 Mobile/15E148 Safari/604.1' };
const windows = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36' };

let count = 0;
let email = '';
let uid = '';
beforeEach(async () => {
  email = `donor${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  uid = await services.auth.createPerson({ email, password, role: 'donor' });
});

async function signedIn(headers: Record<string, string> = {}) {
  const page = browser(app, { headers });
  expect((await page.signIn(email)).statusCode).toBe(200);
  await page.renew();
  return page;
}
type Page = Awaited<ReturnType<typeof signedIn>>;
const listOf = async (page: Page): Promise<OwnSession[]> =>
  (await page.get('/api/users/sessions')).json();
const otherOf = async (page: Page) =>
  (await listOf(page)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
const isIn = async (page: Page) => (await page.get('/api/users/account')).statusCode === 200;

test('a person sees their browsers, this one first, and when each was last here', async () => {
  const phone = await signedIn(iPhone);
  clock.now = new Date('2026-11-20T11:00:00+09:00');
  const laptop = await signedIn(windows);
  await phone.renew();
  expect(await listOf(phone)).toEqual([
    expect.objectContaining({ device: 'iPhone・Safari', isCurrent: true }),
    expect.objectContaining({
      device: 'Windows・Chrome',
      isCurrent: false,
      signedInAt: '20261120110000000',
    }),
  ]);
  clock.now = new Date('2026-11-20T11:20:00+09:00');
  await phone.renew();
  await laptop.renew();
  expect(await listOf(laptop)).toMatchObject([
    { device: 'Windows・Chrome', isCurrent: true },
    { device: 'iPhone・Safari', lastSeenAt: '20261120112000000' },
  ]);
});

test('when a browser was last here is exact to four minutes', async () => {
  const page = await signedIn();
  const seenAt = async (at: string) => {
    clock.now = new Date(`2026-11-20T${at}+09:00`);
    await page.renew();
    return (await listOf(page))[0]?.lastSeenAt;
  };
  expect(await seenAt('10:04:00.000')).toBe('20261120100000000');
  expect(await seenAt('10:04:00.001')).toBe('20261120100400001');
});

test('of the browsers the last seen comes first, and those that are over are not named', async () => {
  const pages: Page[] = [];
  for (const minute of ['10', '20', '30', '40']) {
    clock.now = new Date(`2026-11-20T10:${minute}:00+09:00`);
    pages.push(await signedIn());
  }
  const [first] = pages as [Page];
  await first.renew();
  const signedInAt = async () => (await listOf(first)).map((one) => one.signedInAt.slice(8, 12));
  expect(await signedInAt()).toEqual(['1010', '1040', '1030', '1020']);
  await db
    .update(authSessions)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(authSessions.createdAt, new Date('2026-11-20T10:30:00+09:00')));
  expect(await signedInAt()).toEqual(['1010', '1040', '1020']);
});

test('nothing of a browser is stored but its kind', async () => {
  await signedIn(iPhone);
  const [row] = await db.select().from(authSessions).where(eq(authSessions.userId, uid));
  expect([row?.userAgent, row?.ipAddress]).toEqual(['iPhone・Safari', null]);
});

test('another browser is signed out at once, and stays out', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  expect(await isIn(other)).toBe(true);
  const body = { sessionId: await otherOf(one), password };
  expect((await one.post('/api/users/sessions/end', body)).statusCode).toBe(200);
  expect([await isIn(other), await other.renew(), await isIn(one)]).toEqual([
    false,
    undefined,
    true,
  ]);
  expect((await one.post('/api/users/sessions/end', body)).statusCode).toBe(404);
});

test('all the others are signed out together', async () => {
  const pages = [await signedIn(), await signedIn(), await signedIn()] as const;
  expect((await pages[0].post('/api/users/sessions/end-others', { password })).statusCode).toBe(
    200,
  );
  expect(await Promise.all(pages.map(isIn))).toEqual([true, false, false]);
});

test('a session alone ends no other: the password is asked for', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const sessionId = await otherOf(one);
  for (const [url, body] of [
    ['/api/users/sessions/end', { sessionId }],
    ['/api/users/sessions/end', { sessionId, password: 'another' }],
    ['/api/users/sessions/end-others', undefined],
    ['/api/users/sessions/end-others', { password: 'another' }],
  ] as const) {
    expect((await one.post(url, body)).statusCode).toBe(400);
  }
  expect(await isIn(other)).toBe(true);
});

test('neither the present session nor a stranger’s can be ended this way', async () => {
  const page = await signedIn();
  const [mine] = await listOf(page);
  const body = { sessionId: mine?.id, password };
  const own = await page.post('/api/users/sessions/end', body);
  expect(own.statusCode).toBe(409);
  email = `stranger${count}@example.jp`;
  await services.auth.createPerson({ email, password, role: 'donor' });
  const stranger = await signedIn();
  const foreign = await stranger.post('/api/users/sessions/end', body);
  expect([foreign.statusCode, await isIn(page)]).toEqual([404, true]);
});

test('a person sees their ways to sign in', async () => {
  const page = await signedIn();
  await db.insert(authAccounts).values({
    id: `line ${uid}`,
    accountId: `line ${uid}`,
    providerId: 'line',
    userId: uid,
  });
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
  expect((await page.get('/api/users/sign-in-methods')).json()).toEqual({
    hasPassword: true,
    services: [{ id: 'line', name: 'line', isOffered: false }],
    linkable: [],
    isProven: false,
    hasTwoFactor: false,
    emailVerified: true,
    pendingEmail: null,
  });
});

test('who signs in again has a new session token, and the one before opens nothing', async () => {
  const page = await signedIn();
  const before = page.jar.get('tasuki.session') ?? '';
  expect((await page.post('/api/users/sessions/end-others', { password })).statusCode).toBe(200);
  expect(page.jar.get('tasuki.session')).not.toBe(before);
  expect(await page.renew()).toBeDefined();
  const thief = browser(app);
  thief.jar.set('tasuki.session', before);
  expect(await thief.renew()).toBeUndefined();
});
