import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { pageCache } from '#kit/http/pages/page-cache.server.ts';
import { pageRoutes, type RenderPage } from '#kit/http/pages/routes.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { topicNames } from '#kit/topics/table-topics.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin } from '#test/test-app.ts';

const house = await testApp();
const { db, services, clock } = house;
const everything = { topics: new Set(topicNames), records: new Map() };
const cache = pageCache({ maxBytes: 1_000_000 });
const render: RenderPage = async (url, { isPreview = false }) =>
  new Response(`${url.pathname} for ${isPreview ? 'an operator' : 'everybody'}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
/** The complete application with pages, built as in production. */
const app = await buildApp(services, {
  logLevel: 'silent',
  publicUrl: testOrigin,
  async mount(scope) {
    await mountRoutes(scope, services);
    const { isFor: isPreview } = services.sitePreview;
    pageRoutes(scope, { cache, render, origin: testOrigin, isPreview });
  },
});
afterAll(() => app.close());

const began = clock.now;
const signIn = signedIn({ app, db });
beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('packer', 'warehouse');
  await signIn('hanako');
  await services.topics.start();
});
afterAll(() => services.topics.stop());
beforeEach(async () => {
  clock.now = began;
  await cache.renew(everything, 0);
  await db.delete(settings);
  await db.update(users).set({ role: 'operator' }).where(eq(users.uid, 'op'));
  await services.topics.refresh();
});

const turn = async (isOn: boolean, uid = 'op') =>
  app.inject({
    method: 'POST',
    url: '/api/office/setup/preview',
    payload: { isOn },
    headers: { origin: testOrigin, ...(await headersOfSession({ app, db }, uid)) },
  });
const cookieOf = async () => {
  const [cookie = ''] = [(await turn(true)).headers['set-cookie'] ?? []].flat();
  return cookie.split(';')[0] ?? '';
};
const get = (cookie?: string, url = '/search') =>
  app.inject({ url, headers: cookie === undefined ? {} : { cookie } });
const ofOperator = '/search for an operator';
const ofEverybody = '/search for everybody';

test('an operator’s browser gets the site, a visitor’s never gets the operator’s page, before nor after', async () => {
  const cookie = await cookieOf();
  expect((await get()).body).toBe(ofEverybody);
  const [preview, visit] = await Promise.all([get(cookie), get()]);
  expect([preview.body, visit.body]).toEqual([ofOperator, ofEverybody]);
  expect(preview.headers['cache-control']).toBe('no-store');
  expect((await get()).body).toBe(ofEverybody);
  await cache.renew(everything, 0);
  expect((await get(cookie)).body).toBe(ofOperator);
  expect(cache.size.pages).toBe(0);
  expect((await get()).body).toBe(ofEverybody);
  // A cached visitors' page is not reused for the preview.
  const etag = String((await get()).headers.etag);
  const asked = await app.inject({ url: '/search', headers: { cookie, 'if-none-match': etag } });
  expect([asked.statusCode, asked.body]).toEqual([200, ofOperator]);
  expect((await get(cookie, '/api/none')).statusCode).toBe(404);
});

test('the cookie is for this site and the server alone, lives an hour, and can be given back', async () => {
  const [cookie] = [(await turn(true)).headers['set-cookie'] ?? []].flat();
  expect(cookie).toMatch(
    /^tasuki\.preview=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const [ended] = [(await turn(false)).headers['set-cookie'] ?? []].flat();
  expect(ended).toMatch(/^tasuki\.preview=; Max-Age=0;/);
  expect((await get('tasuki.preview=')).body).toBe(ofEverybody);
});

test('it ends after an hour', async () => {
  const cookie = await cookieOf();
  clock.now = new Date(began.getTime() + 59 * 60 * 1000);
  expect((await get(cookie)).body).toBe(ofOperator);
  clock.now = new Date(began.getTime() + 60 * 60 * 1000);
  expect((await get(cookie)).body).toBe(ofEverybody);
});

test('nobody gets it who may not see the settings', async () => {
  for (const uid of ['packer', 'hanako']) {
    const refused = await turn(true, uid);
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined]);
  }
  const nobody = await app.inject({
    method: 'POST',
    url: '/api/office/setup/preview',
    payload: { isOn: true },
    headers: { origin: testOrigin },
  });
  expect(nobody.statusCode).toBe(401);
});

test('a cookie that was not given, or was given for another session or time, shows nothing', async () => {
  const [name, value = ''] = (await cookieOf()).split('=');
  const [session, until, signature] = value.split('.');
  const other = (await cookieOf()).split('=')[1]?.split('.')[0];
  for (const forged of [
    `${session}.${until}`,
    `${other}.${until}.${signature}`,
    `${session}.${Number(until) + 60}.${signature}`,
    `${session}.${until}.${'A'.repeat(43)}`,
    '1',
  ]) {
    expect((await get(`${name}=${forged}`)).body).toBe(ofEverybody);
  }
  expect((await get(`${name}=${value}`)).body).toBe(ofOperator);
});

test('it ends with the session, with the role, and when the service opens', async () => {
  const cookie = await cookieOf();
  await db.update(users).set({ role: 'warehouse' }).where(eq(users.uid, 'op'));
  expect((await get(cookie)).body).toBe(ofEverybody);
  await db.update(users).set({ role: 'operator', lockedAt: began }).where(eq(users.uid, 'op'));
  expect((await get(cookie)).body).toBe(ofEverybody);
  await db.update(users).set({ lockedAt: null }).where(eq(users.uid, 'op'));
  expect((await get(cookie)).body).toBe(ofOperator);

  await db.insert(settings).values({ key: 'opening', value: { isOpen: true } });
  await services.topics.refresh();
  const open = await get(cookie);
  expect([open.body, open.headers['cache-control']]).toEqual([ofEverybody, 'no-cache']);
  await db.update(settings).set({ value: { isOpen: false } });
  await services.topics.refresh();
  expect((await get(cookie)).body).toBe(ofOperator);

  await db.delete(authSessions).where(eq(authSessions.userId, 'op'));
  expect((await get(cookie)).body).toBe(ofEverybody);
});
