import { beforeEach, expect, test } from 'vitest';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';

const { app, clock } = await testApp();
const secure = await testApp({ publicUrl: 'https://tasuki.example' });

let count = 0;
let email = '';
beforeEach(() => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

test.each([
  ['GET', '/api/auth/ok'],
  ['GET', '/api/auth/jwks'],
  ['GET', '/api/auth/error'],
  ['POST', '/api/auth/update-user'],
  ['POST', '/api/auth/sign-in/social'],
  ['POST', '/api/auth/renew-session'],
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

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an unknown origin', { origin: 'null' }],
  ['another site, by a browser that names no origin', { 'sec-fetch-site': 'cross-site' }],
])('a sign-in sent by %s is refused', async (_case, more) => {
  const headers = { host: 'localhost:80', ...more };
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers,
    payload: { email, password: 'a long password' },
  });
  expect(reply.statusCode).toBe(403);
});

test.each([
  ['our public address', { origin: 'http://localhost:3000' }],
  ['the host that was asked', { origin: 'http://127.0.0.1:5555', host: '127.0.0.1:5555' }],
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
