import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Allow } from '#kit/actor.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { may, type Permission, permissions } from '#kit/permissions/permissions.ts';
import { type Role, roles } from '#kit/permissions/roles.ts';
import { browser } from './browser.ts';
import { sampled } from './form.ts';
import { permissionsByRole, routesByCaller, secondFactorAnew } from './routes-by-caller.ts';
import { testApp, testOrigin } from './test-app.ts';

// Every route with every caller. The table is written out by hand: one derived from the routes
// would agree with their mistakes.

const { app, services, db } = await testApp();
const password = 'a password for tests';

/** Signs in through the API; returns what a browser would store. */
async function signIn(email: string) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: testOrigin },
    payload: { email, password },
  });
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const renewed = await app.inject({ url: '/api/auth/token', headers: { cookie } });
  return { cookie, token: renewed.json<{ token: string }>().token };
}

const tokens = new Map<string, string | undefined>();

beforeAll(async () => {
  tokens.set('visitor', undefined);
  for (const role of roles) {
    const email = `${role}@example.com`;
    // Sample people need no second factor here.
    await services.auth.createPerson({ email, password, role, isSample: true });
    tokens.set(role, (await signIn(email)).token);
  }
  for (const role of roles.filter((one) => one !== 'donor')) {
    const email = `${role}-lacking@example.com`;
    await services.auth.createPerson({ email, password, role });
    tokens.set(`${role} without a second factor`, (await signIn(email)).token);
  }
  await services.auth.createPerson({ email: 'gone@example.com', password, role: 'operator' });
  const { token, cookie } = await signIn('gone@example.com');
  await app.inject({
    method: 'POST',
    url: '/api/auth/sign-out',
    headers: { cookie, origin: testOrigin },
  });
  tokens.set('revoked', token);
  const newcomer = browser(app);
  await newcomer.signUp('newcomer@example.com');
  tokens.set('newcomer', await newcomer.renew());
  tokens.set('nonsense', 'eyJhbGciOiJub25lIn0.e30.');
});

/** What the policy says about a caller: pass, sign in first, or denied. */
function expected(allow: Allow, caller: string): 'pass' | 401 | 403 {
  if (caller.endsWith('without a second factor')) {
    return ['anyone', 'signed-up', 'before-second-factor'].includes(allow) ? 'pass' : 403;
  }
  if (caller === 'revoked' || caller === 'nonsense') return 401;
  if (allow === 'anyone') return 'pass';
  if (caller === 'newcomer') return allow === 'signed-up' ? 'pass' : 401;
  if (caller === 'visitor') return 401;
  if (['signed-in', 'signed-up', 'before-second-factor'].includes(allow)) return 'pass';
  const allowed: readonly string[] = permissionsByRole[caller as Role];
  return allowed.includes(allow) ? 'pass' : 403;
}

const callers = [
  'visitor',
  'newcomer',
  ...roles,
  ...roles.filter((role) => role !== 'donor').map((role) => `${role} without a second factor`),
  'revoked',
  'nonsense',
];
// Excluded: calls that end the caller's own session, which would change later responses, and the
// token's renewal, which is authenticated by cookie. Both are tested in src/people/sign-in.
const routes = Object.entries(routesByCaller)
  .flatMap(([allow, lines]) => lines.map((line) => ({ allow: allow as Allow, line })))
  .map(({ allow, line }) => ({
    allow,
    method: line.split(' ')[0] ?? '',
    url: line.split(' ')[1] ?? '',
  }))
  .filter(({ url }) => !/sign-out|delete-user|auth\/token/.test(url));

test.each(Object.entries(routesByCaller))('what %s may call is written down', (allow, lines) => {
  const declared = app.policies
    .filter((policy) => policy.allow === allow)
    .map(({ method, url }) => `${method} ${url}`);
  expect(declared.toSorted()).toEqual([...lines].toSorted());
});

test('every policy that a route declares is written down', () => {
  const declared = new Set<string>(app.policies.map(({ allow }) => allow));
  expect([...declared].filter((allow) => !(allow in routesByCaller))).toEqual([]);
});

test.each(roles)('what the role %s may do is written down', (role) => {
  const named = Object.entries(permissions).filter(([, { roles: mayDo }]) =>
    mayDo.some((one) => one === role),
  );
  expect(named.map(([name]) => name).toSorted()).toEqual(permissionsByRole[role].toSorted());
});

test('an auditor changes nothing: besides searches and own saved filters there is only the question', () => {
  const changing = app.policies
    .filter(
      ({ method, allow }) =>
        method !== 'GET' && allow in permissions && may('auditor', allow as Permission),
    )
    .map(({ method, url }) => `${method} ${url}`);
  expect(changing.toSorted()).toEqual([
    'DELETE /api/office/views/:id',
    'POST /api/office/associates/search',
    'POST /api/office/associates/search.csv',
    'POST /api/office/audit-questions',
    'POST /api/office/dealer-ledger/search',
    'POST /api/office/dealer-ledger/search.csv',
    'POST /api/office/search',
    'POST /api/office/views',
  ]);
});

test('what asks for the second factor anew is written down', () => {
  const asking = app.policies
    .filter(({ needsSecondFactorShown }) => needsSecondFactorShown)
    .map(({ method, url }) => `${method} ${url}`);
  expect(asking.toSorted()).toEqual([...secondFactorAnew].toSorted());
});

/** A response without parts that differ each time. */
const saidBy = ({ statusCode, headers }: Awaited<ReturnType<typeof app.inject>>) => {
  const { date: _, 'x-request-id': __, ...said } = headers;
  return { statusCode, ...said };
};

test.each(['/healthz', '/robots.txt', '/api/associates', '/api/users/sessions', '/api/none'])(
  'HEAD of %s is answered as GET is, to the same callers, without a body',
  async (url) => {
    const head = await app.inject({ method: 'HEAD', url });
    expect(saidBy(head)).toEqual(saidBy(await app.inject({ method: 'GET', url })));
    expect(head.body).toBe('');
  },
);

test('HEAD is an answer of GET alone', async () => {
  const read = new Set(app.policies.flatMap(({ method, url }) => (method === 'GET' ? [url] : [])));
  const posted = app.policies.find(({ method, url }) => method === 'POST' && !read.has(url));
  const head = await app.inject({ method: 'HEAD', url: posted?.url ?? '/' });
  expect(head.statusCode).toBe(404);
});

/** Their bearer is a secret of their own, not an access token: see their own tests. */
const ownBearers: readonly string[] = ['/api/mail/inbound'];

const tried = routes.filter(({ url }) => !ownBearers.includes(url));
type Route = (typeof tried)[number];

/** One route per policy, tried by every caller. */
const triedByAll = new Set(
  [...Map.groupBy(tried, ({ allow }) => allow)].flatMap(([allow, of]) =>
    sampled(of, { every: of.length, salt: allow }),
  ),
);

/** In the short form one caller per expected result, except for the routes that every caller tries. */
function callersOf(route: Route): string[] {
  if (triedByAll.has(route)) return callers;
  const byAnswer = Map.groupBy(callers, (caller) => expected(route.allow, caller));
  return [...byAnswer.values()].flatMap((of) =>
    sampled(of, { every: of.length, salt: `${route.method} ${route.url}` }),
  );
}

test.each(tried)('$method $url, for $allow', async (route) => {
  const { method, url, allow } = route;
  for (const caller of callersOf(route)) {
    const token = tokens.get(caller);
    const reply = await app.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, 'TS-0000-0000').replace('*', 'x'),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { payload: {} }),
    });
    const answer = expected(allow, caller);
    if (answer === 'pass') expect([401, 403], caller).not.toContain(reply.statusCode);
    else expect(reply.statusCode, caller).toBe(answer);
    if (answer === 403 && caller.endsWith('without a second factor')) {
      expect(reply.json().template, caller).toBe('second-factor-needed');
    }
    expect(reply.statusCode, caller).toBeLessThan(500);
  }
});

test('a route that declares nothing does not start', async () => {
  const { buildApp } = await import('#kit/http/app.server.ts');
  const starting = buildApp(services, {
    logLevel: 'silent',
    publicUrl: testOrigin,
    mount: (scope) => void scope.get('/api/undeclared', () => 'secrets'),
  });
  await expect(starting).rejects.toThrow('declares no policy');
});

test('a token is refused within a second after its role was taken away', async () => {
  const email = 'former@example.com';
  // Earlier tests used up password attempts.
  await db.delete(attemptBudgets);
  const uid = await services.auth.createPerson({
    email,
    password,
    role: 'operator',
    isSample: true,
  });
  const { token } = await signIn(email);
  const read = () =>
    app.inject({ url: '/api/office/applications', headers: { authorization: `Bearer ${token}` } });
  expect((await read()).statusCode).toBe(200);
  await db.execute(sql`update users set role = 'donor' where uid = ${uid}`);
  const changedAt = performance.now();
  let lastAllowedMs = 0;
  async function statusNow() {
    const askedMs = performance.now() - changedAt;
    const { statusCode } = await read();
    if (statusCode === 200) lastAllowedMs = askedMs;
    return statusCode;
  }
  await expect.poll(statusNow).toBe(403);
  expect(lastAllowedMs).toBeLessThan(1_000);
});
