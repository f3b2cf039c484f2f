import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { tablesWith } from '#test/factories/stored-text.ts';
import { isLongForm, sampled, seed } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { type FuzzAnswer, fuzzOperation } from './fuzz-operation.ts';
import { type FuzzRequest, type OpenApi, operationsOf } from './fuzz-requests.ts';
import { apiValues } from './fuzz-values.ts';
import { canary } from './odd-values.ts';

// Every call of the OpenAPI document with random requests, as every kind of caller; `npm run
// torture` sends 2,000 of each over real sockets.

const cases = isLongForm ? 8 : 2;

const running = await testApp();
const { app, db, databaseUrl } = running;
const signIn = signedIn(running);
await db
  .insert(associates)
  .values({ id: 'ao', name: '青い海の会', summary: '海', classification: 'approved-npo' });
const operations = operationsOf((await app.inject({ url: '/api/openapi.json' })).json<OpenApi>());

/** Injected, each from an address of its own, so that rate limits do not refuse them. */
const askAs =
  (headers: Record<string, string>) =>
  async (request: FuzzRequest): Promise<FuzzAnswer> => {
    const answer = await app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: { ...request.headers, ...headers },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(request.body !== undefined && {
        payload: typeof request.body === 'string' ? request.body : Buffer.from(request.body),
      }),
    });
    return { status: answer.statusCode, body: answer.body };
  };

describe.each(operations)('$method $path', (operation) => {
  // Another person for each: some of these calls end the caller's session.
  const name = `fuzz-${operation.method}-${operation.path}`.replace(/[^\w]/g, '-').toLowerCase();
  const callers = [
    ['a visitor', async () => ({})],
    ['a donor', () => signIn(`${name}-d`)],
    ['an operator', () => signIn(`${name}-o`, 'operator')],
  ] as const;
  test.each(sampled(callers, { every: callers.length, salt: name }))(
    'is answered in order, whatever %s sends',
    async (_who, headers) => {
      const ask = askAs(await headers());
      await fuzzOperation(operation, { cases, seed, known: apiValues, ask });
    },
  );
});

test('neither what no schema knows nor a broken letter was stored', async () => {
  expect(operations.length).toBeGreaterThan(50);
  expect(await tablesWith(databaseUrl, canary)).toEqual([]);
  expect(await tablesWith(databaseUrl, '\ufffd')).toEqual([]);
});
