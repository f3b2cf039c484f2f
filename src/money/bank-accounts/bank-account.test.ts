import { describe, expect, test } from 'vitest';
import { BankAccountDraft, maskedNumber } from './bank-account.ts';

const draft = {
  bankCode: '0001',
  branchCode: '001',
  kind: 'ordinary',
  number: '1234567',
  holder: 'ﾀｽｷ',
};
const read = (changes: object) => BankAccountDraft.safeParse({ ...draft, ...changes });
const holderOf = (holder: string) => read({ holder }).data?.holder;
const messageOf = (changes: object) => read(changes).error?.issues[0]?.message;

describe('the holder', () => {
  test.each([
    ['タスキ', 'ﾀｽｷ'],
    ['たすき', 'ﾀｽｷ'],
    ['ﾀｽｷ', 'ﾀｽｷ'],
    ['トクヒ）ニホンジュク', 'ﾄｸﾋ)ﾆﾎﾝｼﾞﾕｸ'],
    ['(特別)'.replace('特別', 'トク'), '(ﾄｸ)'],
    ['パーク', 'ﾊﾟ-ｸ'],
    ['ハ\u3099ス', 'ﾊﾞｽ'],
    ['ﾊﾞｽ', 'ﾊﾞｽ'],
    ['ヴィラ', 'ｳﾞｲﾗ'],
    ['ゔぃら', 'ｳﾞｲﾗ'],
    ['キャット', 'ｷﾔﾂﾄ'],
    ['ヵヶヮ', 'ｶｹﾜ'],
    ['ｎｐｏ　あお', 'NPO ｱｵ'],
    ['npo ao 12', 'NPO AO 12'],
    ['ミナト．カイ', 'ﾐﾅﾄ.ｶｲ'],
    ['アｰイ', 'ｱ-ｲ'],
    ['ア—イ−ウ', 'ｱ-ｲ-ｳ'],
    ['  タスキ　', 'ﾀｽｷ'],
  ])('%s is written %s', (typed, written) => {
    expect(holderOf(typed)).toBe(written);
  });

  test.each([
    ['田中', '漢字'],
    ['タ中', '漢字'],
    ['ヲトメ', '「ヲ」'],
    ['ｦﾄﾒ', '「ヲ」'],
    ['をとめ', '「ヲ」'],
    ['ヰド', '使えない文字'],
    ['ア＆イ', '（&）'],
    ['STRAßE', '（ß）'],
    ['ｶﬁ', '（ﬁ）'],
    ['ア・イ', '使えない文字'],
    ['ア,イ', '（,）'],
    ['😀', '使えない文字'],
    ['ア\u0000', '使えない文字'],
    ['ア゛', '濁点'],
    ['ﾅﾞ', '濁点'],
    ['ﾞｶ', '濁点'],
    ['ｶﾟ', '濁点'],
    ['ワ゛', '濁点'],
    ['ｶﾞﾞ', '濁点'],
    ['', '入力してください'],
    ['　', '入力してください'],
  ])('%s is refused for %s', (typed, reason) => {
    expect(messageOf({ holder: typed })).toContain(reason);
  });

  test('may have thirty letters, marks counted, and is refused beyond, never cut', () => {
    expect(holderOf('ガ'.repeat(15))).toBe('ｶﾞ'.repeat(15));
    expect(messageOf({ holder: `${'ガ'.repeat(15)}ア` })).toContain('30文字');
    expect(messageOf({ holder: 'ア'.repeat(31) })).toContain('30文字');
  });

  test('has a mark behind every row that takes one, and behind no other', () => {
    const kana = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ';
    const taking = (mark: string) =>
      [...kana].filter((letter) => holderOf(letter + mark) !== undefined).join('');
    expect(taking('ﾞ')).toBe('ｳｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎ');
    expect(taking('ﾟ')).toBe('ﾊﾋﾌﾍﾎ');
  });
});

test.each([
  ['1234567', '1234567'],
  ['123', '0000123'],
  ['１２３４', '0001234'],
])('the number %s is stored as %s', (typed, stored) => {
  expect(read({ number: typed }).data?.number).toBe(stored);
});

test.each(['12345678', '123-456', 'abc', ''])('the number %j is refused', (typed) => {
  expect(messageOf({ number: typed })).toMatch(/口座番号/);
});

test.each([
  [{ bankCode: '1' }, '銀行'],
  [{ bankCode: '００01' }, '銀行'],
  [{ branchCode: '1' }, '支店'],
  [{ kind: 'other' }, '預金の種類'],
])('%o is refused', (changes, word) => {
  expect(messageOf(changes)).toContain(word);
});

test('a number is shown by its last four digits', () => {
  expect(maskedNumber('1234567')).toBe('***4567');
});
