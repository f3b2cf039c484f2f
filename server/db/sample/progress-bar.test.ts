import { expect, test } from 'vitest';
import { progressBar } from './progress-bar.ts';

function shown(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const show = progressBar(
    {
      isTTY,
      write(text: string | Uint8Array) {
        written.push(String(text));
        return true;
      },
    },
    () => now,
  );
  const total = 1_000_000;
  return {
    written,
    at: (ms: number, done: number, label = '寄付の記録') => {
      now = ms;
      show({ done, total, label });
    },
  };
}

test('without a terminal a line comes every few seconds: part, rows, speed, time left', () => {
  const { written, at } = shown(false);
  for (let ms = 0; ms <= 10_000; ms += 100) at(ms, 200_000 + ms);
  expect(written).toHaveLength(4);
  expect(written.every((line) => line.endsWith('\n'))).toBe(true);
  expect(written[0]).toBe(' 20%  寄付の記録  200,000/1,000,000行\n');
  // What an earlier try loaded does not count: a row a millisecond, as in this one.
  expect(written[3]).toBe(' 20%  寄付の記録  209,000/1,000,000行  毎秒1,000行  残り13分11秒\n');
});

test('the end is told when it took long enough to wonder', () => {
  const long = shown(false);
  for (const [ms, done] of [
    [0, 1],
    [3_000, 500_000],
    [4_000, 1_000_000],
  ] as const) {
    long.at(ms, done);
  }
  expect(long.written.at(-1)).toContain('100%');
  const short = shown(false);
  short.at(0, 1);
  short.at(1_000, 1_000_000);
  expect(short.written).toHaveLength(1);
});

test('a terminal shows one bar, drawn over itself and gone in the end', () => {
  const { written, at } = shown(true);
  at(0, 500_000);
  at(1, 1_000_000);
  expect(written).toHaveLength(3);
  expect(written[0]).toContain(`\r\u001b[K${'█'.repeat(15)}${'░'.repeat(15)}  50%`);
  expect(written.at(-1)).toBe('\r\u001b[K');
});
