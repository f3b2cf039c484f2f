import { beforeAll, beforeEach, expect, test } from 'vitest';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';

type Page = ReturnType<typeof browser>;

const { app, services, clock } = await testApp();
const secure = await testApp({ publicUrl: 'https://tasuki.example' });

let count = 0;
let email = '';
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

async function signedIn(role: 'donor' | 'operator') {
  const of = `${role}@example.jp`;
  const draft = { email: of, password: 'a long password', role, isSample: true };
  await services.auth.createPerson(draft);
  const by = browser(app);
  await by.signIn(of);
  return by;
}
let page: Page;
let operator: Page;
beforeAll(async () => {
  page = await signedIn('donor');
  operator = await signedIn('operator');
});

test.each([
  ['GET', '/api/auth/ok'],
  ['GET', '/api/auth/jwks'],
  ['GET', '/api/auth/error'],
  ['POST', '/api/auth/update-user'],
  ['POST', '/api/auth/sign-in/social'],
  ['POST', '/api/auth/session-cookie'],
  ['POST', '/api/auth/update-session'],
  ['POST', '/api/auth/revoke-sessions'],
  ['GET', '/api/auth/list-sessions'],
  ['GET', '/api/auth/list-accounts'],
  ['POST', '/api/auth/link-social'],
  ['POST', '/api/auth/two-factor/send-otp'],
  ['GET', '/api/auth/callback/google'],
  ['GET', '/api/auth//token'],
] as const)('%s %s of the provider is not mounted', async (method, url) => {
  const reply = await app.inject({ method, url });
  expect(reply.statusCode).toBe(404);
});

/** Every route of sign-in: its access, and whether it takes a body. */
const routes = [
  ['POST', '/api/auth/sign-up/email', 'anyone', 'body'],
  ['POST', '/api/auth/sign-in/email', 'anyone', 'body'],
  ['POST', '/api/auth/sign-out', 'anyone', ''],
  ['GET', '/api/auth/token', 'anyone', ''],
  ['GET', '/api/auth/get-session', 'anyone', ''],
  ['POST', '/api/auth/change-email', 'signed-in', 'body'],
  ['POST', '/api/auth/change-password', 'signed-in', 'body'],
  ['POST', '/api/auth/delete-user', 'signed-in', ''],
  ['POST', '/api/auth/send-verification-email', 'signed-in', ''],
  ['POST', '/api/auth/verify-email', 'signed-in', 'body'],
  ['POST', '/api/auth/request-password-reset', 'anyone', 'body'],
  ['POST', '/api/auth/reset-password', 'anyone', 'body'],
  ['POST', '/api/auth/undo-email-change', 'anyone', 'body'],
  ['GET', '/api/auth/second-factor/challenge', 'anyone', ''],
  ['POST', '/api/auth/second-factor/verify-totp', 'anyone', 'body'],
  ['POST', '/api/auth/second-factor/verify-recovery-code', 'anyone', 'body'],
  ['POST', '/api/auth/passkeys/sign-in-options', 'anyone', 'body'],
  ['POST', '/api/auth/passkeys/sign-in', 'anyone', 'body'],
  ['GET', '/api/auth/second-factor', 'signed-in', ''],
  ['POST', '/api/auth/second-factor/show', 'signed-in', 'body'],
  ['POST', '/api/auth/totp/enable', 'signed-in', 'body'],
  ['POST', '/api/auth/totp/confirm', 'signed-in', 'body'],
  ['POST', '/api/auth/totp/disable', 'signed-in', 'body'],
  ['POST', '/api/auth/recovery-codes', 'signed-in', 'body'],
  ['POST', '/api/auth/passkeys/show-options', 'signed-in', 'body'],
  ['POST', '/api/auth/passkeys/show', 'signed-in', 'body'],
  ['POST', '/api/auth/passkeys/registration-options', 'signed-in', 'body'],
  ['POST', '/api/auth/passkeys/register', 'signed-in', 'body'],
  ['POST', '/api/auth/passkeys/remove', 'signed-in', 'body'],
  ['POST', '/api/auth/service/leave', 'anyone', 'body'],
  ['POST', '/api/auth/service/leave-again', 'signed-in', 'body'],
  ['POST', '/api/auth/service/tie', 'signed-in', 'body'],
  ['POST', '/api/auth/service/untie', 'signed-in', 'body'],
  ['GET', '/api/auth/service/newcomer', 'anyone', ''],
  ['POST', '/api/auth/sign-up/service', 'anyone', 'body'],
  ['GET', '/api/users/sessions', 'signed-in', ''],
  ['POST', '/api/users/sessions/end', 'signed-in', 'body'],
  ['POST', '/api/users/sessions/end-others', 'signed-in', 'body'],
  ['GET', '/api/users/sign-in-methods', 'signed-in', ''],
] as const;

test.each(routes)('%s %s is for %s, and takes no unknown field', async (method, url, who, sent) => {
  const nobody = (await app.inject({ method, url })).statusCode;
  // Without a cookie there is no token to renew.
  if (who !== 'anyone' || url === '/api/auth/token') expect(nobody).toBe(401);
  else expect(nobody).toBe(sent === 'body' ? 400 : 200);
  for (const by of [page, operator]) await by.renew();
  if (sent === 'body') {
    const reply = await page.post(url, { surprise: 1 });
    expect([reply.statusCode, reply.json().type]).toEqual([400, 'ValidationError']);
  }
});

type Operation = {
  tags?: string[];
  summary?: string;
  security?: unknown;
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
test.each(routes)('%s %s is described for who calls it (%s)', async (method, url, who, sent) => {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const operation = paths[url]?.[method.toLowerCase()];
  expect(operation).toMatchObject({ tags: ['ログイン'], summary: expect.stringMatching(/./) });
  expect(operation?.security).toEqual(who === 'anyone' ? [] : [{ bearer: [] }]);
  expect(operation?.requestBody !== undefined).toBe(sent === 'body');
  const answer = operation?.responses['200']?.content?.['application/json']?.schema;
  expect(JSON.stringify(answer)).toMatch(/"properties":\{"\w+"/);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an unknown origin', { origin: 'null' }],
  ['another site, by a browser that names no origin', { 'sec-fetch-site': 'cross-site' }],
])('a sign-in sent by %s is refused', async (_case, more) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: more,
    payload: { email, password: 'a long password' },
  });
  expect(reply.statusCode).toBe(403);
});

test.each([
  ['http://evil.example', { host: 'evil.example' }],
  ['http://127.0.0.1:5555', { host: '127.0.0.1:5555' }],
  ['https://evil.example', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
  ['https://localhost:3000', { 'x-forwarded-proto': 'https' }],
])('%s is not ours because a request says that it was sent there', async (origin, more) => {
  const { app: behindProxy } = await testApp({ trustProxy: '127.0.0.1' });
  for (const house of [app, behindProxy, secure.app]) {
    const reply = await house.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin, ...more },
      payload: { email, password: 'a long password' },
    });
    expect(reply.statusCode).toBe(403);
  }
});

test.each([
  ['our public address', { origin: 'http://localhost:3000' }],
  ['this machine by its number', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  ['this machine by its number in IPv6', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  ['a program without a browser', {}],
])('a sign-in sent by %s is accepted', async (_case, headers) => {
  const payload = { email, password: 'a long password' };
  const url = '/api/auth/sign-in/email';
  const reply = await app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().template).toBe('user-not-found');
});

test('a form of another site cannot reach the provider', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `email=${email}&password=x`,
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('unknown fields are refused', async () => {
  const reply = await browser(app).post('/api/auth/sign-up/email', {
    email,
    password: 'a long password',
    role: 'operator',
  });
  expect(reply.statusCode).toBe(400);
});

test('over https the cookie is bound to the host and to https', async () => {
  const page = browser(secure.app, { headers: { origin: 'https://tasuki.example' } });
  const reply = await page.signUp(email);
  const cookie = String(reply.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-tasuki\.session=/);
  expect(cookie).toMatch(/; Secure/i);
  expect(cookie).toMatch(/; Path=\//i);
  expect(cookie).not.toMatch(/Domain/i);
  expect(await page.renew()).toBeDefined();
});
