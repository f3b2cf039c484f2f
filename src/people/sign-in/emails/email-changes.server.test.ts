import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { issueMailedToken } from '#people/sign-in/tokens/mailed-tokens.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { testApp } from '#test/test-app.ts';

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

const mailsTo = (recipient: string, kind: string) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), eq(outboxMails.kind, kind)))
    .orderBy(outboxMails.id);
const lastMailTo = async (recipient: string, kind: string) =>
  openedText((await mailsTo(recipient, kind)).at(-1));

type Page = ReturnType<typeof browser>;
const ask = (page: Page, to = newEmail, from = email) =>
  page.post('/api/auth/change-email', { email: from, password, newEmail: to });
/** Opens the link mailed to the new address. */
const confirm = async (page: Page, to = newEmail) =>
  page.post('/api/auth/verify-email', {
    token: await mailedToken(db, 'confirm-email-change', to),
  });
/** A complete change; the page continues with its new session. */
async function move(page: Page, to = newEmail, from = email) {
  expect((await ask(page, to, from)).statusCode).toBe(200);
  const reply = await confirm(page, to);
  expect(reply.statusCode).toBe(200);
  await page.renew();
  return reply;
}
const pending = async (page: Page) =>
  (await page.get('/api/users/sign-in-methods')).json().pendingEmail;
const undo = async (kind: 'email-change-asked' | 'email-changed', at = email) =>
  browser(app).post('/api/auth/undo-email-change', { token: await mailedToken(db, kind, at) });

test('an e-mail changes only when the link at the new address is opened', async () => {
  const { uid, page } = await donor();
  expect((await ask(page)).json()).toEqual({ success: true });
  expect((await page.get('/api/users/account')).json().email).toBe(email);
  expect([await canSignIn(email), await canSignIn(newEmail)]).toEqual([true, false]);
  expect(await pending(page)).toBe(newEmail);

  expect((await confirm(page)).statusCode).toBe(200);
  await page.renew();
  expect((await page.get('/api/users/account')).json().email).toBe(newEmail);
  expect((await page.get('/api/auth/get-session')).json().user).toEqual({
    id: uid,
    email: newEmail,
    emailVerified: true,
  });
  expect([await canSignIn(email), await canSignIn(newEmail)]).toEqual([false, true]);
  expect(await pending(page)).toBeNull();
});

test('nobody is kept out of an address that somebody else wants to move to', async () => {
  const { page: attacker } = await donor();
  await ask(attacker);
  const owner = browser(app);
  expect((await owner.signUp(newEmail, password)).statusCode).toBe(200);
  await owner.renew();
  await owner.post('/api/users', { email: newEmail });
  // Even with the mailed link, the attacker can no longer get the address.
  expect((await confirm(attacker)).statusCode).toBe(409);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('the link at the new address works for the person alone who asked', async () => {
  const { page } = await donor();
  await ask(page);
  const stranger = await donor(`stranger-${email}`);
  expect((await confirm(stranger.page)).statusCode).toBe(410);
  expect([await canSignIn(email), await canSignIn(newEmail)]).toEqual([true, false]);
});

test('a change that is given up cannot be confirmed', async () => {
  const { page } = await donor();
  await ask(page);
  expect((await page.post('/api/auth/cancel-email-change')).statusCode).toBe(200);
  expect(await pending(page)).toBeNull();
  expect((await confirm(page)).statusCode).toBe(410);
});

test('of two changes that one person asks for, the later one counts', async () => {
  const { page } = await donor();
  await ask(page);
  await ask(page, `x${newEmail}`);
  expect(await pending(page)).toBe(`x${newEmail}`);
  expect((await confirm(page)).statusCode).toBe(410);
  expect((await confirm(page, `x${newEmail}`)).statusCode).toBe(200);
});

test('a new password gives up a change that waits', async () => {
  const { page } = await donor();
  await ask(page);
  const change = { currentPassword: password, newPassword: 'of the owner' };
  expect((await page.post('/api/auth/change-password', change)).statusCode).toBe(200);
  await page.renew();
  expect((await confirm(page)).statusCode).toBe(410);
});

test('the old address is told at once and can stop the change; the password is void then', async () => {
  const { uid, page } = await donor();
  await ask(page);
  expect((await undo('email-change-asked')).statusCode).toBe(200);
  expect(await status(page)).toBe(401);
  const [account] = await db.select().from(users).where(eq(users.uid, uid));
  expect(account?.email).toBe(email);
  expect(await canSignIn(email)).toBe(false);
  const token = await mailedToken(db, 'reset', email);
  const owner = browser(app);
  await owner.post('/api/auth/reset-password', { token, newPassword: 'of the owner' });
  await owner.signIn(email, 'of the owner');
  await owner.renew();
  expect((await confirm(owner)).statusCode).toBe(410);
});

test('a change can be asked for five times a day, so that nobody is flooded with its mails', async () => {
  const { page } = await donor();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await ask(page, `n${n}${newEmail}`)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsTo(email, 'email-change-asked')).toHaveLength(5);
});

test('a change of e-mail ends every earlier session and token, this one gets new ones', async () => {
  const { page } = await donor();
  const elsewhere = browser(app);
  await elsewhere.signIn(email);
  await elsewhere.renew();
  await ask(page);
  expect(await status(elsewhere)).toBe(200);
  await confirm(page);
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
  await move(page);
  const reply = await ask(page, `x${newEmail}`, email);
  expect([reply.statusCode, reply.json().type]).toEqual([409, 'Conflict']);
  expect(await canSignIn(newEmail)).toBe(true);
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
  expect(await mailedToken(db, 'email-change-asked', email)).toBe('');
});

test('of two who want one address, the first to prove it gets it', async () => {
  const one = await donor(`a${email}`);
  const other = await donor(`b${email}`);
  await ask(one.page, newEmail, `a${email}`);
  const first = await mailedToken(db, 'confirm-email-change', newEmail);
  await ask(other.page, newEmail, `b${email}`);
  const second = await mailedToken(db, 'confirm-email-change', newEmail);
  const replies = await Promise.all([
    one.page.post('/api/auth/verify-email', { token: first }),
    other.page.post('/api/auth/verify-email', { token: second }),
  ]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
  expect(await db.select().from(users).where(eq(users.email, newEmail))).toHaveLength(1);
});

test('the present e-mail is no new one', async () => {
  const { page } = await donor();
  const reply = await page.post('/api/auth/change-email', { email, password, newEmail: email });
  expect(reply.json().errors[0].path).toBe('newEmail');
});

test('the old address can take a change back that was made: sessions, password and later links are void', async () => {
  const { uid, page } = await donor();
  const thief = browser(app);
  await thief.signIn(email);
  await thief.renew();
  await move(thief);
  await thief.post('/api/auth/request-password-reset', { email: newEmail });
  const thiefReset = await mailedToken(db, 'reset', newEmail);
  await ask(thief, `x${newEmail}`, newEmail);

  expect((await undo('email-changed')).statusCode).toBe(200);
  expect([await status(page), await status(thief)]).toEqual([401, 401]);
  expect(await thief.renew()).toBeUndefined();
  const [account] = await db.select().from(users).where(eq(users.uid, uid));
  expect(account?.email).toBe(email);
  expect(await canSignIn(email)).toBe(false);
  expect((await undo('email-change-asked', newEmail)).statusCode).toBe(410);
  expect((await undo('email-changed')).statusCode).toBe(410);
  const newPassword = 'of the thief';
  const reset = await thief.post('/api/auth/reset-password', { token: thiefReset, newPassword });
  expect(reset.statusCode).toBe(410);

  const token = await mailedToken(db, 'reset', email);
  const owner = browser(app);
  await owner.post('/api/auth/reset-password', { token, newPassword: 'of the owner' });
  expect(await canSignIn(email, 'of the owner')).toBe(true);
});

test('whoever proves an address by a reset cannot lose it to an earlier one, which is told', async () => {
  const { page } = await donor();
  await move(page);
  await browser(app).post('/api/auth/request-password-reset', { email: newEmail });
  const token = await mailedToken(db, 'reset', newEmail);
  const newPassword = 'of the owner';
  const owner = browser(app);
  expect((await owner.post('/api/auth/reset-password', { token, newPassword })).statusCode).toBe(
    200,
  );
  expect((await undo('email-changed')).statusCode).toBe(410);
  expect(await canSignIn(newEmail, newPassword)).toBe(true);
  expect(await mailsTo(email, 'undo-ended')).toHaveLength(1);
});

test('an address of before ends with the next one that is proven, and is told', async () => {
  const { page } = await donor();
  await move(page);
  await move(page, `x${newEmail}`, newEmail);
  expect((await undo('email-changed')).statusCode).toBe(410);
  expect(await mailsTo(email, 'undo-ended')).toHaveLength(1);
  expect(await mailsTo(newEmail, 'undo-ended')).toHaveLength(0);
  expect((await undo('email-changed', newEmail)).statusCode).toBe(200);
});

test('an address that the version before had moved to unproven is safe once its owner proves it', async () => {
  const { uid, page } = await donor();
  const token = await db.transaction((tx) =>
    issueMailedToken(tx, 'undo-email-change', { uid, email: `old-${email}` }, clock.now),
  );
  await page.post('/api/auth/send-verification-email');
  const proof = { token: await mailedToken(db, 'verify-email', email) };
  expect((await page.post('/api/auth/verify-email', proof)).statusCode).toBe(200);
  const reply = await browser(app).post('/api/auth/undo-email-change', { token });
  expect(reply.statusCode).toBe(410);
  expect(await mailsTo(`old-${email}`, 'undo-ended')).toHaveLength(1);
});

test('a change is not taken back to an address that has become another person', async () => {
  const { page } = await donor();
  await move(page);
  await donor(email);
  expect((await undo('email-changed')).statusCode).toBe(409);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('a change can be taken back for a week, and confirmed for a day', async () => {
  const { page } = await donor();
  await ask(page);
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
  await page.renew();
  expect((await confirm(page)).statusCode).toBe(410);
  await move(page);
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60_000);
  expect((await undo('email-changed')).statusCode).toBe(410);
});

test('a stale edit of the account sees that the e-mail has changed', async () => {
  const { uid, page } = await donor();
  const versionOf = async () =>
    (await db.select().from(users).where(eq(users.uid, uid)))[0]?.accountVersion ?? Number.NaN;
  const version = await versionOf();
  await move(page);
  expect(await versionOf()).toBe(version + 1);
});

test('the old address reads what is to change, both are led to the right page', async () => {
  const { uid, page } = await donor();
  await db.update(users).set({ lastName: '髙橋', firstName: '花子' }).where(eq(users.uid, uid));
  await ask(page);
  const asked = await lastMailTo(email, 'email-change-asked');
  const toConfirm = await lastMailTo(newEmail, 'confirm-email-change');
  expect(asked).toContain(newEmail);
  expect(asked).toMatch(/http:\/\/localhost:3000\/undo-email-change#token=[\w-]{43}\s/);
  expect(toConfirm).toMatch(/http:\/\/localhost:3000\/verify-email#token=[\w-]{43}\s/);
  await confirm(page);
  expect(await lastMailTo(email, 'email-changed')).toContain(newEmail);
});

test('a change of e-mail voids the links that the old address was mailed', async () => {
  const { page } = await donor();
  await page.post('/api/auth/send-verification-email');
  await page.post('/api/auth/request-password-reset', { email });
  const verify = { token: await mailedToken(db, 'verify-email', email) };
  const reset = { token: await mailedToken(db, 'reset', email), newPassword: 'a new password' };
  await move(page);
  expect((await page.post('/api/auth/verify-email', verify)).statusCode).toBe(410);
  expect((await page.post('/api/auth/reset-password', reset)).statusCode).toBe(410);
  expect(await canSignIn(newEmail)).toBe(true);
});

test('who takes a change back has proven the old address', async () => {
  const { uid, page } = await donor();
  await move(page);
  expect((await undo('email-changed')).statusCode).toBe(200);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, uid));
  expect(user).toMatchObject({ email, emailVerified: true });
  expect(await lastMailTo(email, 'reset')).toContain('60分以内');
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
