import { toFullWidthKana, toHalfWidth, toKatakana, unifyHyphens } from '#kit/values/text-width.ts';

/** Full-width katakana to half-width; small kana become large, as banks write them. */
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

/** Characters allowed for account holders in interbank transfers (全銀協規定フォーマット): no ｦ, no small kana. */
const allowed = /^[0-9A-Zｱ-ﾝﾞﾟ ().-]*$/;
const lonelyMark = /(?:^|[^ｳｶ-ﾄﾊ-ﾎ])ﾞ|(?:^|[^ﾊ-ﾎ])ﾟ/;

/**
 * Kana of an account holder as banks write it: half-width, large, marks as separate letters, ー as
 * "-", capitals. Other characters are kept for `bankKanaProblem` to report: nothing is guessed or
 * cut.
 */
export function toBankKana(text: string): string {
  // Fast path: most texts are already in this form, and statements and files have tens of thousands of them.
  if (allowed.test(text)) return text.trim();
  const joined = toFullWidthKana(toHalfWidth(text.normalize('NFC'))).trim();
  // Only a–z become capitals: toUpperCase would turn ß into two letters, which is a guess.
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
 * Why a name from `toBankKana` cannot be used in a transfer; undefined if it can. `what` is the
 * field's name in the message.
 */
export function bankKanaProblem(kana: string, what = '口座名義'): string | undefined {
  if (/\p{Script=Han}/u.test(kana)) {
    return `${what}に漢字は使えません。通帳のカナ名義のとおりに、カタカナで入力してください。`;
  }
  if (/[ヲｦ]/.test(kana)) {
    return `${what}に「ヲ」は使えません。通帳のカナ名義のとおりに、「オ」などで入力してください。`;
  }
  if (!allowed.test(kana)) {
    const invalidLetter = [...kana].find((letter) => !allowed.test(letter)) ?? '';
    return `${what}に使えない文字があります（${invalidLetter}）。カタカナ・英数字・空白と「( ) - .」で入力してください。`;
  }
  return lonelyMark.test(kana)
    ? `${what}の濁点や半濁点の位置が正しくありません。通帳のカナ名義のとおりに入力してください。`
    : undefined;
}
