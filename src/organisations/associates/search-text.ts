import { cutKeyword } from '#kit/values/keyword-length.ts';
import { toHiragana, unifyHyphens } from '#kit/values/text-width.ts';

/** Equivalent spellings; both sides are folded, so each pair works both ways. */
const synonyms: Record<string, string> = {
  猫: 'ねこ',
  犬: 'いぬ',
  '(株)': '株式会社',
  ゖ: 'が',
  ゕ: 'か',
};
const synonymPattern = /猫|犬|\(株\)|[ゖゕ]/g;

/** Old and variant kanji with their modern forms; names are typed either way. */
const variants =
  '𠮷吉 髙高 﨑崎 嵜崎 濵浜 濱浜 邊辺 邉辺 齋斎 齊斉 澤沢 廣広 國国 櫻桜 嶋島 嶌島 眞真 惠恵 榮栄 學学 會会 濟済 龍竜 瀧滝 藏蔵 栁柳 德徳 黑黒 彌弥 靜静 萬万 與与 縣県 區区 冨富 舘館 峯峰 鷗鴎 檜桧 禮礼 實実 壽寿'
    .split(' ')
    .map((pair) => [...pair] as [string, string]);
const modernForms = new Map(variants);
const variantPattern = new RegExp(`[${[...modernForms.keys()].join('')}]`, 'gu');

/** Spaces of all kinds and invisible characters, variation selectors included. */
const unseen = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Folds a text for search: width, case, katakana and hiragana, dashes, spaces, ヶ, kanji variants
 * and the synonyms no longer matter. ﾈｺ, ネコ, ねこ and 猫 become the same.
 */
export function foldText(text: string): string {
  const folded = toHiragana(text.normalize('NFKC').toLowerCase());
  return unifyHyphens(folded)
    .replace(unseen, '')
    .replace(variantPattern, (letter) => modernForms.get(letter) ?? letter)
    .replace(synonymPattern, (word) => synonyms[word] ?? word);
}

function withoutFinalHyphens(term: string): string {
  let end = term.length;
  while (term[end - 1] === '-') end -= 1;
  return term.slice(0, end);
}

/** Folded terms of a keyword, split at spaces; only `maxKeywordLength` letters count. */
export function keywordTerms(keyword: string): string[] {
  return cutKeyword(keyword)
    .split(/\s+/)
    .map(foldText)
    .map((term) => (term.length > 1 ? withoutFinalHyphens(term) : term))
    .filter((term) => term !== '');
}

export function containsTerms(foldedText: string, terms: readonly string[]): boolean {
  return terms.every((term) => foldedText.includes(term));
}
