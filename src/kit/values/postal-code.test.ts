import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatPostalCode,
  hasPostalCharactersOnly,
  isCompletePostalCode,
  normalisePostalCode,
  PostalCode,
  postalCodeMessage,
  postalDigits,
} from './postal-code.ts';

const dashes = [...'-‐‑‒–—―−－ーｰ'];

test.each(['1234567', '123-4567', '１２３－４５６７', '１２３ー４５６７', '123ｰ4567', '123—4567'])(
  '%s is a postal code and parses to its digits',
  (text) => {
    expect(PostalCode.parse(text)).toBe('1234567');
  },
);

test.each(['', '-', '〒123-4567', 'abc1234567', '123 4567', null, 1234567])(
  '%j is no postal code',
  (value) => {
    const result = PostalCode.safeParse(value);
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([postalCodeMessage]);
    expect(postalCodeMessage).toBe('郵便番号を入力して下さい');
  },
);

test.each(['100', '100-', '123-456', '123-45678'])(
  '%s has not seven digits, which is said',
  (value) => {
    const result = PostalCode.safeParse(value);
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([
      '郵便番号は7桁で入力してください。',
    ]);
  },
);

test('exactly seven digits trigger the look-up, whatever stands between them', () => {
  expect(isCompletePostalCode('123-4567')).toBe(true);
  expect(isCompletePostalCode('123-456')).toBe(false);
  expect(isCompletePostalCode('123-45678')).toBe(false);
  expect(postalDigits('〒１２３-4567 東京')).toBe('1234567');
});

test('digits of both widths and hyphens of all kinds are the only characters allowed', () => {
  expect(hasPostalCharactersOnly(`0９${dashes.join('')}`)).toBe(true);
  for (const text of ['1a', '1 2', '〒1', '一', '1_2']) {
    expect(hasPostalCharactersOnly(text)).toBe(false);
  }
});

test('a complete code is shown with 〒 and a hyphen', () => {
  expect(formatPostalCode('1234567')).toBe('〒123-4567');
  expect(formatPostalCode('')).toBe('');
  expect(formatPostalCode('123')).toBe('123');
});

test('any seven digits survive any width, any dash and the display format', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{7}$/),
      fc.constantFrom('', ...dashes),
      fc.boolean(),
      (digits, dash, isWide) => {
        const typed = `${digits.slice(0, 3)}${dash}${digits.slice(3)}`;
        const wide = typed.replace(/\d/g, (digit) =>
          String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
        );
        expect(PostalCode.parse(isWide ? wide : typed)).toBe(digits);
        expect(normalisePostalCode(formatPostalCode(digits))).toBe(digits);
      },
    ),
  );
});
