import { expect, test } from 'vitest';
import { progressBar } from './progress-bar.server.ts';

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

test('without a terminal one line says what is done, and one more every half a minute how long it will take', () => {
  const { written, at } = shown(false);
  for (let ms = 0; ms < 30_000; ms += 100) at(ms, 200_000 + ms);
  expect(written).toEqual(['見本データを用意しています / Loading sample data\n']);
  for (let ms = 30_000; ms <= 60_000; ms += 100) at(ms, 200_000 + ms);
  // Rows of an earlier try do not count: a row a millisecond, as in this one.
  expect(written.slice(1)).toEqual([
    ' 23%  寄付の記録  残り12分50秒\n',
    ' 26%  寄付の記録  残り12分20秒\n',
  ]);
});

test('a terminal shows one bar, drawn over itself and gone in the end', () => {
  const { written, at } = shown(true);
  at(0, 500_000);
  at(1, 1_000_000);
  expect(written).toHaveLength(3);
  expect(written[0]).toContain(`\r\u001b[K${'█'.repeat(15)}${'░'.repeat(15)}  50%`);
  expect(written.at(-1)).toBe('\r\u001b[K');
});
