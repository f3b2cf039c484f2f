import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { browser } from '#test/browser.ts';
import { sendRaw } from '#test/process/raw-http.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { type App, buildApp, personOf, signedUpOf } from './app.server.ts';

const house = await testApp();
const { services } = house;

/** The application with routes that return what they received. */
async function appWith(mount: (scope: App) => void) {
  const app = await buildApp(services, {
    logLevel: 'silent',
    publicUrl: testOrigin,
    mount,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return { app, url: `http://127.0.0.1:${port}` };
}

const { app, url } = await appWith((scope) => {
  scope.get('/api/echo', { config: { allow: 'anyone' } }, (request) => ({ url: request.url }));
  scope.get('/', { config: { allow: 'anyone' } }, (request) => ({ url: request.url }));
  scope.get('/api/letters/:text', { config: { allow: 'anyone' } }, () => ({}));
  scope.post('/api/size', { config: { allow: 'anyone' } }, (request) => ({
    size: JSON.stringify(request.body).length,
  }));
  scope.post(
    '/api/strict',
    { config: { allow: 'anyone' }, schema: { body: z.strictObject({ n: z.number() }) } },
    (request) => request.body,
  );
  scope.post(
    '/api/list',
    { config: { allow: 'anyone' }, schema: { body: z.array(z.string()) } },
    (request) => request.body,
  );
  scope.get('/api/forgotten', { config: { allow: 'anyone' } }, (request) => personOf(request));
  scope.get('/api/me', { config: { allow: 'signed-in' } }, (request) => personOf(request));
  scope.get('/api/joining', { config: { allow: 'signed-up' } }, (request) => signedUpOf(request));
});

afterAll(() => app.close());

const ask = async (target: string) => {
  const head = `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
  return sendRaw(url, head);
};

test.each([
  ['/api/echo?a=1', '/api/echo?a=1'],
  ['http://other.example/api/echo?a=1', '/api/echo?a=1'],
  ['HTTPS://other.example:8443/api/echo', '/api/echo'],
  ['http://other.example', '/'],
  ['http://other.example?a=/b', '/?a=/b'],
  [
    '/api/echo?to=http://other.example/api/nothing',
    '/api/echo?to=http://other.example/api/nothing',
  ],
])('%s is asked for as by a proxy, or not', async (target, seen) => {
  const { status, body } = await ask(target);
  expect([status, JSON.parse(body)]).toEqual([200, { url: seen }]);
});

test.each(['ftp://other.example/api/echo', 'x-http://other.example/api/echo'])(
  '%s names nothing here',
  async (target) => {
    expect((await ask(target)).status).toBeGreaterThanOrEqual(400);
  },
);

test('what is not there is answered in Japanese, whatever asks for it', async () => {
  const reply = await app.inject('/api/nothing');
  expect([reply.statusCode, reply.json()]).toMatchObject([404, { type: 'NotFound' }]);
  expect(reply.json().message).toMatch(/[ぁ-ん]/);
});

test('a slash at the end changes nothing, and a part of a path is at most 200 letters', async () => {
  expect((await app.inject('/api/echo/')).statusCode).toBe(200);
  const letters = async (count: number) =>
    (await app.inject(`/api/letters/${'x'.repeat(count)}`)).statusCode;
  expect(await letters(200)).toBe(200);
  expect(await letters(201)).toBeGreaterThanOrEqual(400);
});

test('a body may have 1 MiB, and fields that its schema does not know are refused', async () => {
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: path, payload });
  const ofSize = (size: number) => ({ a: 'x'.repeat(size - '{"a":""}'.length) });
  const whole = await post('/api/size', ofSize(1_048_576));
  expect([whole.statusCode, whole.json()]).toEqual([200, { size: 1_048_576 }]);
  const over = await post('/api/size', ofSize(1_048_577));
  expect([over.statusCode, over.json().type]).toEqual([413, 'PayloadTooLarge']);
  expect((await post('/api/strict', { n: 1 })).json()).toEqual({ n: 1 });
  expect((await post('/api/strict', { n: 1, m: 2 })).statusCode).toBe(400);
  const wrong = (await post('/api/strict', { n: 'x' })).json();
  expect(wrong).toMatchObject({ type: 'ValidationError', errors: [{ path: 'n' }] });
  expect(wrong.errors[0].message).toMatch(/[ぁ-ん]/);
});

test('every answer has a number of its own, which is random', async () => {
  const headers = { 'request-id': 'mine', 'x-request-id': 'mine' };
  const ids = await Promise.all(
    [1, 2].map(
      async () => (await app.inject({ url: '/api/echo', headers })).headers['x-request-id'],
    ),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(new RegExp(`^[\\w-]{${randomUUID().length}}$`));
});

test('a route that forgot to ask for a person is not run without one', async () => {
  const reply = await app.inject('/api/forgotten');
  expect([reply.statusCode, reply.json().type]).toEqual([401, 'Unauthorized']);
  expect(reply.json().message).toMatch(/ログイン/);
});

test('who is behind a request is known by a whole bearer token alone', async () => {
  const page = browser(house.app);
  const email = 'hanako@example.jp';
  await page.signUp(email);
  const unfinished = `${await page.renew()}`;
  const as = (authorization: string, path = '/api/me') =>
    app.inject({ url: path, headers: { authorization } });
  const joining = await as(`Bearer ${unfinished}`, '/api/joining');
  expect([joining.statusCode, joining.json().kind]).toEqual([200, 'newcomer']);
  expect((await as(`Bearer ${unfinished}`)).statusCode).toBe(401);
  // On a route open to anyone such a session counts as a visitor.
  expect((await as(`Bearer ${unfinished}`, '/api/forgotten')).statusCode).toBe(401);

  await page.post('/api/users', { firstName: '花子', lastName: '髙橋' });
  const token = `${await page.renew()}`;
  for (const right of [`Bearer ${token}`, `bearer ${token}`]) {
    expect((await as(right)).json()).toMatchObject({ kind: 'person', role: 'donor' });
  }
  expect((await as(`Bearer ${token}`, '/api/joining')).json().kind).toBe('person');
  for (const wrong of [
    ...[token, `Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`, `x Bearer ${token}`],
    ...[`Bearer${token}`, 'Bearer ', 'Bearer =', `Bearer ${token}=x`, ''],
  ]) {
    for (const path of ['/api/me', '/api/echo']) {
      const reply = await as(wrong, path);
      expect([wrong, path, reply.statusCode]).toEqual([wrong, path, 401]);
      expect(reply.json().message).toMatch(/[ぁ-ん]/);
    }
  }
});

test('routes are mounted however long a busy machine takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const mounting = Promise.withResolvers<void>();
  const mounted = Promise.withResolvers<void>();
  const building = buildApp(services, {
    logLevel: 'silent',
    publicUrl: testOrigin,
    mount() {
      mounting.resolve();
      return mounted.promise;
    },
  });
  await mounting.promise;
  await vi.advanceTimersByTimeAsync(120_000);
  mounted.resolve();
  await (await building).close();
});

test.each(['sends', 'answers', 'refuses'])(
  'a handler that %s after its time is answered for once, and nothing is sent again',
  async (how) => {
    const lines: string[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const slow = { config: { allow: 'anyone' }, handlerTimeout: 20 } as const;
    const late = await buildApp(services, {
      logLevel: 'warn',
      logStream: { write: (line) => void lines.push(line) },
      publicUrl: testOrigin,
      mount(scope) {
        scope.get('/late', slow, async (_request, reply) => {
          await ended;
          if (how === 'refuses') throw refuse('NotFound', 'late');
          return how === 'sends' ? reply.header('x-late', 'true').send('late') : 'late';
        });
        scope.get('/in-time', slow, async (_request, reply) => reply.send('in time'));
      },
    });
    onTestFinished(() => late.close());
    const reply = await late.inject('/late');
    expect([reply.statusCode, reply.json().type]).toEqual([503, 'ServiceUnavailable']);
    expect(reply.headers['x-late']).toBeUndefined();
    end();
    // This request runs after the late handler has finished.
    expect((await late.inject('/in-time')).body).toBe('in time');
    expect(lines.join('')).not.toMatch(/already sent|reply\.sent/);
  },
);
test('a body of unknown fields is told of ten, and none at length', async () => {
  const payload = Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`f${n}`, 1]));
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/strict',
    payload: { n: 1, ...payload },
  });
  expect(JSON.parse(body).message).toMatch(/f0、.+、f9、ほか69990件$/);
  const long = { n: 1, ['あ'.repeat(100_000)]: 1 };
  const reply = await app.inject({ method: 'POST', url: '/api/strict', payload: long });
  expect(Math.max(body.length, reply.body.length)).toBeLessThan(1_000);
});

test('a list that is wrong in all of its entries is told of some', async () => {
  const payload = Array.from({ length: 200_000 }, () => 1);
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/list', payload });
  expect([statusCode, JSON.parse(body).errors.length]).toEqual([400, 500]);
});
