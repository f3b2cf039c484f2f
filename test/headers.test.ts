import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contentSecurityPolicy } from '#kit/http/security-headers.server.ts';
import { browser } from './browser.ts';
import { sampled } from './form.ts';
import { builtPolicy, expectProtected } from './protective-headers.ts';
import { testApp } from './test-app.ts';

// Every route of the API, with valid and invalid requests; pages and files are in test/process/headers.test.ts.

const http = await testApp();
const https = await testApp({ publicUrl: 'https://tasuki.example' });
const schemes = ['http', 'https'] as const;

describe.each([
  ['http', http, 'http://localhost:3000'],
  ['https', https, 'https://tasuki.example'],
] as const)('over %s', (scheme, running, origin) => {
  const { app } = running;
  /** In the short form each route is tried over one of the schemes. */
  const asked = app.policies.filter(({ method, url }) =>
    sampled(schemes, { every: schemes.length, salt: `${method} ${url}` }).includes(scheme),
  );
  const isHttps = scheme === 'https';
  let operator: Record<string, string>;
  beforeAll(async () => {
    const [email, password] = ['boss@example.com', 'a long password'];
    await running.services.auth.createPerson({
      email,
      password,
      role: 'operator',
      isSample: true,
    });
    const page = browser(app, { headers: { origin } });
    expect((await page.signIn(email, password)).statusCode).toBe(200);
    operator = { authorization: `Bearer ${await page.renew()}` };
  });

  const ask = async (method: string, url: string, headers: Record<string, string>) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(method !== 'GET' && { payload: {} }),
    });
    const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    return { status: reply.statusCode, headers: new Headers(pairs), body: reply.body };
  };

  test.each(asked)('$method $url', async ({ method, url, allow }) => {
    const path = url.replace(/:\w+/g, 'TS-0000-0000').replace('*', 'x');
    for (const headers of [{}, operator]) {
      const answer = await ask(method, path, headers);
      const isFramed = url === '/widget/associate/:id';
      expectProtected(answer, { isHttps, isBuilt: false, isFramed });
      // Routes that need a signed-in caller return personal data.
      if (allow !== 'anyone') expect(answer.headers.get('cache-control')).toBe('no-store');
      if (answer.status >= 400) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(asked.filter(({ method }) => method === 'GET'))(
    'a host that is not ours stands nowhere in $method $url',
    async ({ url }) => {
      const path = url.replace(/:\w+/g, 'TS-0000-0000').replace('*', 'x');
      const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const { headers, body } = await ask('GET', path, { ...operator, ...evil });
      expect(JSON.stringify([...headers]) + body).not.toContain('evil.example');
    },
  );

  test.each([
    ['GET', '/api/nothing'],
    ['PUT', '/api/users/account'],
    ['GET', '/api/associates/%ED%A0%80'],
    ['GET', `/api/associates/${'x'.repeat(300)}`],
    ['POST', '/api/auth/token'],
  ])('what is refused before a route is known: %s %s', async (method, url) => {
    const answer = await ask(method, url, {});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expectProtected(answer, { isHttps, isBuilt: false });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('the policy of a built page names its scripts by their hashes and loosens nothing', () => {
  vi.stubEnv('DEV', false);
  expect(contentSecurityPolicy()).toBe(builtPolicy);
  expect(contentSecurityPolicy(['aGFzaA==', 'b25l'])).toBe(
    builtPolicy.replace("script-src 'self'", "script-src 'self' 'sha256-aGFzaA==' 'sha256-b25l'"),
  );
});
