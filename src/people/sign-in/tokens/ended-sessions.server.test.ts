import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { testApp } from '#test/test-app.ts';

// An ended session is refused by the very next request, although this process has cached it as open for a second.

const { app, services, db, clock } = await testApp();
const password = 'a long password';
type Page = ReturnType<typeof browser>;

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

async function signedIn({ of = email } = {}) {
  const uid = await services.auth.createPerson({ email: of, password, role: 'donor' });
  const page = browser(app);
  await page.signIn(of);
  await page.renew();
  return { uid, page };
}
const status = async (page: Page) => (await page.get('/api/users/account')).statusCode;

/** Another browser with the same token, just verified. */
async function atHand(page: Page) {
  const copy = browser(app);
  copy.carry(await page.renew());
  expect(await status(copy)).toBe(200);
  return copy;
}

const ends: [what: string, end: (page: Page) => Promise<unknown>][] = [
  ['signing out', (page) => page.post('/api/auth/sign-out')],
  [
    'a sign-in of somebody else in the same browser',
    async (page) => {
      const of = `other.${email}`;
      await services.auth.createPerson({ email: of, password, role: 'donor' });
      return page.signIn(of);
    },
  ],
  ['a sign-up of somebody else in the same browser', (page) => page.signUp(`new.${email}`)],
  [
    'a new password',
    (page) => {
      const body = { currentPassword: password, newPassword: 'a new password' };
      return page.post('/api/auth/change-password', body);
    },
  ],
  [
    'a new e-mail',
    async (page) => {
      await page.renew();
      await moveEmail(db, page, { email, password, newEmail: `new.${email}` });
    },
  ],
  [
    'a reset by mail',
    async () => {
      await browser(app).post('/api/auth/request-password-reset', { email });
      const body = { token: await mailedToken(db, 'reset', email), newPassword: 'a new password' };
      return browser(app).post('/api/auth/reset-password', body);
    },
  ],
  [
    'becoming the operator of the installation',
    () => services.auth.ensureOperator({ email, password: 'of the environment' }),
  ],
];
test.each(ends)('%s ends the session at once', async (_what, end) => {
  const { page } = await signedIn();
  const copy = await atHand(page);
  await end(page);
  expect(await status(copy)).toBe(401);
});

test('taking a change of e-mail back ends its sessions at once', async () => {
  const { page } = await signedIn();
  await moveEmail(db, page, { email, password, newEmail: `new.${email}` });
  const copy = await atHand(page);
  const token = await mailedToken(db, 'email-changed', email);
  await browser(app).post('/api/auth/undo-email-change', { token });
  expect(await status(copy)).toBe(401);
});

test('ending the other sessions ends them at once, and this one goes on', async () => {
  const { page } = await signedIn();
  const other = browser(app);
  await other.signIn(email);
  const [here, there] = [await atHand(page), await atHand(other)];
  await here.post('/api/users/sessions/end-others', { password });
  expect([await status(here), await status(there)]).toEqual([200, 401]);
});

test('a sign-up that was taken back is over at once', async () => {
  const page = browser(app);
  await page.signUp(email);
  await page.renew();
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(200);
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(401);
});

test('a registration that broke off is an account at once for who has just signed in', async () => {
  const page = browser(app);
  await page.signUp(email);
  await page.renew();
  expect(await status(page)).toBe(401);
  const token = await page.renew();
  page.carry(undefined);
  const other = browser(app);
  await other.signIn(email);
  page.carry(token);
  expect(await status(page)).toBe(200);
});

test('a sign-in lasts thirty days, or a day in a browser that is not to remember it', async () => {
  const { uid } = await signedIn();
  const dayMs = 24 * 60 * 60_000;
  for (const url of ['/api/auth/sign-in/email', '/api/auth/sign-up/email']) {
    for (const [rememberMe, days] of [
      [undefined, 30],
      [true, 30],
      [false, 1],
    ] as const) {
      await db.delete(authSessions);
      const isNew = url.includes('sign-up');
      const of = isNew ? `${rememberMe}.${email}` : email;
      const body = { email: of, password, ...(rememberMe !== undefined && { rememberMe }) };
      const reply = await browser(app).post(url, body);
      const cookie =
        [reply.headers['set-cookie']].flat().find((one) => one?.includes('session=')) ?? '';
      expect(/; Max-Age=(\d+);/.exec(cookie)?.[1]).toBe(
        rememberMe === false ? undefined : '2592000',
      );
      const [session] = await db.select().from(authSessions);
      const lifeMs = Number(session?.expiresAt) - Date.now();
      expect(Math.round(lifeMs / dayMs)).toBe(days);
      if (!isNew) expect(session?.userId).toBe(uid);
    }
  }
});

test('a sign-in tidies away the sessions of its person that are over, and no others', async () => {
  const { uid } = await signedIn();
  await db.update(authSessions).set({ expiresAt: new Date(Date.now() - 60_000) });
  const { uid: other } = await signedIn({ of: `other.${email}` });
  await db
    .update(authSessions)
    .set({ expiresAt: new Date(Date.now() - 60_000) })
    .where(eq(authSessions.userId, other));
  await browser(app).signIn(email);
  await browser(app).signIn(email);
  const sessionsOf = (userId: string) =>
    db.select().from(authSessions).where(eq(authSessions.userId, userId));
  expect([(await sessionsOf(uid)).length, (await sessionsOf(other)).length]).toEqual([2, 1]);
});
