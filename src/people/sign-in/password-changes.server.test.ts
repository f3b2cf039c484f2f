import { and, eq, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';
import { authUsers, authVerifications } from './sign-in-tables.server.ts';

const { app, services, db, clock } = await testApp();
const password = 'a long password';
const wrong = 'いまのパスワードに誤りがあります。もう一度ご入力ください。';

let count = 0;
let email = '';
let newEmail = '';
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  newEmail = `hanako${count}@example.com`;
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60_000);
});

async function donor(of = email) {
  const uid = await services.auth.createPerson({ email: of, password, role: 'donor' });
  const page = browser(app);
  await page.signIn(of);
  await page.renew();
  return { uid, page };
}
const status = async (page: ReturnType<typeof browser>) =>
  (await page.get('/api/users/account')).statusCode;
const canSignIn = async (address: string, with_ = password) =>
  (await browser(app).signIn(address, with_)).statusCode === 200;

test('another password is set by who knows the present one; other sessions end', async () => {
  const { page } = await donor();
  const elsewhere = browser(app);
  await elsewhere.signIn(email);
  await elsewhere.renew();
  const body = { currentPassword: password, newPassword: 'a new password' };
  expect((await page.post('/api/auth/change-password', body)).statusCode).toBe(200);
  expect([await status(page), await status(elsewhere)]).toEqual([401, 401]);
  expect(await elsewhere.renew()).toBeUndefined();
  await page.renew();
  expect(await status(page)).toBe(200);
  expect([await canSignIn(email), await canSignIn(email, 'a new password')]).toEqual([false, true]);
});

test('whoever’s password was set anew is mailed when and by which device, and what to do', async () => {
  clock.now = new Date('2026-12-01T08:05:00Z');
  const { uid } = await donor();
  const page = browser(app, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' } });
  await page.signIn(email);
  await page.renew();
  const body = { currentPassword: password, newPassword: 'a new password' };
  await page.post('/api/auth/change-password', body);
  await page.renew();
  await page.post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  await page.post('/api/auth/reset-password', { token, newPassword: 'a newer password' });
  const mails = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.kind, 'sign-in-changed'),
        eq(outboxMails.recipient, email),
        // The browsers of this test are new, which sends mails as well.
        like(outboxMails.subject, '%パスワード%'),
      ),
    );
  expect(mails.map(({ recipient, uid: of, subject }) => [recipient, of, subject])).toEqual([
    [email, uid, '【たすき】パスワードを変更しました'],
    [email, uid, '【たすき】パスワードを再設定しました'],
  ]);
  for (const { textBody } of mails) {
    expect(textBody).toContain('日時：2026年12月1日 17時05分（日本時間）');
    expect(textBody).toContain('端末：iPhone・Safari');
    expect(textBody).toContain('http://localhost:3000/reset-password');
    // The footer of other mails would tell the very reader who is to be warned to discard it.
    expect(textBody).not.toContain('破棄');
  }
});

test('a password is not changed without the present one', async () => {
  const { page } = await donor();
  const body = { currentPassword: 'guessing', newPassword: 'a new password' };
  const reply = await page.post('/api/auth/change-password', body);
  expect(reply.json().errors).toEqual([{ path: 'currentPassword', message: wrong }]);
  expect(await canSignIn(email)).toBe(true);
});

test('a stolen token cannot guess the password without end', async () => {
  const { page } = await donor();
  const statuses: number[] = [];
  for (let n = 0; n < 26; n++) {
    const body = { currentPassword: `guess ${n}`, newPassword: 'a new password' };
    statuses.push((await page.post('/api/auth/change-password', body)).statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('a reset gives the same answer for registered and unknown addresses, in the same time', async () => {
  await donor();
  const ask = async (address: string) => {
    const startMs = performance.now();
    const reply = await browser(app).post('/api/auth/request-password-reset', { email: address });
    return { body: reply.body, status: reply.statusCode, ms: performance.now() - startMs };
  };
  const [known, unknown] = [await ask(email), await ask(newEmail)];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(240);
  expect(await mailedToken(db, 'reset', email)).not.toBe('');
  expect(await mailedToken(db, 'reset', newEmail)).toBe('');
});

test('a mailed link sets a new password, once, ends all sessions and proves the address', async () => {
  const { uid, page } = await donor();
  await browser(app).post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const reset = { token, newPassword: 'a new password' };
  expect((await browser(app).post('/api/auth/reset-password', reset)).statusCode).toBe(200);
  expect(await status(page)).toBe(401);
  expect([await canSignIn(email), await canSignIn(email, 'a new password')]).toEqual([false, true]);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, uid));
  expect(user?.emailVerified).toBe(true);
  const again = await browser(app).post('/api/auth/reset-password', reset);
  expect(again.statusCode).toBe(410);
});

test('a link for a new password is worthless after an hour, and after a change of e-mail', async () => {
  const { page } = await donor();
  const ask = () => browser(app).post('/api/auth/request-password-reset', { email });
  const use = async (token: string) => {
    const body = { token, newPassword: 'a new password' };
    return (await browser(app).post('/api/auth/reset-password', body)).statusCode;
  };
  await ask();
  const early = await mailedToken(db, 'reset', email);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  expect(await use(early)).toBe(410);
  await ask();
  const late = await mailedToken(db, 'reset', email);
  expect(late).not.toBe(early);
  await page.renew();
  await moveEmail(db, page, { email, password, newEmail });
  expect(await use(late)).toBe(410);
});

test('a new password voids the links for another, however it was set', async () => {
  const { page } = await donor();
  const ask = async () => {
    await browser(app).post('/api/auth/request-password-reset', { email });
    return mailedToken(db, 'reset', email);
  };
  const use = async (token: string) => {
    const body = { token, newPassword: 'of a reset' };
    return (await browser(app).post('/api/auth/reset-password', body)).statusCode;
  };
  const first = await ask();
  const change = { currentPassword: password, newPassword: 'a new password' };
  const changed = await page.post('/api/auth/change-password', change);
  expect(changed.json()).toEqual({ success: true });
  expect(String(changed.headers['set-cookie'])).toMatch(/; Max-Age=2592000;/);
  expect(await use(first)).toBe(410);
  const [second, third] = [await ask(), await ask()];
  await services.auth.createPerson({ email: newEmail, password, role: 'donor' });
  await browser(app).post('/api/auth/request-password-reset', { email: newEmail });
  expect([await use(third), await use(second)]).toEqual([200, 410]);
  // Links of another person stay valid.
  expect(await use(await mailedToken(db, 'reset', newEmail))).toBe(200);
});

test('links that are over are not kept', async () => {
  await donor();
  const ask = () => browser(app).post('/api/auth/request-password-reset', { email });
  const stored = () => db.select().from(authVerifications);
  await ask();
  const first = (await stored()).find(({ value }) => value.endsWith(` ${email}`));
  expect(first).toBeDefined();
  const { now } = clock;
  clock.now = new Date(now.getTime() + 60 * 60_000);
  await ask();
  expect(await stored()).toContainEqual(first);
  clock.now = new Date(now.getTime() + 60 * 60_000 + 1);
  await ask();
  expect(await stored()).not.toContainEqual(first);
});

test('the mail of a reset greets by name and leads to the page for it', async () => {
  const { uid } = await donor();
  await db.update(users).set({ lastName: '髙橋', firstName: '花子' }).where(eq(users.uid, uid));
  await browser(app).post('/api/auth/request-password-reset', { email });
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, email), eq(outboxMails.kind, 'reset')));
  const text = openedText(mail);
  expect([mail?.kind, mail?.uid]).toEqual(['reset', uid]);
  expect(text).toContain('髙橋 花子');
  expect(text).toContain('60分以内');
  expect(text).toMatch(/http:\/\/localhost:3000\/reset-password#token=[\w-]{43}\s/);
});

test('of resets at once with one link, one sets its password', async () => {
  await donor();
  await browser(app).post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const replies = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      browser(app).post('/api/auth/reset-password', { token, newPassword: `new password ${n}` }),
    ),
  );
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
});

test('nobody is flooded with mails', async () => {
  await donor();
  for (let n = 0; n < 5; n++) {
    await browser(app).post('/api/auth/request-password-reset', { email });
  }
  const mails = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, email), eq(outboxMails.kind, 'reset')));
  expect(mails).toHaveLength(3);
});

test('the database stores no token of a mailed link', async () => {
  await donor();
  await browser(app).post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const stored = JSON.stringify([
    await db.select().from(authVerifications),
    await db.select().from(outboxMails),
  ]);
  expect(stored).not.toContain(token);
});
