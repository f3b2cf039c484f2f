import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { authAccounts, authUsers } from '#server/db/schema/auth.ts';
import { users } from '#server/db/schema/people.ts';
import { attemptBudgets, auditLog, outboxMails } from '#server/db/schema/running.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/mailed-token.ts';
import { atProvider, oidcServer } from '#test/oidc-server.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { codeOf } from '#test/totp.ts';

// Against a real provider on this machine; its clock is that of the day.
const service = await oidcServer({ publicUrl: testOrigin });
const signedBySecret = await oidcServer({
  publicUrl: testOrigin,
  id: 'secret',
  idTokenAlgorithm: 'HS256',
});
const away = { ...service.setting, id: 'away', issuer: 'http://localhost:1' };
const running = await testApp({
  now: new Date(),
  oidcProviders: [
    service.setting,
    signedBySecret.setting,
    { ...service.setting, id: 'other', name: 'ほかのID' },
    away,
  ],
});
const { app, db, services, clock } = running;
afterAll(() => Promise.all([service.close(), signedBySecret.close()]));

let count = 0;
let sub = '';
let email = '';
beforeEach(async () => {
  sub = `person${++count}`;
  email = `${sub}@example.jp`;
  service.people.set(sub, { email, email_verified: true, family_name: '髙橋', given_name: '花子' });
  service.tamper = undefined;
  clock.now = new Date();
  await db.delete(attemptBudgets);
});

type Page = ReturnType<typeof browser>;
const names = { firstName: '花子', lastName: '髙橋' };
const pathOf = (address: string) => address.replace(testOrigin, '');

async function leave(page: Page, body: object = {}) {
  const reply = await page.post('/api/auth/service/leave', {
    service: 'test',
    page: 'login',
    ...body,
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ url: string }>().url;
}
/** Comes back with what the provider said; answers where the browser is led. */
async function comeBack(page: Page, address: string) {
  // A browser that goes somewhere carries its cookies alone.
  page.carry(undefined);
  const reply = await page.get(pathOf(address), { 'sec-fetch-site': 'cross-site' });
  expect(reply.statusCode).toBe(303);
  return String(reply.headers.location);
}
async function signInThere(page: Page, as = sub, body: object = {}) {
  return comeBack(page, await atProvider().signIn(await leave(page, body), as));
}
/** A browser whose person has registered by the service. */
async function registered(ownEmail = email) {
  const page = browser(app);
  expect(await signInThere(page)).toBe('/join#service=newcomer');
  const made = await page.post('/api/auth/sign-up/service', { email: ownEmail });
  expect(made.statusCode).toBe(200);
  await page.renew();
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}
const person = async (of = email) =>
  (await db.select().from(authUsers).where(eq(authUsers.email, of)))[0];
const tiedTo = async (uid: string) =>
  (await db.select().from(authAccounts).where(eq(authAccounts.userId, uid)))
    .map(({ providerId }) => providerId)
    .sort();
const isIn = async (page: Page) => (await page.renew()) !== undefined;

test('a first sign-in leads to the registration, with what the service tells', async () => {
  const page = browser(app);
  expect(await signInThere(page, sub, { back: '/mypage/edit' })).toBe(
    '/join?back=%2Fmypage%2Fedit#service=newcomer',
  );
  expect(await person()).toBeUndefined();
  expect((await page.get('/api/auth/service/newcomer')).json()).toEqual({
    service: { id: 'test', name: 'テストID' },
    email,
    firstName: '花子',
    lastName: '髙橋',
  });
  const made = await page.post('/api/auth/sign-up/service', { email });
  expect(made.json()).toMatchObject({ user: { email, emailVerified: true }, twoFactor: false });
  await page.renew();
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  expect((await page.get('/api/users/account')).json()).toMatchObject({ email, names });
  expect((await page.get('/api/users/sign-in-methods')).json()).toEqual({
    hasPassword: false,
    services: [{ id: 'test', name: 'テストID', isOffered: true }],
    isProven: false,
    hasTwoFactor: false,
    emailVerified: true,
  });
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  expect(mails.map(({ kind }) => kind)).toEqual(['welcome']);
  expect((await page.get('/api/auth/service/newcomer')).json()).toBeNull();
});

test('the next sign-in opens the account, in the place of the session before', async () => {
  const page = await registered();
  const before = page.jar.get('tasuki.session');
  expect(await signInThere(page, sub, { back: '/mypage/edit' })).toBe(
    '/login?back=%2Fmypage%2Fedit#service=signed-in',
  );
  expect(page.jar.get('tasuki.session')).not.toBe(before);
  expect(page.jar.has('tasuki.service')).toBe(false);
  expect(await isIn(page)).toBe(true);
  expect((await page.get('/api/users/account')).json()).toMatchObject({ email });
  const old = browser(app);
  old.jar.set('tasuki.session', before ?? '');
  expect(await isIn(old)).toBe(false);
});

test('a registration that fails is taken back, and can be tried again', async () => {
  const page = browser(app);
  await signInThere(page);
  await page.post('/api/auth/sign-up/service', { email });
  await page.renew();
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(200);
  expect(await person()).toBeUndefined();
  page.carry(undefined);
  expect((await page.post('/api/auth/sign-up/service', { email })).statusCode).toBe(200);
});

test('a registration that broke off is finished by the next sign-in', async () => {
  const page = browser(app);
  await signInThere(page);
  await page.post('/api/auth/sign-up/service', { email });
  const again = await browser(app);
  expect(await signInThere(again)).toBe('/login#service=signed-in');
  expect(await isIn(again)).toBe(true);
  expect((await again.get('/api/users/account')).statusCode).toBe(200);
});

test('an e-mail that is not the one that the service has proven is not proven', async () => {
  await registered(`other.${email}`);
  expect((await person(`other.${email}`))?.emailVerified).toBe(false);
  const unproven = { email: `un.${email}`, email_verified: false };
  service.people.set(sub, unproven);
  sub = `${sub}-b`;
  service.people.set(sub, unproven);
  await registered(unproven.email);
  expect((await person(unproven.email))?.emailVerified).toBe(false);
});

test('a registered e-mail is refused to a newcomer, and nothing is made', async () => {
  await services.auth.createPerson({
    email: `taken.${email}`,
    password: 'a long password',
    role: 'donor',
  });
  const page = browser(app);
  await signInThere(page);
  const reply = await page.post('/api/auth/sign-up/service', { email: `taken.${email}` });
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'ご入力いただいたメールアドレスはすでに登録されています。',
  ]);
  expect(await isIn(page)).toBe(false);
});

async function withPassword({
  isVerified,
  role = 'donor',
}: {
  isVerified: boolean;
  role?: 'donor' | 'operator';
}) {
  const uid = await services.auth.createPerson({ email, password: 'a long password', role });
  await db.update(authUsers).set({ emailVerified: isVerified }).where(eq(authUsers.id, uid));
  return uid;
}

test('an account is tied when both sides have proven the e-mail, and the log tells', async () => {
  const uid = await withPassword({ isVerified: true });
  const page = browser(app);
  expect(await signInThere(page)).toBe('/login#service=signed-in');
  expect(await tiedTo(uid)).toEqual(['credential', 'test']);
  expect(await isIn(page)).toBe(true);
  const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, uid));
  expect(log.map(({ action, details }) => [action, details])).toEqual([
    ['sign-in.tie', { service: 'test' }],
  ]);
});

test.each([
  ['ours', { isVerified: false }, true],
  ['theirs', { isVerified: true }, false],
])('an account is not tied when %s is not proven', async (_whose, account, isProvenThere) => {
  const uid = await withPassword(account);
  service.people.set(sub, { email, email_verified: isProvenThere });
  const page = browser(app);
  expect(await signInThere(page, sub, { page: 'join' })).toBe('/login#service=password-first');
  expect(await tiedTo(uid)).toEqual(['credential']);
  expect(await isIn(page)).toBe(false);
});

test('beyond the budget, an unproven e-mail does not tell whether it is registered', async () => {
  await withPassword({ isVerified: true });
  service.people.set(sub, { email, email_verified: false });
  for (let n = 0; n < 10; n++) await signInThere(browser(app));
  expect(await signInThere(browser(app))).toBe('/join#service=newcomer');
});

test('an operator comes by password alone, even when tied before', async () => {
  const uid = await withPassword({ isVerified: true, role: 'operator' });
  expect(await signInThere(browser(app))).toBe('/login#service=password-only');
  await db.update(users).set({ role: 'donor' }).where(eq(users.uid, uid));
  expect(await signInThere(browser(app))).toBe('/login#service=signed-in');
  await db.update(users).set({ role: 'operator' }).where(eq(users.uid, uid));
  const page = browser(app);
  expect(await signInThere(page)).toBe('/login#service=password-only');
  expect(await isIn(page)).toBe(false);
});

test('who has a second factor is asked for it', async () => {
  const uid = await withPassword({ isVerified: true, role: 'operator' });
  const owner = browser(app);
  await owner.signIn(email);
  await owner.renew();
  const { totpURI } = (
    await owner.post('/api/auth/two-factor/enable', { password: 'a long password' })
  ).json<{ totpURI: string }>();
  await owner.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
  await db.update(users).set({ role: 'donor' }).where(eq(users.uid, uid));
  const page = browser(app);
  expect(await signInThere(page)).toBe('/login#service=code');
  expect(await isIn(page)).toBe(false);
  await page.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI, 1) });
  expect(await isIn(page)).toBe(true);
});

test('who declines at the service is told so on the page they left', async () => {
  const page = browser(app);
  expect(await signInThere(page, '', { page: 'join', back: '/mypage' })).toBe(
    '/join?back=%2Fmypage#service=cancelled',
  );
  expect(page.jar.has('tasuki.service')).toBe(false);
});

test('an answer to another question, another browser or another service is refused', async () => {
  const address = await atProvider().signIn(await leave(browser(app)), sub);
  const other = browser(app);
  await leave(other);
  expect(await comeBack(other, address)).toBe('/login#service=failed');
  expect(await comeBack(browser(app), address)).toBe('/login#service=expired');
  const page = browser(app);
  const own = await atProvider().signIn(await leave(page), sub);
  expect(await comeBack(page, own.replace('/callback/test', '/callback/other'))).toBe(
    '/login#service=expired',
  );
  expect(await comeBack(page, own.replace(/state=[^&]+/, 'state=x'))).toBe('/login#service=failed');
});

test('a code is taken once, and a question lives for a quarter of an hour', async () => {
  const page = await registered();
  const address = await atProvider().signIn(await leave(page), sub);
  const kept = page.jar.get('tasuki.service') ?? '';
  expect(await comeBack(page, address)).toBe('/login#service=signed-in');
  expect(await comeBack(page, address)).toBe('/login#service=expired');
  // A copy of the cookie does not help: the code is spent.
  page.jar.set('tasuki.service', kept);
  expect(await comeBack(page, address)).toBe('/login#service=failed');
  const late = browser(app);
  const unused = await atProvider().signIn(await leave(late), sub);
  clock.now = new Date(Date.now() + 16 * 60_000);
  expect(await comeBack(late, unused)).toBe('/login#service=expired');
});

const claimsChanged = (token: string, change: object) => {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
  return [header, changed, signature].join('.');
};
test.each([
  ['names somebody else', (token: string) => claimsChanged(token, { sub: 'person1' })],
  ['has no signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
  [
    'is unsigned by its own word',
    (token: string) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
  ],
  ['answers another nonce', (token: string) => claimsChanged(token, { nonce: 'another' })],
  ['is for another client', (token: string) => claimsChanged(token, { aud: 'another' })],
])('an ID token that %s lets nobody in', async (_what, change) => {
  service.tamper = (answer) => ({ ...answer, id_token: change(answer.id_token) });
  const page = browser(app);
  expect(await signInThere(page)).toBe('/login#service=failed');
  expect(await isIn(page)).toBe(false);
});

test('the ID token of an earlier sign-in lets nobody in', async () => {
  let earlier = '';
  service.tamper = (answer) => {
    earlier = answer.id_token;
    return answer;
  };
  await signInThere(browser(app));
  service.tamper = (answer) => ({ ...answer, id_token: earlier });
  expect(await signInThere(browser(app))).toBe('/login#service=failed');
});

test('a service may sign with the secret, where the setting says so', async () => {
  signedBySecret.people.set(sub, { email, email_verified: true });
  const page = browser(app);
  const sign = async () => {
    const url = await leave(page, { service: 'secret' });
    return comeBack(page, await atProvider().signIn(url, sub));
  };
  expect(await sign()).toBe('/join#service=newcomer');
  signedBySecret.tamper = (answer) => ({
    ...answer,
    id_token: claimsChanged(answer.id_token, { sub: 'somebody' }),
  });
  expect(await sign()).toBe('/login#service=failed');
});

test('a service that is away, or not offered, is told of', async () => {
  const page = browser(app);
  const reply = await page.post('/api/auth/service/leave', { service: 'away', page: 'login' });
  expect([reply.statusCode, reply.json().message]).toEqual([
    503,
    expect.stringContaining('応答がありません'),
  ]);
  const unknown = await page.post('/api/auth/service/leave', { service: 'none', page: 'login' });
  expect(unknown.statusCode).toBe(404);
});

test('one goes back to a page of this site or to none', async () => {
  const page = await registered();
  const back = 'https://elsewhere.example/';
  const location = await signInThere(page, sub, { back });
  // The login page itself judges it, as after a password (app/session/back-path.ts).
  expect(location).toBe(`/login?back=${encodeURIComponent(back)}#service=signed-in`);
  for (const screen of ['https://elsewhere.example/', '//elsewhere.example', '../..']) {
    await page.renew();
    const reply = await page.post('/api/auth/service/leave-again', { service: 'test', screen });
    expect(reply.statusCode).toBe(400);
  }
});

test('the question asks for a code with PKCE, and the cookie is for the server alone', async () => {
  const page = browser(app);
  const reply = await page.post('/api/auth/service/leave', { service: 'test', page: 'login' });
  const asked = new URL(reply.json<{ url: string }>().url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: `${testOrigin}/api/auth/callback/test`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked.get(name)?.length).toBeGreaterThan(30);
  }
  const cookie = String(reply.headers['set-cookie']);
  expect(cookie).toMatch(/^tasuki\.service=\S+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(asked.get('state'));
});

async function signInAgain(page: Page, { as = sub, at = atProvider(), isForced = true } = {}) {
  await page.renew();
  const reply = await page.post('/api/auth/service/leave-again', {
    service: 'test',
    screen: 'email',
  });
  const url = new URL(reply.json<{ url: string }>().url);
  if (!isForced) for (const name of ['prompt', 'max_age']) url.searchParams.delete(name);
  return comeBack(page, await at.signIn(url.href, as));
}

test('who has no password signs in anew at the service before a change, for ten minutes', async () => {
  const page = await registered();
  const change = { email, newEmail: `new.${email}` };
  const early = await page.post('/api/auth/change-email', change);
  expect([early.statusCode, early.json().message]).toEqual([
    400,
    expect.stringContaining('もう一度ログイン'),
  ]);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=proven');
  await page.renew();
  expect((await page.get('/api/users/sign-in-methods')).json()).toMatchObject({ isProven: true });
  // Another browser of theirs is not proven by it.
  const other = browser(app);
  await signInThere(other);
  await other.renew();
  expect((await other.post('/api/auth/change-email', change)).statusCode).toBe(400);
  clock.now = new Date(Date.now() + 11 * 60_000);
  await page.renew();
  expect((await page.post('/api/auth/change-email', change)).statusCode).toBe(400);
  clock.now = new Date();
  await page.renew();
  expect((await page.post('/api/auth/change-email', change)).statusCode).toBe(200);
  // The session is another now, and a first password needs its own proof.
  await page.renew();
  const first = { newPassword: 'a first password' };
  expect((await page.post('/api/auth/change-password', first)).statusCode).toBe(400);
  expect(await signInAgain(page)).toBe('/mypage/account/email#service=proven');
  await page.renew();
  expect((await page.post('/api/auth/change-password', first)).statusCode).toBe(200);
  const byPassword = browser(app);
  expect((await byPassword.signIn(`new.${email}`, 'a first password')).statusCode).toBe(200);
});

test('signing in anew must be that person, and must really have been done', async () => {
  const page = await registered();
  service.people.set('somebody', { email: 'somebody@example.jp', email_verified: true });
  expect(await signInAgain(page, { as: 'somebody' })).toBe(
    '/mypage/account/email#service=somebody-else',
  );
  // Signed in there already, and the demand to ask again taken out of the address.
  const at = atProvider();
  await at.signIn(await leave(page), sub);
  expect(await signInAgain(page, { at, isForced: false })).toBe(
    '/mypage/account/email#service=not-anew',
  );
  await page.renew();
  expect((await page.post('/api/users/erase', {})).statusCode).toBe(400);
  expect(await signInAgain(page, { at })).toBe('/mypage/account/email#service=proven');
  await page.renew();
  expect((await page.post('/api/users/erase', {})).statusCode).toBe(200);
});

/** The token of the newest mail's link to an address. */
async function resetTo(address: string) {
  await browser(app).post('/api/auth/request-password-reset', { email: address });
  const token = await mailedToken(db, 'reset', address);
  return browser(app).post('/api/auth/reset-password', { token, newPassword: 'a new password' });
}

test('a reset by mail unties who registered an address that they had not proven', async () => {
  await registered(`victim.${email}`);
  const { id = '' } = (await person(`victim.${email}`)) ?? {};
  expect(await tiedTo(id)).toEqual(['test']);
  expect((await resetTo(`victim.${email}`)).statusCode).toBe(200);
  expect(await tiedTo(id)).toEqual(['credential']);
});

test('a reset by mail gives a first password and leaves what is tied', async () => {
  await registered();
  const { id = '' } = (await person()) ?? {};
  expect((await resetTo(email)).statusCode).toBe(200);
  expect(await tiedTo(id)).toEqual(['credential', 'test']);
});
