import { beforeAll, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { browser } from './browser.ts';
import { applyBody } from './factories/apply-body.ts';
import { wholeDatabase } from './factories/whole-database.ts';
import { sampled } from './form.ts';
import { testApp } from './test-app.ts';

// Requests that another site's page can make the browser of a signed-in person send.

const { app, services, db } = await testApp();
const password = 'a long password';
const foreign = 'https://evil.example';
const cookies = new Map<string, string>();

beforeAll(async () => {
  await db
    .insert(associates)
    .values({ id: 'ao', name: '青い海の会', summary: '海', classification: 'npo' });
  for (const role of ['donor', 'operator'] as const) {
    const email = `${role}@example.com`;
    await services.auth.createPerson({ email, password, role });
    const page = browser(app);
    await page.signIn(email, password);
    cookies.set(role, [...page.jar].map(([name, value]) => `${name}=${value}`).join('; '));
  }
});

/** Every row of every table, without the traces of refusals. */
const everything = async () =>
  (await wholeDatabase(db)).filter(
    ({ table, text }) => table !== 'audit_log' || !text.includes(',security.denied,'),
  );

/** Bodies that would change something if sent by our own page. */
const bodies: Record<string, object> = {
  '/api/appraisal/apply': applyBody(),
  '/api/auth/sign-in/email': { email: 'donor@example.com', password },
  '/api/auth/sign-up/email': { email: 'new@example.com', password },
  '/api/auth/request-password-reset': { email: 'donor@example.com' },
  '/api/auth/change-email': { newEmail: 'evil@example.com', password },
};
const bodyOf = (url: string) => bodies[url] ?? {};

/** State after the previous calls: read once after each. */
let left: Awaited<ReturnType<typeof everything>>;
beforeAll(async () => {
  left = await everything();
});

type Sent = { headers: Record<string, string>; payload: string };

/** Ways in which another site's page can send, with and without a preflight. */
const manners: [how: string, send: (body: object) => Sent][] = [
  [
    'a form',
    (body) => ({
      headers: { origin: foreign, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(Object.entries(body).map(([k, v]) => [k, String(v)])).toString(),
    }),
  ],
  [
    'a form in the shape of JSON',
    (body) => ({
      headers: { origin: foreign, 'content-type': 'text/plain' },
      payload: JSON.stringify(body),
    }),
  ],
  [
    'a form of parts',
    (body) => ({
      headers: { origin: foreign, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\ncontent-disposition: form-data; name="csv"; filename="a.csv"\r\n\r\n${JSON.stringify(body)}\r\n--x--\r\n`,
    }),
  ],
  [
    'JSON',
    (body) => ({
      headers: { origin: foreign, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  ],
  [
    'JSON from a frame without an origin',
    (body) => ({
      headers: { origin: 'null', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  ],
  [
    'JSON of a browser that names no origin',
    (body) => ({
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  ],
];

const reads = ['GET', 'HEAD', 'OPTIONS'];
const mutations = app.policies.filter(({ method }) => !reads.includes(method));

/** The short form tries one person and some ways per call, evenly distributed over all calls. */
function attemptsAt({ method, url }: (typeof mutations)[number]) {
  const salt = `${method} ${url}`;
  return sampled([...cookies], { every: cookies.size, salt }).flatMap(([who, cookie]) =>
    sampled(manners, { every: 3, salt }).map(([how, send]) => ({ who, cookie, how, send })),
  );
}

test.each(mutations)(
  '$method $url changes nothing for another site that somebody visits',
  async (call) => {
    const before = left;
    for (const { who, cookie, how, send } of attemptsAt(call)) {
      const { headers, payload } = send(bodyOf(call.url));
      const reply = await app.inject({
        method: call.method as 'POST',
        url: call.url.replace(/:\w+/g, 'TS-0000-0000'),
        headers: { ...headers, cookie },
        payload,
      });
      expect({ who, how, status: reply.statusCode }).toEqual({ who, how, status: 403 });
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    left = await everything();
    expect(left).toEqual(before);
  },
);

test('another site is allowed to read or to ask nothing', async () => {
  for (const { method, url } of app.policies) {
    const reply = await app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: foreign, 'access-control-request-method': method },
    });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.statusCode).toBe(404);
  }
});

test('the same sent by our own page changes something', async () => {
  const before = await everything();
  const reply = await browser(app).post('/api/appraisal/apply', applyBody());
  expect(reply.statusCode).toBe(201);
  expect(await everything()).not.toEqual(before);
});
