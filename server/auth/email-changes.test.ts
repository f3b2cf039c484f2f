import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { authUsers } from '#server/db/schema/auth.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';

const { app, services, db, clock } = await testApp();
const password = 'a long password';
const wrong = 'メールアドレスまたはパスワードに誤りがあります。';

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

const mailsTo = (recipient: string, kind: string) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), eq(outboxMails.kind, kind)))
    .orderBy(outboxMails.id);
const lastMailTo = async (recipient: string, kind: string) =>
  openedText((await mailsTo(recipient, kind)).at(-1));

test('an e-mail is changed at once, in the sign-in and in the account, and is unverified', async () => {
  const { uid, page } = await donor();
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
  const reply = await page.post('/api/auth/change-email', { email, password, newEmail });
  expect(reply.statusCode).toBe(200);
  await page.renew();
  expect((await page.get('/api/users/account')).json().email).toBe(newEmail);
  expect((await page.get('/api/auth/get-session')).json().user).toEqual({
    id: uid,
    email: newEmail,
    emailVerified: false,
  });
  expect(await canSignIn(email)).toBe(false);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('a change of e-mail ends every earlier session and token, this one gets new ones', async () => {
  const { page } = await donor();
  const elsewhere = browser(app);
  await elsewhere.signIn(email);
  await elsewhere.renew();
  await page.post('/api/auth/change-email', { email, password, newEmail });
  expect([await status(page), await status(elsewhere)]).toEqual([401, 401]);
  expect(await elsewhere.renew()).toBeUndefined();
  expect(await page.renew()).toBeDefined();
  expect(await status(page)).toBe(200);
});

test('an e-mail is not changed with a wrong password', async () => {
  const { page } = await donor();
  const body = { email, password: 'another password', newEmail };
  const reply = await page.post('/api/auth/change-email', body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ message: wrong, errors: [{ path: 'password' }] });
  expect(await status(page)).toBe(200);
  expect(await canSignIn(email)).toBe(true);
  const none = await page.post('/api/auth/change-email', { email, newEmail });
  expect([none.statusCode, none.json().errors]).toEqual([
    400,
    [{ path: 'password', message: 'パスワードを入力してください。' }],
  ]);
});

test('a change that names an e-mail of earlier is refused as stale, and nothing changes', async () => {
  const { page } = await donor();
  await page.post('/api/auth/change-email', { email, password, newEmail });
  await page.renew();
  const again = { email, password, newEmail: `x${newEmail}` };
  const reply = await page.post('/api/auth/change-email', again);
  expect([reply.statusCode, reply.json().type]).toEqual([409, 'Conflict']);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('of two changes from one e-mail at the same moment, one is stale', async () => {
  const { page } = await donor();
  const replies = await Promise.all(
    ['a', 'b'].map((letter) =>
      page.post('/api/auth/change-email', { email, password, newEmail: `${letter}${newEmail}` }),
    ),
  );
  const codes = replies.map((reply) => reply.statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  // Whoever comes last may find the session ended, too.
  expect([401, 409]).toContain(codes.find((code) => code !== 200));
});

test('an e-mail that is taken is refused, and nothing changes', async () => {
  const { page } = await donor();
  await donor(newEmail);
  const reply = await page.post('/api/auth/change-email', { email, password, newEmail });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors).toEqual([
    { path: 'newEmail', message: 'ご入力いただいたメールアドレスはすでに登録されています。' },
  ]);
  expect(await status(page)).toBe(200);
  expect(await mailedToken(db, 'email-changed', email)).toBe('');
});

test('of two who want one address at the same moment, one gets it', async () => {
  const one = await donor(`a${email}`);
  const other = await donor(`b${email}`);
  const replies = await Promise.all([
    one.page.post('/api/auth/change-email', { email: `a${email}`, password, newEmail }),
    other.page.post('/api/auth/change-email', { email: `b${email}`, password, newEmail }),
  ]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
  expect(await db.select().from(users).where(eq(users.email, newEmail))).toHaveLength(1);
});

test('the present e-mail is no new one', async () => {
  const { page } = await donor();
  const reply = await page.post('/api/auth/change-email', { email, password, newEmail: email });
  expect(reply.json().errors[0].path).toBe('newEmail');
});

test('the old address can take the change back: sessions, password and later links are void', async () => {
  const { uid, page } = await donor();
  const thief = browser(app);
  await thief.signIn(email);
  await thief.renew();
  await thief.post('/api/auth/change-email', { email, password, newEmail });
  await thief.renew();
  await thief.post('/api/auth/change-email', {
    email: newEmail,
    password,
    newEmail: `x${newEmail}`,
  });
  await thief.renew();
  await thief.post('/api/auth/request-password-reset', { email: `x${newEmail}` });
  const undo = await mailedToken(db, 'email-changed', email);
  const thiefUndo = await mailedToken(db, 'email-changed', newEmail);
  const thiefReset = await mailedToken(db, 'reset', `x${newEmail}`);
  expect([undo, thiefUndo, thiefReset]).not.toContain('');

  const owner = browser(app);
  expect((await owner.post('/api/auth/undo-email-change', { token: undo })).statusCode).toBe(200);
  expect([await status(page), await status(thief)]).toEqual([401, 401]);
  expect(await thief.renew()).toBeUndefined();
  const [account] = await db.select().from(users).where(eq(users.uid, uid));
  expect(account?.email).toBe(email);
  expect(await canSignIn(email)).toBe(false);
  for (const [url, token] of [
    ['/api/auth/undo-email-change', thiefUndo],
    ['/api/auth/undo-email-change', undo],
  ]) {
    expect((await thief.post(String(url), { token })).statusCode).toBe(410);
  }
  const newPassword = 'of the thief';
  const reset = await thief.post('/api/auth/reset-password', { token: thiefReset, newPassword });
  expect(reset.statusCode).toBe(410);

  const token = await mailedToken(db, 'reset', email);
  await owner.post('/api/auth/reset-password', { token, newPassword: 'of the owner' });
  expect(await canSignIn(email, 'of the owner')).toBe(true);
});

test('a change is not taken back to an address that has become another person', async () => {
  const { page } = await donor();
  await page.post('/api/auth/change-email', { email, password, newEmail });
  await donor(email);
  const token = await mailedToken(db, 'email-changed', email);
  const reply = await browser(app).post('/api/auth/undo-email-change', { token });
  expect(reply.statusCode).toBe(409);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('a change can be taken back for a week', async () => {
  const { page } = await donor();
  await page.post('/api/auth/change-email', { email, password, newEmail });
  const token = await mailedToken(db, 'email-changed', email);
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60_000);
  const reply = await browser(app).post('/api/auth/undo-email-change', { token });
  expect(reply.statusCode).toBe(410);
});

test('who changes the e-mail stays signed in for thirty days, and a stale edit of the account is seen', async () => {
  const { uid, page } = await donor();
  const versionOf = async () =>
    (await db.select().from(users).where(eq(users.uid, uid)))[0]?.accountVersion ?? Number.NaN;
  const version = await versionOf();
  const reply = await page.post('/api/auth/change-email', { email, password, newEmail });
  expect(String(reply.headers['set-cookie'])).toMatch(/; Max-Age=2592000;/);
  expect(await versionOf()).toBe(version + 1);
});

test('the old address reads what changed, the new one is asked to prove itself, both by name', async () => {
  const { uid, page } = await donor();
  await db.update(users).set({ lastName: '髙橋', firstName: '花子' }).where(eq(users.uid, uid));
  await page.post('/api/auth/change-email', { email, password, newEmail });
  const [changed, verify] = [
    await lastMailTo(email, 'email-changed'),
    await lastMailTo(newEmail, 'verify-email'),
  ];
  for (const text of [changed, verify]) expect(text).toContain('髙橋 花子');
  expect(changed).toContain(newEmail);
  expect(changed).toMatch(/http:\/\/localhost:3000\/undo-email-change#token=[\w-]{43}\s/);
  expect(verify).toMatch(/http:\/\/localhost:3000\/verify-email#token=[\w-]{43}\s/);
});

test('a change of e-mail voids the links that the old address was mailed', async () => {
  const { page } = await donor();
  await page.post('/api/auth/send-verification-email');
  await page.post('/api/auth/request-password-reset', { email });
  const verify = { token: await mailedToken(db, 'verify-email', email) };
  const reset = { token: await mailedToken(db, 'reset', email), newPassword: 'a new password' };
  await page.post('/api/auth/change-email', { email, password, newEmail });
  await page.renew();
  expect((await page.post('/api/auth/verify-email', verify)).statusCode).toBe(410);
  expect((await page.post('/api/auth/reset-password', reset)).statusCode).toBe(410);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('who takes a change back has proven the old address, and no link to the later one works', async () => {
  const { uid, page } = await donor();
  await page.post('/api/auth/change-email', { email, password, newEmail });
  await page.renew();
  const verify = { token: await mailedToken(db, 'verify-email', newEmail) };
  const undo = { token: await mailedToken(db, 'email-changed', email) };
  expect((await browser(app).post('/api/auth/undo-email-change', undo)).statusCode).toBe(200);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, uid));
  expect(user).toMatchObject({ email, emailVerified: true });
  expect(await lastMailTo(email, 'reset')).toContain('60分以内');
  const reset = { token: await mailedToken(db, 'reset', email), newPassword: 'a new password' };
  expect((await browser(app).post('/api/auth/reset-password', reset)).statusCode).toBe(200);
  const back = browser(app);
  await back.signIn(email, 'a new password');
  await back.renew();
  expect((await back.post('/api/auth/verify-email', verify)).statusCode).toBe(410);
});

test('an address is asked to prove itself three times an hour, and no more once it has', async () => {
  const { page } = await donor();
  const ask = async () => {
    expect((await page.post('/api/auth/send-verification-email')).json()).toEqual({
      success: true,
    });
    return (await mailsTo(email, 'verify-email')).length;
  };
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 3, 3]);
  const token = await mailedToken(db, 'verify-email', email);
  expect((await page.post('/api/auth/verify-email', { token })).json()).toEqual({ success: true });
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60_000);
  await page.renew();
  expect(await ask()).toBe(3);
});

test('an address is proven by the person who signed in, not by another', async () => {
  const { uid, page } = await donor();
  const stranger = await donor(newEmail);
  expect((await page.post('/api/auth/send-verification-email')).statusCode).toBe(200);
  const token = await mailedToken(db, 'verify-email', email);
  const verified = async () =>
    (await db.select().from(authUsers).where(eq(authUsers.id, uid)))[0]?.emailVerified;
  const byStranger = await stranger.page.post('/api/auth/verify-email', { token });
  expect([byStranger.statusCode, await verified()]).toEqual([410, false]);
  const byOwner = await page.post('/api/auth/verify-email', { token });
  expect([byOwner.statusCode, await verified()]).toEqual([200, true]);
});
