import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isHiragana,
  keepHiragana,
  toFullWidthKana,
  toHalfWidth,
  toHiragana,
  toKatakana,
  unifyHyphens,
  withoutHyphens,
} from './text-width.ts';

const hiragana = fc.stringMatching(/^[ぁ-ゖゝゞー]*$/);

test('full-width letters, digits, signs and spaces become half width, kana and kanji stay', () => {
  expect(toHalfWidth('Ｔａｒｏ＠ｇｍａｉｌ．ｃｏｍ　１２３')).toBe('Taro@gmail.com 123');
  expect(toHalfWidth('ネコと髙橋ー')).toBe('ネコと髙橋ー');
});

test('half-width katakana become full width with their marks joined', () => {
  expect(toFullWidthKana('ﾈｺ')).toBe('ネコ');
  expect(toFullWidthKana('ﾊﾟﾝﾀﾞ ﾗｰﾒﾝ')).toBe('パンダ ラーメン');
  expect(toFullWidthKana('カﾞﾗｽ')).toBe('ガラス');
  expect(toFullWidthKana('漢ﾞ')).toBe('漢゛');
  expect(toFullWidthKana('abcネコ')).toBe('abcネコ');
});

test('no half-width kana is left, and a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\uFF61-\uFF9Fぁ-ゖァ-ヶa猫]*$/), (text) => {
      const wide = toFullWidthKana(text);
      expect(wide).not.toMatch(/[\uFF61-\uFF9F]/);
      expect(toFullWidthKana(wide)).toBe(wide);
    }),
  );
});

test('hiragana and katakana turn into each other', () => {
  expect(toKatakana('たかはし さきこ')).toBe('タカハシ サキコ');
  expect(toHiragana('ネコのヶヴォー')).toBe('ねこのゖゔぉー');
  expect(toHiragana('ヷ')).toBe('ヷ');
  fc.assert(
    fc.property(hiragana, (text) => {
      expect(toHiragana(toKatakana(text))).toBe(text);
    }),
  );
});

test('only hiragana remain, and the long mark after them', () => {
  expect(keepHiragana('髙橋たかはしABC１ 23')).toBe('たかはし');
  expect(keepHiragana('まりー')).toBe('まりー');
  expect(keepHiragana('マリー')).toBe('');
  expect(keepHiragana('あネー')).toBe('あ');
  expect(keepHiragana('か\u3099く')).toBe('がく');
});

test('the result is hiragana, and no hiragana is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), hiragana, (any, reading) => {
      expect(isHiragana(keepHiragana(any + reading))).toBe(true);
      const letters = reading.replaceAll('ー', '');
      expect(keepHiragana(letters)).toBe(letters);
    }),
  );
});

test('each dash is a hyphen', () => {
  const dashes = '-‐‑‒–—―−－ーｰ﹣';
  expect(unifyHyphens(dashes)).toBe('-'.repeat(dashes.length));
  expect(withoutHyphens(`1${dashes}2`)).toBe('12');
});
