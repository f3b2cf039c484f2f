import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withWaitMessages } from './waiting.server.ts';

// Messages of a start while one of its steps takes long.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const step = { ja: '見本データの読み込み', en: 'the sample data to be loaded' };

test('after ten seconds it says what it waits for in both languages, and then ever more seldom', async () => {
  const said: string[] = [];
  const work = Promise.withResolvers<string>();
  const done = withWaitMessages(step, () => work.promise, { say: (line) => void said.push(line) });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual([
    '見本データの読み込みを待っています（10秒たちました）。 / Waiting for the sample data to be loaded (10 s so far).',
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(said.map((line) => /\d+/.exec(line)?.[0])).toEqual(['10', '30', '90', '270']);
  work.resolve('loaded');
  expect(await done).toBe('loaded');
  expect(vi.getTimerCount()).toBe(0);
});

test('what fails is told to the caller, and nothing is said of it', async () => {
  const said: string[] = [];
  const failing = withWaitMessages(step, () => Promise.reject(new Error('full')), {
    say: (line) => void said.push(line),
  });
  await expect(failing).rejects.toThrow('full');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(said).toEqual([]);
});
