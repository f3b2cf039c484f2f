import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prefectures } from '#kit/values/prefecture.ts';
import { fitsPrefecture } from './postal-prefecture.ts';

test.each([
  ['1000001', '東京都'],
  ['0600000', '北海道'],
  ['4980000', '愛知県'],
  ['4980001', '三重県'],
  ['5200461', '京都府'],
  ['9390000', '富山県'],
  ['9071801', '沖縄県'],
])('%s is of %s', (digits, prefecture) => expect(fitsPrefecture(digits, prefecture)).toBe(true));

test.each([
  ['1000001', '北海道'],
  ['1000001', '神奈川県'],
  ['5300001', '京都府'],
  ['0600000', '東京都'],
  ['9071801', '鹿児島県'],
])('%s is not of %s', (digits, prefecture) =>
  expect(fitsPrefecture(digits, prefecture)).toBe(false),
);

test('a code that begins as none does may be of any prefecture', () => {
  for (const prefecture of prefectures) expect(fitsPrefecture('0000000', prefecture)).toBe(true);
});

test('each code that Japan Post has given fits its prefecture, and hardly any other', () => {
  const source = dirname(createRequire(import.meta.url).resolve('jquery-jpostal-ja/package.json'));
  const rows = readdirSync(join(source, 'json'))
    .filter((name) => /^\d{3}\.json$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(source, 'json', name), 'utf8');
      return JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))) as string[][];
    })
    .filter(([key = '']) => /^_\d{7}$/.test(key));
  expect(rows.length).toBeGreaterThan(100_000);
  const wrong = rows.filter(
    ([key = '', prefecture = '']) => !fitsPrefecture(key.slice(1), prefecture),
  );
  expect(wrong).toEqual([]);
  const fitting = rows.map(
    ([key = '']) => prefectures.filter((one) => fitsPrefecture(key.slice(1), one)).length,
  );
  expect(fitting.filter((count) => count > 3)).toEqual([]);
  expect(fitting.filter((count) => count > 1).length).toBeLessThan(rows.length / 10);
});
