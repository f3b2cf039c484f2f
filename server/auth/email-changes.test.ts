import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { authUsers } from '#server/db/schema/auth.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
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
  expect(reply.json().message).toBe(wrong);
  expect(await status(page)).toBe(200);
  expect(await canSignIn(email)).toBe(true);
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
