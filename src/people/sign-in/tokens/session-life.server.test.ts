import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { roles } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { testApp } from '#test/test-app.ts';

// Sessions end by the database's clock, so these tests move their ends instead of the clock.

const { app, db, services } = await testApp();
const password = 'a long password';
type Page = ReturnType<typeof browser>;

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  await db.delete(attemptBudgets);
});

async function signedIn(role: 'donor' | 'staff' | 'operator', rememberMe: boolean) {
  const uid = await services.auth.createPerson({ email, password, role, isSample: true });
  const page = browser(app);
  const reply = await page.post('/api/auth/sign-in/email', { email, password, rememberMe });
  expect(reply.statusCode).toBe(200);
  return { uid, page, reply };
}
/** Hours until the person's session expires, and until its absolute end. */
async function hoursOf(uid: string) {
  const hours = (column: typeof authSessions.expiresAt | typeof authSessions.endsAt) =>
    sql<number>`round(extract(epoch from ${column} - now()) / 3600)::int`;
  const rows = await db
    .select({ expires: hours(authSessions.expiresAt), ends: hours(authSessions.endsAt) })
    .from(authSessions)
    .where(eq(authSessions.userId, uid));
  expect(rows).toHaveLength(1);
  return [rows[0]?.expires, rows[0]?.ends];
}
/** Lets this many hours of a session pass. */
const pass = (uid: string, hours: number) =>
  db
    .update(authSessions)
    .set({
      expiresAt: sql`expires_at - make_interval(hours => ${hours})`,
      endsAt: sql`ends_at - make_interval(hours => ${hours})`,
    })
    .where(eq(authSessions.userId, uid));
const maxAgeIn = (reply: Awaited<ReturnType<Page['get']>>) => {
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const cookie = cookies.find((one) => one.startsWith('tasuki.session='));
  return cookie && Number(/Max-Age=(\d+)/.exec(cookie)?.[1] ?? 0) / 3600;
};
const renew = (page: Page) => page.get('/api/auth/token');

test.each([
  ['donor', true, 30 * 24, 90 * 24],
  ['donor', false, 24, 90 * 24],
  ['staff', true, 12, 12],
  ['staff', false, 12, 12],
  ['operator', true, 12, 12],
  ['operator', false, 12, 12],
] as const)(
  'a session of a %s, remembered (%s), lasts %i hours, and %i at most',
  async (...given) => {
    const [role, rememberMe, hours, most] = given;
    const { uid, reply } = await signedIn(role, rememberMe);
    expect(await hoursOf(uid)).toEqual([hours, most]);
    expect(maxAgeIn(reply)).toBe(rememberMe ? hours : 0);
  },
);

test('one that was not to be remembered ends after a day, whatever cookies come along', async () => {
  const { uid, page } = await signedIn('donor', false);
  expect([...page.jar.keys()]).toEqual(['tasuki.session']);
  await pass(uid, 6);
  for (const url of ['/api/auth/token', '/api/auth/get-session']) {
    const reply = await page.get(url);
    expect([reply.statusCode, maxAgeIn(reply)]).toEqual([200, undefined]);
    expect((await hoursOf(uid))[0]).toBe(18);
  }
  await pass(uid, 18);
  expect((await renew(page)).statusCode).toBe(401);
});

test('one to be remembered goes on for thirty days while it is used, ninety in all', async () => {
  const { uid, page } = await signedIn('donor', true);
  await pass(uid, 12);
  // Nothing is written for an extension of less than a day.
  expect(maxAgeIn(await renew(page))).toBeUndefined();
  expect((await hoursOf(uid))[0]).toBe(30 * 24 - 12);
  await pass(uid, 20 * 24);
  expect(maxAgeIn(await renew(page))).toBe(30 * 24);
  expect(await hoursOf(uid)).toEqual([30 * 24, 69.5 * 24]);
  // Reading the session does not extend it.
  await pass(uid, 10 * 24);
  await page.get('/api/auth/get-session');
  expect((await hoursOf(uid))[0]).toBe(20 * 24);
  await renew(page);
  await pass(uid, 29 * 24);
  await renew(page);
  await pass(uid, 25 * 24);
  const last = await renew(page);
  // Of ninety days five and a half remain.
  expect(await hoursOf(uid)).toEqual([5.5 * 24, 5.5 * 24]);
  expect([undefined, 5.5 * 24]).toContain(maxAgeIn(last));
  await pass(uid, 5.5 * 24);
  expect((await renew(page)).statusCode).toBe(401);
});

test('that of an operator ends after twelve hours, however it is used', async () => {
  const { uid, page } = await signedIn('operator', true);
  await pass(uid, 11);
  expect((await renew(page)).statusCode).toBe(200);
  expect(await hoursOf(uid)).toEqual([1, 1]);
  await pass(uid, 1);
  expect((await renew(page)).statusCode).toBe(401);
});

test.each(roles.filter((role) => role !== 'donor'))(
  'those of a donor who becomes %s end within twelve hours',
  async (role) => {
    const { uid } = await signedIn('donor', true);
    await db.update(users).set({ role }).where(eq(users.uid, uid));
    expect(await hoursOf(uid)).toEqual([12, 12]);
  },
);

test('the database takes no session that lasts longer than its end', async () => {
  const { uid } = await signedIn('donor', true);
  const longer = db
    .update(authSessions)
    .set({ expiresAt: sql`ends_at + interval '1 second'` })
    .where(eq(authSessions.userId, uid));
  await expect(longer).rejects.toThrow();
});

test.each<[string, (page: Page) => ReturnType<Page['post']>]>([
  [
    'password',
    (page) =>
      page.post('/api/auth/change-password', {
        currentPassword: password,
        newPassword: 'another long password',
      }),
  ],
  [
    'e-mail',
    async (page) => {
      const newEmail = `new.${email}`;
      await page.post('/api/auth/change-email', { email, password, newEmail });
      const token = await mailedToken(db, 'confirm-email-change', newEmail);
      return page.post('/api/auth/verify-email', { token });
    },
  ],
])('the session after a new %s is of the same kind', async (_what, change) => {
  for (const [rememberMe, hours] of [
    [false, 24],
    [true, 30 * 24],
  ] as const) {
    email = `${rememberMe}.${email}`;
    const { uid, page } = await signedIn('donor', rememberMe);
    await page.renew();
    const reply = await change(page);
    expect([reply.statusCode, maxAgeIn(reply)]).toEqual([200, rememberMe ? hours : 0]);
    expect((await hoursOf(uid))[0]).toBe(hours);
  }
});
