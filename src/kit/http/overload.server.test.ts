import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { toRefusal } from './error-table.server.ts';
import { overloadWatch, shedUnderOverload } from './overload.server.ts';
import { sendRefusal } from './send-refusal.server.ts';

test('a stall is no overload, samples that stay late are', () => {
  const overload = overloadWatch(2_500);
  const overloads = [true, true, false, true, true, true, true, false].map((isLate, second) => {
    overload.note(isLate, second * 1_000);
    return overload.isLasting();
  });
  expect(overloads).toEqual([false, false, false, false, false, false, true, false]);
});

test('an event loop that is blocked again and again lasts too long, however seldom it turns', () => {
  const overload = overloadWatch(2_500);
  overload.note(true, 0);
  overload.note(true, 6_000);
  expect(overload.isLasting()).toBe(true);
});

/** An app whose event loop is always late, with few requests; `crowd` starts more, pending until released. */
async function overloaded() {
  const app = fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler((error, _request, reply) => sendRefusal(reply, toRefusal(error)));
  await shedUnderOverload(app, { lateMs: 5, sampleMs: 20, toleratedMs: 50, fewRequests: 1 });
  const { promise: leaving, resolve: leave } = Promise.withResolvers<string>();
  app.get('/wait', { config: { isNeverShed: true } }, () => leaving);
  app.get('/work', () => 'done');
  app.get('/file', { config: { isNeverShed: true } }, () => 'given');
  await app.ready();
  return {
    app,
    async work() {
      block(40);
      return app.inject('/work');
    },
    crowd() {
      const waiting = app.inject('/wait');
      return async () => {
        leave('done');
        await waiting;
      };
    },
  };
}

test('under overload work is refused with when to come again; files are still served, then all', async () => {
  const { app, work, crowd } = await overloaded();
  const leave = crowd();
  await expect.poll(async () => (await work()).statusCode, { interval: 1 }).toBe(503);
  const [refused, file] = [await app.inject('/work'), await app.inject('/file')];
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json().type).toBe('ServiceUnavailable');
  expect(file.body).toBe('given');

  await expect.poll(async () => (await app.inject('/work')).body).toBe('done');
  await leave();
});

test('few are never refused, however late the event loop is', async () => {
  const { work, crowd } = await overloaded();
  const leave = crowd();
  await expect.poll(async () => (await work()).statusCode, { interval: 1 }).toBe(503);
  await leave();
  expect((await work()).body).toBe('done');
});

/** Blocks the event loop. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
