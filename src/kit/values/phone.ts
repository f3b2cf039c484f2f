import * as z from 'zod/mini';
import { toHalfWidth, withoutHyphens } from './text-width.ts';

export const phoneRequiredMessage = '電話番号を入力してください。';
export const phoneMessage = '電話番号は、0から始まる10桁または11桁の数字で入力してください。';

export const mobileMessage =
  '050・060・070・080・090で始まる電話番号は11桁です。抜けている数字がないか、ご確認ください。';

const phonePattern = /^0\d{9,10}$/;
/** Mobile and IP numbers have eleven digits; this one lacks one. */
const shortMobilePattern = /^0[5-9]0\d{7}$/;

/** Spaces, brackets, dots and invisible characters: phones wrap contacts' numbers in direction marks. */
const separators = /[\s().·・\u2024\p{Default_Ignorable_Code_Point}\u202A-\u202E\u2066-\u2069]/gu;

/** Japan's country code before a number with the 0 omitted or in brackets: +81 90…, +81 (0)90…. */
const countryCode = /^\+?81(?:0(?=[1-9]\d{8,9}$)|(?=[1-9]\d{8,9}$))/;

/** Stored digits of a number as typed or autofilled; invalid input stays invalid. */
export function normalisePhone(text: string): string {
  const bare = withoutHyphens(toHalfWidth(text)).replace(separators, '');
  return bare.replace(/^tel:/i, '').replace(countryCode, '0');
}

/** A Japanese phone number: 10 or 11 digits from 0, 11 for mobiles; parsing returns the digits. */
export const Phone = z.string(phoneRequiredMessage).check(
  z.overwrite(normalisePhone),
  z.refine((text) => text !== '', { error: phoneRequiredMessage, abort: true }),
  z.regex(phonePattern, phoneMessage),
  z.refine((digits) => !shortMobilePattern.test(digits), mobileMessage),
);
export type Phone = z.infer<typeof Phone>;

/** Numbering plans with fixed groups; the first match wins. */
const groupings = [
  /^(0120)(\d{3})(\d{3})$/,
  /^(0570)(\d{3})(\d{3})$/,
  /^(0800)(\d{3})(\d{4})$/,
  /^(0[5-9]0)(\d{4})(\d{4})$/,
  /^(0[36])(\d{4})(\d{4})$/,
];

/**
 * Hyphenates numbers with a fixed grouping. Other landlines stay as digits: area codes have two to
 * five digits, and guessing without a table could mislead.
 */
export function formatPhone(digits: string): string {
  for (const grouping of groupings) {
    const match = grouping.exec(digits);
    if (match) return match.slice(1).join('-');
  }
  return digits;
}
