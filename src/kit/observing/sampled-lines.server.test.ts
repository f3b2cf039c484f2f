import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { sampledLines } from './sampled-lines.server.ts';

test('a name gets some lines a minute; the next line says how many were left out', () => {
  let now = 0;
  const due = sampledLines(2, () => now);
  expect([due('a'), due('a'), due('a'), due('a'), due('b')]).toEqual([
    0,
    0,
    undefined,
    undefined,
    0,
  ]);
  now = 60_000;
  expect([due('a'), due('a'), due('a')]).toEqual([2, 0, undefined]);
});

test('a defect that every request meets has its stack in the log a few times, not each time', async () => {
  const log: string[] = [];
  const { app } = await testApp({
    log,
    prepare(scope) {
      scope.get('/api/broken', { config: { allow: 'anyone' } }, () => {
        throw new TypeError('nothing is there');
      });
    },
  });
  const replies = await Promise.all(Array.from({ length: 40 }, () => app.inject('/api/broken')));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([500]));
  const defects = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  expect(defects).toHaveLength(5);
  expect(defects[0].err).toMatchObject({ type: 'TypeError', message: 'nothing is there' });
});
