import * as z from 'zod/mini';
import { line, optionalLine } from '#kit/values/typed-text.ts';

/** Domain endings that mail programs turn into links; those that also occur in names count only before a path. */
const endings =
  /[\p{L}\p{N}-]\.(?:jp|com|net|org|info|biz|xyz|site|online|shop|store|top|club|link|live|app|dev|example)(?![\p{L}\p{N}-])/u;
const withPath = /[a-z0-9-]\.[a-z]{2,}(?::\d+)?[/?#]/;
const withStart = /:\/\/|www\d?\./;

/** Whether a text contains a URL, in letters of any width: mail programs would turn it into a link. */
export function holdsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('。', '.');
  return [endings, withPath, withStart].some((pattern) => pattern.test(plain));
}

/** Emoji: the fonts of printed papers have no glyphs for them. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20E3/u;

const isNameAlone = (label: string) =>
  z.refine<string>(
    (text) => !holdsAddress(text),
    `${label}に、ホームページなどのアドレスは入れられません。${label}だけを入力してください。`,
  );

/** A required name of a person: used as salutation in mails and printed on receipts. */
export const personName = (label: string, max: number) =>
  line(label, max).check(
    isNameAlone(label),
    z.refine((text) => !emoji.test(text), `${label}に、絵文字は使えません。`),
  );

/** A display name; may be empty or contain emoji. */
export const optionalPersonName = (label: string, max: number) =>
  optionalLine(label, max).check(isNameAlone(label));
