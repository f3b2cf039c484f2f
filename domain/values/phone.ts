import * as z from 'zod/mini';
import { toHalfWidth, withoutHyphens } from './text-width.ts';

export const phoneRequiredMessage = '電話番号を入力してください。';
export const phoneMessage = '電話番号は、0から始まる10桁または11桁の数字で入力してください。';

export const mobileMessage =
  '050・060・070・080・090で始まる電話番号は11桁です。抜けている数字がないか、ご確認ください。';

const phonePattern = /^0\d{9,10}$/;
/** A number of a mobile or of the net, which has eleven digits, that lacks one. */
const shortMobilePattern = /^0[5-9]0\d{7}$/;

/** Spaces, brackets, dots, and what is not seen: phones wrap the numbers of their contacts in marks of direction. */
const separators = /[\s().·・\u2024\p{Default_Ignorable_Code_Point}\u202A-\u202E\u2066-\u2069]/gu;

/** Japan's country code before a number whose 0 was left out or stands in brackets: +81 90…, +81 (0)90…. */
const countryCode = /^\+?81(?:0(?=[1-9]\d{8,9}$)|(?=[1-9]\d{8,9}$))/;

/** The digits as stored, of a number as people type it and as phones fill it in; what is none stays wrong. */
export function normalisePhone(text: string): string {
  const bare = withoutHyphens(toHalfWidth(text)).replace(separators, '');
  return bare.replace(/^tel:/i, '').replace(countryCode, '0');
}

/** A Japanese phone number, 10 or 11 digits from 0, of mobiles 11; parsing returns the digits alone. */
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
 * A number with hyphens where its plan fixes them. Other landlines stay as digits: their area
 * codes have two to five digits and only a table would know, so a guess could mislead.
 */
export function formatPhone(digits: string): string {
  for (const grouping of groupings) {
    const match = grouping.exec(digits);
    if (match) return match.slice(1).join('-');
  }
  return digits;
}
