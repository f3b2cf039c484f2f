import { expect, test, vi } from 'vitest';
import { poll } from './poll.server.ts';

const everyMs = 1;

test('a round that fails is noted, and the next one comes', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const third = Promise.withResolvers<void>();
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error('away');
    if (rounds === 3) third.resolve();
  };
  const { start, stop } = poll(work, { job: 'tests', everyMs, failing: 'mails wait' });
  start();
  start();
  await third.promise;
  await stop();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(String(warned.mock.calls[0])).toContain('mails wait');
});

test('a stop waits for the round under way, which is told, and none comes after it', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const ending = Promise.withResolvers<void>();
  const work = vi.fn((signal: AbortSignal) => {
    begun.resolve(signal);
    return ending.promise;
  });
  const { start, stop } = poll(work, { job: 'tests', everyMs, failing: '' });
  start();
  const signal = await begun.promise;
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  expect(signal.aborted).toBe(true);
  expect(stopped).not.toHaveBeenCalled();
  ending.resolve();
  await stopping;
  expect(work).toHaveBeenCalledTimes(1);
});
