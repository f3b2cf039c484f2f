import {
  toFullWidthKana,
  toHalfWidth,
  toKatakana,
  unifyHyphens,
} from '#domain/values/text-width.ts';

/** Full-width katakana, and its half-width form behind it; small ones become large, as banks write them. */
const halfWidth = new Map<string, string>(
  [
    ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン',
  ].map((letter, index) => [letter, 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ'.charAt(index)]),
);
const large = new Map<string, string>(
  [...'ァィゥェォッャュョヮヵヶ'].map((letter, index) => [
    letter,
    'アイウエオツヤユヨワカケ'.charAt(index),
  ]),
);
const marks = new Map([
  ['\u3099', 'ﾞ'],
  ['゛', 'ﾞ'],
  ['\u309A', 'ﾟ'],
  ['゜', 'ﾟ'],
]);

/** What transfers between banks may contain of a holder (全銀協規定フォーマット): no ｦ and no small kana. */
const allowed = /^[0-9A-Zｱ-ﾝﾞﾟ ().-]*$/;
const lonelyMark = /(?:^|[^ｳｶ-ﾄﾊ-ﾎ])ﾞ|(?:^|[^ﾊ-ﾎ])ﾟ/;

/**
 * The kana of a holder as banks write it: half-width, large, marks as letters of their own, ー as "-", letters
 * in capitals. What has no such form stays, for `bankKanaProblem` to name it: nothing is guessed or cut.
 */
export function toBankKana(text: string): string {
  // Most texts are stored in these letters already; statements and files have tens of thousands of them.
  if (allowed.test(text)) return text.trim();
  const joined = toFullWidthKana(toHalfWidth(text.normalize('NFC'))).trim();
  // Only a–z become capitals: toUpperCase would make two letters of ß, which is a guess.
  const inCapitals = unifyHyphens(toKatakana(joined))
    .normalize('NFD')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...inCapitals]
    .map((letter) => {
      const full = large.get(letter) ?? letter;
      return halfWidth.get(full) ?? marks.get(full) ?? full;
    })
    .join('');
}

/**
 * Why a holder, or another name of a person or an organisation, as `toBankKana` gives it, cannot stand in a transfer;
 * undefined where it can. `what` is how the message calls it.
 */
export function bankKanaProblem(kana: string, what = '口座名義'): string | undefined {
  if (/\p{Script=Han}/u.test(kana)) {
    return `${what}に漢字は使えません。通帳のカナ名義のとおりに、カタカナで入力してください。`;
  }
  if (/[ヲｦ]/.test(kana)) {
    return `${what}に「ヲ」は使えません。通帳のカナ名義のとおりに、「オ」などで入力してください。`;
  }
  if (!allowed.test(kana)) {
    const odd = [...kana].find((letter) => !allowed.test(letter)) ?? '';
    return `${what}に使えない文字があります（${odd}）。カタカナ・英数字・空白と「( ) - .」で入力してください。`;
  }
  return lonelyMark.test(kana)
    ? `${what}の濁点や半濁点の位置が正しくありません。通帳のカナ名義のとおりに入力してください。`
    : undefined;
}
