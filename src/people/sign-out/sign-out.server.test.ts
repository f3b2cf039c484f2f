import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';
import { expectEndWithinASecond } from '#test/timing/session-end.ts';
import { signOut } from './sign-out.server.ts';

const { app, services, db, clock } = await testApp();
const dependencies = { clock: () => clock.now };

/** Browser of a person who just signed in; creates the account unless `isNew` is false. */
async function signedIn(email: string, { isNew = true } = {}) {
  const person = { email, password: 'a long password', role: 'donor' } as const;
  if (isNew) await services.auth.createPerson(person);
  const page = browser(app);
  await page.signIn(email);
  await page.renew();
  return page;
}
const statusIn = async (page: Awaited<ReturnType<typeof signedIn>>) =>
  (await page.get('/api/auth/token')).statusCode;
const latestAudit = async () =>
  (
    await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'sessions.end'))
      .orderBy(desc(auditLog.id))
      .limit(1)
  )[0];

test('all sessions of one person end, and nobody else’s', async () => {
  const pages = [
    await signedIn('hanako@example.jp'),
    await signedIn('hanako@example.jp', { isNew: false }),
  ];
  const other = await signedIn('taro@example.jp');
  // Their sessions are cached for a moment.
  for (const page of pages) await page.get('/api/users/account');
  expect(await signOut(db, { email: ' Hanako@Example.JP ' }, dependencies)).toBe(2);
  expect(await latestAudit()).toMatchObject({ action: 'sessions.end', details: { count: 2 } });
  for (const page of pages) {
    expect(await statusIn(page)).toBe(401);
    await expectEndWithinASecond(async () => (await page.get('/api/users/account')).statusCode);
  }
  expect(await statusIn(other)).toBe(200);
});

test('all sessions of everybody end', async () => {
  const pages = [await signedIn('jiro@example.jp'), await signedIn('saburo@example.jp')];
  expect(await signOut(db, 'everybody', dependencies)).toBeGreaterThanOrEqual(2);
  expect(await db.$count(authSessions)).toBe(0);
  for (const page of pages) expect(await statusIn(page)).toBe(401);
  expect(await latestAudit()).toMatchObject({ subjectId: 'everybody' });
});

test('an e-mail that nobody has ends nothing and says so', async () => {
  const page = await signedIn('shiro@example.jp');
  expect(await signOut(db, { email: 'nobody@example.jp' }, dependencies)).toBeUndefined();
  expect(await statusIn(page)).toBe(200);
});
