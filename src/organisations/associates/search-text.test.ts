import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsTerms, foldText, keywordTerms } from './search-text.ts';

const matches = (text: string, keyword: string) =>
  containsTerms(foldText(text), keywordTerms(keyword));

test.each([
  ['ﾈｺ', 'ネコ', 'ねこ', '猫'],
  ['ｲﾇ', 'イヌ', 'いぬ', '犬'],
  ['ＮＰＯ', 'NPO', 'npo', 'Npo'],
  ['㈱みほん', '(株)ミホン', '（株）みほん', '株式会社みほん'],
  ['自由ヶ丘', '自由が丘', '自由ガ丘', '自由ｶﾞ丘'],
  ['サポーター', 'さぽ-た-', 'ｻﾎﾟｰﾀｰ', 'サポ−タ―'],
  ['吉田', '𠮷田', '𠮷\u{E0100}田', '吉 田'],
  ['高﨑', '髙崎', '髙嵜', '高崎'],
  ['子ども 食堂', '子ども　食堂', '子ども食堂', '子ドモ食堂'],
])('%s, %s, %s and %s are one text to search', (...spellings) => {
  expect(new Set(spellings.map(foldText)).size).toBe(1);
});

test('variant selectors and zero-width characters do not count', () => {
  expect(foldText('辻\u{E0100}\u200B子')).toBe('辻子');
});

test('every word has to be there, in any order', () => {
  const text = 'しおかぜ猫の家 みほん県みほん市 保護猫の医療';
  expect(matches(text, '猫 みほん市')).toBe(true);
  expect(matches(text, 'みほん市　ネコ')).toBe(true);
  expect(matches(text, '猫 東京')).toBe(false);
  expect(matches(text, '')).toBe(true);
  expect(matches(text, '　 \t')).toBe(true);
});

test('a long mark at the end of a word may be missing or too much', () => {
  expect(matches('地域センター', 'センタ')).toBe(true);
  expect(matches('地域センタ', 'センター')).toBe(true);
  expect(keywordTerms('ー')).toEqual(['-']);
});

test('only the first hundred letters of a keyword count, and none is cut in half', () => {
  expect(keywordTerms(`${'あ'.repeat(99)}𠮟𠮟`)).toEqual([`${'あ'.repeat(99)}𠮟`]);
  expect(keywordTerms('𠮟'.repeat(101))).toEqual(['𠮟'.repeat(100)]);
  expect(keywordTerms('あ'.repeat(1_000_000))).toEqual(['あ'.repeat(100)]);
  expect(keywordTerms('a '.repeat(500_000))).toHaveLength(50);
});

const letters = fc.constantFrom(...'猫犬ネねｺNnＰ株式会社ヶがー-－ 子食堂ガ㈱①髙﨑𠮷吉');
const words = fc.string({ unit: letters, maxLength: 30 });

test('a text is found by itself, by any part of itself, and in any case or width', () => {
  fc.assert(
    fc.property(words, fc.nat(30), fc.nat(30), (text, from, length) => {
      const part = [...text].slice(from, from + length).join('');
      expect(matches(text, text)).toBe(true);
      expect(matches(text, part)).toBe(true);
      expect(matches(text, part.toUpperCase().normalize('NFKC'))).toBe(true);
      expect(matches(`${text}別の文`, part)).toBe(true);
    }),
  );
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test('any text can be folded and searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, keyword) => {
      expect(foldText(text)).not.toMatch(/\s/);
      expect(typeof matches(text, keyword)).toBe('boolean');
    }),
  );
});
