import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { browser } from '#test/browser.ts';
import { serviceApp } from '#test/service-app.ts';
import { atProvider, oidcServer } from '#test/stand-ins/oidc-server.ts';
import { testOrigin } from '#test/test-app.ts';
import { problemAt } from './oidc-protocol.server.ts';

const signedBySecret = await oidcServer({
  publicUrl: testOrigin,
  id: 'secret',
  idTokenAlgorithm: 'HS256',
});
afterAll(() => signedBySecret.close());
const silent = createServer(() => undefined).listen(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(() => {
  silent.close();
  silent.closeAllConnections();
});
const { port } = silent.address() as AddressInfo;
const hanging = {
  ...signedBySecret.setting,
  id: 'silent',
  issuer: `http://localhost:${port}`,
};
const away = { ...signedBySecret.setting, id: 'away', issuer: 'http://localhost:1' };
const scoped = { ...signedBySecret.setting, id: 'scoped', scopes: ['email', 'openid'] };
// Not running yet on the first request.
const latePort = await freePort();
const late = { ...signedBySecret.setting, id: 'late', issuer: `http://localhost:${latePort}` };
const { app, clock, service, newPerson, leave, comeBack, signInThere, registered, isIn } =
  await serviceApp({ others: [signedBySecret.setting, away, hanging, scoped, late] });
let sub = '';
let email = '';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

beforeEach(async () => {
  ({ sub, email } = await newPerson());
});

test('an answer to another request, another browser or another service is refused', async () => {
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

test('an answer to the request of another tab leaves the one that is under way', async () => {
  const page = browser(app);
  const first = await atProvider().signIn(await leave(page), sub);
  const second = await atProvider().signIn(await leave(page), sub);
  expect(await comeBack(page, first)).toBe('/login#service=failed');
  expect(await comeBack(page, second)).toBe('/join#service=newcomer');
});

test('a code is accepted once, and a sign-in request is valid for a quarter of an hour', async () => {
  const page = await registered({ sub, email });
  const address = await atProvider().signIn(await leave(page), sub);
  const cookie = page.jar.get('tasuki.service') ?? '';
  expect(await comeBack(page, address)).toBe('/login#service=signed-in');
  expect(await comeBack(page, address)).toBe('/login#service=expired');
  // A copied cookie does not help: the code is consumed.
  page.jar.set('tasuki.service', cookie);
  expect(await comeBack(page, address)).toBe('/login#service=failed');
  const late = browser(app);
  const unused = await atProvider().signIn(await leave(late), sub);
  clock.now = new Date(Date.now() + 16 * 60_000);
  expect(await comeBack(late, unused)).toBe('/login#service=expired');
});

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const claimsChanged = (token: string, change: object) => {
  const [header, , signature] = token.split('.');
  const claims = { ...claimsOf(token), ...change };
  const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
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
  expect(await signInThere(page, sub)).toBe('/login#service=failed');
  expect(await isIn(page)).toBe(false);
});

test.each([
  ['answers another nonce', { nonce: 'another' }],
  ['answers no question', { nonce: undefined }],
  ['is for another client', { aud: 'another' }],
  ['is of another issuer', { iss: 'https://another.example' }],
  ['is over', { exp: 1_700_000_000 }],
])('an ID token that %s lets nobody in, rightly signed as it is', async (_what, change) => {
  service.tamper = async (answer) => ({
    ...answer,
    id_token: await service.sign({ ...claimsOf(answer.id_token), ...change }),
  });
  const page = browser(app);
  expect(await signInThere(page, sub)).toBe('/login#service=failed');
  expect(await isIn(page)).toBe(false);
  // With valid claims a token signed this way is accepted.
  service.tamper = async (answer) => ({
    ...answer,
    id_token: await service.sign(claimsOf(answer.id_token)),
  });
  expect(await signInThere(page, sub)).toBe('/join#service=newcomer');
});

test('the ID token of an earlier sign-in lets nobody in', async () => {
  let earlier = '';
  service.tamper = (answer) => {
    earlier = answer.id_token;
    return answer;
  };
  await signInThere(browser(app), sub);
  service.tamper = (answer) => ({ ...answer, id_token: earlier });
  expect(await signInThere(browser(app), sub)).toBe('/login#service=failed');
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

test('a service that is away, or not offered, gives an error, and the log names it', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const page = browser(app);
  const reply = await page.post('/api/auth/service/leave', { service: 'away', page: 'login' });
  expect([reply.statusCode, reply.json().message]).toEqual([
    503,
    expect.stringContaining('応答がありません'),
  ]);
  expect(warned.mock.calls).toEqual([
    ['sign-in service', 'away', 'failed:', 'TypeError', expect.any(String)],
    [expect.stringMatching(/^refused: ServiceUnavailable: .*応答がありません[^\n]*$/)],
  ]);
  const unknown = await page.post('/api/auth/service/leave', { service: 'none', page: 'login' });
  expect(unknown.statusCode).toBe(404);
});

test('a service that never answers is given up within seconds', async () => {
  const reply = await browser(app).post('/api/auth/service/leave', {
    service: 'silent',
    page: 'login',
  });
  expect(reply.statusCode).toBe(503);
}, 10_000);

test('a service that was away is asked again; what it says of itself holds for a day', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const statusOf = async () => {
    const body = { service: 'late', page: 'login' };
    return (await browser(app).post('/api/auth/service/leave', body)).statusCode;
  };
  expect(await statusOf()).toBe(503);
  const arrived = await oidcServer({ publicUrl: testOrigin, id: 'late', port: latePort });
  const learntAt = clock.now.getTime();
  expect(await statusOf()).toBe(200);
  await arrived.close();
  clock.now = new Date(learntAt + 24 * 60 * 60_000 - 1);
  expect(await statusOf()).toBe(200);
  clock.now = new Date(learntAt + 24 * 60 * 60_000);
  expect(await statusOf()).toBe(503);
});

test.each([
  ['access_denied', 'cancelled'],
  ['login_required', 'cancelled'],
  ['consent_required', 'cancelled'],
  ['interaction_required', 'cancelled'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
  ['invalid_request', 'failed'],
])('who comes back with %s reads that the sign-in is %s', async (error, problem) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const page = browser(app);
  const state = new URL(await leave(page)).searchParams.get('state') ?? '';
  const answer = new URLSearchParams({ error, state, error_description: 'typed by somebody' });
  const address = `${testOrigin}/api/auth/callback/test?${answer}&iss=${service.setting.issuer}`;
  expect(await comeBack(page, address)).toBe(`/login#service=${problem}`);
  expect(warned).toHaveBeenCalledTimes(problem === 'cancelled' ? 0 : 1);
  expect(JSON.stringify(warned.mock.calls)).not.toContain('somebody');
});

test.each([
  ['OAUTH_TIMEOUT', 'unavailable'],
  ['OAUTH_ABORT', 'unavailable'],
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'unavailable'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'failed'],
])('an exchange that ends by %s is %s, and the log says so by name and code', (code, problem) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const error = Object.assign(new Error('typed by somebody'), { code });
  expect(problemAt(service.setting, error)).toBe(problem);
  expect(warned.mock.calls).toEqual([['sign-in service', 'test', 'failed:', 'Error', code]]);
});

test('openid is asked for once, whether or not the setting names it', async () => {
  const url = await leave(browser(app), { service: 'scoped' });
  expect(new URL(url).searchParams.get('scope')).toBe('openid email');
});

test('the way back leads to a page of this site or to none', async () => {
  const page = await registered({ sub, email });
  const back = 'https://elsewhere.example/';
  const location = await signInThere(page, sub, { back });
  // The login page itself checks it, as after a password (src/people/session/back-path.ts).
  expect(location).toBe(`/login?back=${encodeURIComponent(back)}#service=signed-in`);
  for (const screen of ['https://elsewhere.example/', '//elsewhere.example', '../..']) {
    await page.renew();
    const reply = await page.post('/api/auth/service/leave-again', { service: 'test', screen });
    expect(reply.statusCode).toBe(400);
  }
});

test('the request asks for a code with PKCE, and the cookie is for the server alone', async () => {
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
