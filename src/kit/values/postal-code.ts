import * as z from 'zod/mini';
import { toHalfWidth, withoutHyphens } from './text-width.ts';

export const postalCodeMessage = '郵便番号を入力して下さい';
export const postalLengthMessage = '郵便番号は7桁で入力してください。';

/** The digits of a text, in half width. */
export function postalDigits(text: string): string {
  return toHalfWidth(text).replace(/[^0-9]/g, '');
}

/** Whether there are exactly seven digits, enough for a lookup (docs/product.md, Forms). */
export function isCompletePostalCode(text: string): boolean {
  return postalDigits(text).length === 7;
}

/** Whether a text has only digits (half or full width) and hyphens, long dashes included. */
export function hasPostalCharactersOnly(text: string): boolean {
  return /^[0-9]*$/.test(withoutHyphens(toHalfWidth(text)));
}

export function normalisePostalCode(text: string): string {
  return postalDigits(text);
}

/** 〒123-4567; incomplete input is returned unchanged. */
export function formatPostalCode(text: string): string {
  const digits = postalDigits(text);
  return digits.length === 7 ? `〒${digits.slice(0, 3)}-${digits.slice(3)}` : text;
}

/** A complete postal code in any width, with any hyphens; parsing returns the seven digits. */
export const PostalCode = z.string(postalCodeMessage).check(
  z.refine((text) => postalDigits(text) !== '' && hasPostalCharactersOnly(text), {
    error: postalCodeMessage,
    abort: true,
  }),
  z.refine(isCompletePostalCode, { error: postalLengthMessage, abort: true }),
  z.overwrite(normalisePostalCode),
);
export type PostalCode = z.infer<typeof PostalCode>;
