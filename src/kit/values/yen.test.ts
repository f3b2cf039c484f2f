import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatYen, parseYen } from './yen.ts';

test('yen are shown with their thousands separated', () => {
  expect(formatYen(0)).toBe('0');
  expect(formatYen(999)).toBe('999');
  expect(formatYen(18460)).toBe('18,460');
  expect(formatYen(1486320)).toBe('1,486,320');
  expect(formatYen(-3000)).toBe('-3,000');
  expect(formatYen(-0)).toBe('0');
  expect(formatYen(-0.4)).toBe('0');
});

test('yen are formatted as in Japanese', () => {
  const { format } = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 0 });
  fc.assert(
    fc.property(fc.maxSafeInteger(), (yen) => {
      expect(formatYen(yen)).toBe(format(yen));
    }),
  );
});

test.each([undefined, null, Number.NaN, Infinity, '', 'abc', '1200', {}, [], [5], true, () => 1])(
  'the non-number %s becomes 0',
  (value) => {
    expect(formatYen(value)).toBe('0');
  },
);

test.each([
  ['1200', 1200],
  ['1,200', 1200],
  ['¥1,200', 1200],
  ['￥1,200', 1200],
  ['\\1,200', 1200],
  ['１，２００円', 1200],
  [' 1,234,567 円 ', 1234567],
  ['0', 0],
  ['007', 7],
  ['3240.0', 3240],
  ['3,240.00', 3240],
  ['¥3240.0円', 3240],
])('%j is read as %d yen', (text, yen) => {
  expect(parseYen(text)).toBe(yen);
});

test.each([
  '',
  '円',
  '千円',
  '-5',
  '△100',
  '1.5',
  '1.',
  '.0',
  '1200.01',
  '1e99',
  'NaN',
  '12,00',
  '1,2000',
  ',100',
  '1 200',
  '0x10',
  '99999999999999999999',
  '9'.repeat(100_000),
])('%j is no amount', (text) => {
  expect(parseYen(text)).toBeUndefined();
});

test('whatever formatYen writes parseYen reads', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (yen) => {
      expect(parseYen(formatYen(yen))).toBe(yen);
      expect(parseYen(`¥${formatYen(yen)}`)).toBe(yen);
    }),
  );
});

test('any text is read as a whole number of yen or not at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const yen = parseYen(text);
      expect(yen === undefined || (Number.isSafeInteger(yen) && yen >= 0)).toBe(true);
    }),
  );
});
