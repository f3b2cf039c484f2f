import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { issueSetupLink } from '#people/setup/setup-link.server.ts';
import { browser } from '#test/browser.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';
import { authUsers } from './sign-in-tables.server.ts';

const { app, db, dependencies, services } = await testApp();
const password = 'たすきで橋をかける二〇二六年の秋';

beforeEach(async () => {
  await db.delete(users);
  await db.delete(authUsers);
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
});

const started = (mailTo = '') => issueSetupLink(dependencies, mailTo);
const tokenOf = (url: string | undefined) => url?.split('#token=')[1] ?? '';
const entry = { lastName: '橋本', firstName: '渡', email: 'wataru@hashi.example', password };
const takeOver = (token: string, changed: object = {}, page = browser(app)) =>
  page.post('/api/setup/owner', { ...entry, ...changed, token });

test('whoever has the link becomes the owner, signed in, with a proven e-mail; then the link is dead', async () => {
  const token = tokenOf(await started());
  const page = browser(app);
  expect((await page.post('/api/setup/link', { token })).json()).toEqual({ isAlive: true });
  const made = await takeOver(token, {}, page);
  expect(made.json()).toMatchObject({ user: { email: entry.email, emailVerified: true } });
  await page.renew();
  // Owners need a second factor before anything else.
  expect((await page.get('/api/office/setup')).json().template).toBe('second-factor-needed');
  const [owner] = await db.select().from(users);
  expect(owner).toMatchObject({ role: 'owner', lastName: '橋本', email: entry.email });
  const trail = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, owner?.uid ?? ''))
    .orderBy(auditLog.id);
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['role.change', 'security.role']),
  );
  for (const again of [
    await takeOver(token, { email: 'other@hashi.example' }),
    await page.post('/api/setup/link', { token }),
  ]) {
    expect(again.statusCode).toBe(410);
  }
  expect(await db.select().from(users)).toHaveLength(1);
});

test('each start makes a new link while nobody runs the service, and none once somebody does', async () => {
  const first = tokenOf(await started());
  const second = tokenOf(await started());
  expect((await takeOver(first)).statusCode).toBe(410);
  expect((await takeOver(second)).statusCode).toBe(200);
  expect(await started()).toBeUndefined();
});

test('a link that was printed before somebody else came to run the service is dead', async () => {
  const token = tokenOf(await started());
  await services.auth.createPerson({ email: 'op@hashi.example', password, role: 'operator' });
  expect((await takeOver(token)).statusCode).toBe(410);
});

test('where donors are, but nobody runs the service, there is a link; with sample data there is none', async () => {
  await services.auth.createPerson({ email: 'donor@hashi.example', password, role: 'donor' });
  const token = tokenOf(await started());
  // A donor's address cannot become the owner's, and the link stays valid.
  expect((await takeOver(token, { email: 'donor@hashi.example' })).statusCode).toBe(400);
  expect((await takeOver(token)).statusCode).toBe(200);
  await db.delete(users);
  const sample = { seed: 1, associates: 1, donors: 1, donations: 1, signIns: [] };
  await db.insert(settings).values({ key: 'sample', value: sample });
  expect(await started()).toBeUndefined();
  await db.delete(settings).where(eq(settings.key, 'sample'));
});

test('of two browsers with the same link one wins', async () => {
  const token = tokenOf(await started());
  const both = await Promise.all(
    ['one@hashi.example', 'other@hashi.example'].map((email) => takeOver(token, { email })),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  expect(await db.select().from(users)).toHaveLength(1);
});

test('the password must have fifteen letters and be no easy guess', async () => {
  const token = tokenOf(await started());
  for (const weak of ['fourteen chars', 'aaaaaaaaaaaaaaaa', 'wataru@hashi.example']) {
    const refused = await takeOver(token, { password: weak });
    expect(refused.json().errors[0].path).toBe('password');
  }
  expect((await takeOver(token)).statusCode).toBe(200);
});

test('the database knows the hash of the link alone, and the mail to OPERATOR_EMAIL holds it sealed', async () => {
  const url = await started(' Owner@Hashi.example ');
  const token = tokenOf(url);
  const [row] = await db.select().from(settings).where(eq(settings.key, 'setup-link'));
  expect(JSON.stringify(row)).not.toContain(token);
  const [mail] = await db.select().from(outboxMails);
  expect(mail).toMatchObject({ kind: 'setup-link', recipient: 'owner@hashi.example' });
  expect(JSON.stringify(mail)).not.toContain(token);
  expect(openedText(mail)).toContain(url);
});

test('guesses at the link have a budget', async () => {
  await started();
  const page = browser(app, { remoteAddress: '203.0.113.9' });
  const guess = () => page.post('/api/setup/link', { token: 'a'.repeat(43) });
  const statuses = [];
  for (let count = 0; count < 21; count++) statuses.push((await guess()).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([410]));
});
