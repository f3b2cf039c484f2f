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

const isNameAlone = (label: string) =>
  z.refine<string>(
    (text) => !holdsAddress(text),
    `${label}に、ホームページなどのアドレスは入れられません。${label}だけを入力してください。`,
  );

/** A required name of a person: mails begin with it. */
export const personName = (label: string, max: number) =>
  line(label, max).check(isNameAlone(label));

/** A name that may be empty. */
export const optionalPersonName = (label: string, max: number) =>
  optionalLine(label, max).check(isNameAlone(label));
