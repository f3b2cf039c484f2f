import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';
import { authAccounts, authSessions, authUsers } from './sign-in-tables.server.ts';

const { app, services, db, clock } = await testApp({ hasCheapPasswords: false });
const published = await testApp({ allowSampleSignIns: false });

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

test('a sign-up opens a session whose cookie renews tokens', async () => {
  const page = browser(app);
  const reply = await page.signUp(email);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    user: { id: expect.any(String), email, emailVerified: false },
    twoFactor: false,
    methods: [],
  });
  const cookie = String(reply.headers['set-cookie']);
  expect(cookie).toMatch(/^tasuki\.session=/);
  expect(cookie).toMatch(/; Path=\//i);
  expect(cookie).toMatch(/; HttpOnly/i);
  expect(cookie).toMatch(/; SameSite=Lax/i);
  expect(cookie).not.toMatch(/Secure|Domain/i);
  expect(await page.renew()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('no body contains the secret of a session', async () => {
  const page = browser(app);
  const bodies = [await page.signUp(email), await page.signIn(email)];
  bodies.push(await page.get('/api/auth/get-session'));
  const [session] = await db
    .select({ token: authSessions.token })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authUsers.email, email));
  expect(session?.token).toHaveLength(32);
  for (const reply of bodies) {
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toContain(session?.token);
  }
  expect(bodies[2]?.json()).toEqual({
    session: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    user: { id: expect.any(String), email, emailVerified: false },
  });
});

test('without a cookie, or with one that is none of ours, there is no session and no token', async () => {
  for (const cookie of ['', 'no-token.no-signature']) {
    const page = browser(app);
    if (cookie !== '') page.jar.set('tasuki.session', cookie);
    const session = await page.get('/api/auth/get-session');
    expect([session.statusCode, session.json()]).toEqual([200, null]);
    const token = await page.get('/api/auth/token');
    expect([token.statusCode, token.json()]).toEqual([
      401,
      { type: 'Unauthorized', message: 'ログインしてください。' },
    ]);
    expect((await page.post('/api/auth/sign-out')).json()).toEqual({ success: true });
  }
});

test('passwords are stored as Argon2id with 19 MiB, two passes and one lane', async () => {
  await browser(app).signUp(email);
  const [account] = await db
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .innerJoin(authUsers, eq(authUsers.id, authAccounts.userId))
    .where(eq(authUsers.email, email));
  expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an e-mail that is registered is refused, however it is written', async () => {
  await registered();
  const reply = await browser(app).signUp(email.toUpperCase().replace('@', '＠'));
  expect(reply.statusCode).toBe(400);
  const message = 'ご入力いただいたメールアドレスはすでに登録されています。';
  expect(reply.json()).toEqual({
    type: 'ValidationError',
    message,
    errors: [{ path: 'email', message }],
  });
});

test('an e-mail that is none is refused', async () => {
  const reply = await browser(app).signUp('hanako@');
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toBe('正しいメールアドレスを入力してください。');
});

test('addresses of phones that other rules refuse can sign up', async () => {
  const address = `a..b.${count}.@docomo.ne.jp`;
  await registered(address);
  expect((await browser(app).signIn(address)).statusCode).toBe(200);
});

test('a short password is refused', async () => {
  const reply = await browser(app).signUp(email, '1234567');
  expect(reply.json().message).toBe('パスワードは8文字以上で入力してください。');
});

test('a wrong password is named as such', async () => {
  await registered();
  const reply = await browser(app).signIn(email, 'another password');
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({
    type: 'ValidationError',
    title: 'ログインできませんでした',
    message: 'メールアドレスまたはパスワードに誤りがあります。',
  });
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('an e-mail that is not registered is named as such, with the name of the text that links to /join', async () => {
  const reply = await browser(app).signIn(email);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({
    type: 'ValidationError',
    title: 'ログインできませんでした',
    message: 'ご入力いただいたメールアドレスは登録されていません。',
    template: 'user-not-found',
  });
});

test('a password typed in full width is the same password', async () => {
  await registered();
  const reply = await browser(app).signIn(email, 'ａ　ｌｏｎｇ　ｐａｓｓｗｏｒｄ');
  expect(reply.statusCode).toBe(200);
});

test('of sign-ups at once one is made, the others read that the e-mail is registered', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => browser(app).signUp(email)));
  const messages = replies
    .filter((reply) => reply.statusCode !== 200)
    .map((reply) => reply.json().message);
  expect(messages).toHaveLength(7);
  expect(new Set(messages)).toEqual(
    new Set(['ご入力いただいたメールアドレスはすでに登録されています。']),
  );
});

test('a sign-in ends the session that its browser had before', async () => {
  const page = await registered();
  const before = await page.renew();
  page.carry(undefined);
  await page.signIn(email);
  page.carry(before);
  expect((await page.get('/api/users/account')).statusCode).toBe(401);
  await page.renew();
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
});

test('after signing out neither cookie nor token works', async () => {
  const page = await registered();
  const token = await page.renew();
  const cookies = new Map(page.jar);
  page.carry(undefined);
  expect((await page.post('/api/auth/sign-out')).statusCode).toBe(200);
  expect(page.jar.has('tasuki.session')).toBe(false);
  page.carry(token);
  expect((await page.get('/api/users/account')).statusCode).toBe(401);
  for (const [name, value] of cookies) page.jar.set(name, value);
  expect(await page.renew()).toBeUndefined();
});

test('a sample sign-in is refused where the site is public', async () => {
  await published.services.auth.createPerson({
    email,
    password: 'a long password',
    role: 'operator',
    isSample: true,
  });
  const reply = await browser(published.app).signIn(email);
  expect(reply.json().message).toBe('メールアドレスまたはパスワードに誤りがあります。');
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('a person made at once can sign in', async () => {
  const uid = await services.auth.createPerson({
    email,
    password: 'a long password',
    role: 'donor',
  });
  expect((await browser(app).signIn(email)).json().user.id).toBe(uid);
});
