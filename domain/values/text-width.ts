/** Every dash that people and input methods produce for a hyphen, the long vowel mark included. */
const hyphens = /[-‐‑‒–—―−－ー\uFF70﹣]/g;

/** Full-width letters, digits, signs and spaces as half-width ones; kana stay as they are. */
export function toHalfWidth(text: string): string {
  return text
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

/** Half-width katakana as full-width, with their sound marks joined: ﾊﾟﾝ → パン. */
export function toFullWidthKana(text: string): string {
  return (
    text
      // A mark that follows a full-width kana is half-width too, so that カﾞ joins as well.
      .replace(/[\u3041-\u30FF]?[\uFF61-\uFF9F]+/g, (run) => run.normalize('NFKC'))
      .replaceAll('\u3099', '゛')
      .replaceAll('\u309A', '゜')
  );
}

/** Hiragana as katakana: ねこ → ネコ. */
export function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/g, (letter) => shift(letter, 0x60));
}

/** Katakana as hiragana: ネコ → ねこ; ヷヸヹヺ, which have no hiragana, stay. */
export function toHiragana(text: string): string {
  return text.replace(/[ァ-ヶヽヾ]/g, (letter) => shift(letter, -0x60));
}

/**
 * Only the hiragana of a text: letters, ゝ, ゞ, and ー where it prolongs a kept
 * one, since まりー is a reading but a lone ー is none.
 */
export function keepHiragana(text: string): string {
  return (text.normalize('NFC').match(/[ぁ-ゖゝゞ]ー*/g) ?? []).join('');
}

/** Whether a text is hiragana alone, as `keepHiragana` understands it; an empty text is. */
export function isHiragana(text: string): boolean {
  return keepHiragana(text) === text;
}

/** A text with each kind of dash as "-". */
export function unifyHyphens(text: string): string {
  return text.replace(hyphens, '-');
}

/** A text without dashes of any kind. */
export function withoutHyphens(text: string): string {
  return text.replace(hyphens, '');
}

function shift(letter: string, by: number): string {
  return String.fromCharCode(letter.charCodeAt(0) + by);
}
