import * as z from 'zod/mini';
import { line, optionalLine } from '#domain/values/typed-text.ts';

/** Endings that mail programs make a link of; those that are in names, too, need a path behind them. */
const endings =
  /[\p{L}\p{N}-]\.(?:jp|com|net|org|info|biz|xyz|site|online|shop|store|top|club|link|live|app|dev|example)(?![\p{L}\p{N}-])/u;
const withPath = /[a-z0-9-]\.[a-z]{2,}(?::\d+)?[/?#]/;
const withStart = /:\/\/|www\d?\./;

/** Whether a text holds the address of a page, in letters of any width: a mail would make a link of it. */
export function holdsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('。', '.');
  return [endings, withPath, withStart].some((pattern) => pattern.test(plain));
}

/** What phones show as a picture: the papers that name a donor have no letter for it. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20E3/u;

const isNameAlone = (label: string) =>
  z.refine<string>(
    (text) => !holdsAddress(text),
    `${label}に、ホームページなどのアドレスは入れられません。${label}だけを入力してください。`,
  );

/** A required name of a person: mails begin with it, receipts are made out to it. */
export const personName = (label: string, max: number) =>
  line(label, max).check(
    isNameAlone(label),
    z.refine((text) => !emoji.test(text), `${label}に、絵文字は使えません。`),
  );

/** A name to be shown, which may be empty and hold emoji. */
export const optionalPersonName = (label: string, max: number) =>
  optionalLine(label, max).check(isNameAlone(label));
