/** All dashes that people and input methods produce for a hyphen, the long vowel mark included. */
const hyphens = /[-‐‑‒–—―−－ー\uFF70﹣]/g;

/** Converts full-width letters, digits, signs and spaces to half width; kana are kept. */
export function toHalfWidth(text: string): string {
  return text
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

/** Converts half-width katakana to full width, joining sound marks: ﾊﾟﾝ → パン. */
export function toFullWidthKana(text: string): string {
  return (
    text
      // A mark after a full-width kana is half-width, too: カﾞ is joined as well.
      .replace(/[\u3041-\u30FF]?[\uFF61-\uFF9F]+/g, (run) => run.normalize('NFKC'))
      .replaceAll('\u3099', '゛')
      .replaceAll('\u309A', '゜')
  );
}

/** Converts hiragana to katakana: ねこ → ネコ. */
export function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/g, (letter) => shift(letter, 0x60));
}

/** Converts katakana to hiragana: ネコ → ねこ; ヷヸヹヺ have none and are kept. */
export function toHiragana(text: string): string {
  return text.replace(/[ァ-ヶヽヾ]/g, (letter) => shift(letter, -0x60));
}

/**
 * Keeps only the hiragana of a text: letters, ゝ, ゞ, and ー after one of them, since まりー is a reading
 * but a lone ー is not.
 */
export function keepHiragana(text: string): string {
  return (text.normalize('NFC').match(/[ぁ-ゖゝゞ]ー*/g) ?? []).join('');
}

/** Whether a text consists of hiragana in the sense of `keepHiragana`; true for an empty one. */
export function isHiragana(text: string): boolean {
  return keepHiragana(text) === text;
}

/** Replaces every kind of dash by "-". */
export function unifyHyphens(text: string): string {
  return text.replace(hyphens, '-');
}

/** Removes dashes of every kind. */
export function withoutHyphens(text: string): string {
  return text.replace(hyphens, '');
}

function shift(letter: string, by: number): string {
  return String.fromCharCode(letter.charCodeAt(0) + by);
}
