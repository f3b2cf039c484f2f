import { toHalfWidth } from '#kit/values/text-width.ts';

/**
 * Whether a registration number of 適格請求書 is valid: T, a check digit from 1 to 9, and twelve digits.
 * The check digit is that of 法人番号 (国税庁): the digits from the right, weighted 1 and 2 in turn, their
 * sum subtracted from the next multiple of 9.
 */
export function isInvoiceNumber(text: string): boolean {
  const [, checkDigit, digits] = /^T(\d)(\d{12})$/.exec(text) ?? [];
  if (checkDigit === undefined || digits === undefined) return false;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  return Number(checkDigit) === 9 - (sum % 9);
}

/** Stored form: half width, T in upper case, no spaces or hyphens. */
export const normaliseInvoiceNumber = (text: string): string =>
  toHalfWidth(text).toUpperCase().replace(/[\s-]/g, '');

/** Stored form of a licence: 第, twelve digits, 号; a text with other digits is kept as typed. */
export function normaliseLicence(text: string): string {
  const plain = toHalfWidth(text).replace(/\s/g, '');
  const digits = /^第?(\d{12})号?$/.exec(plain)?.[1];
  return digits === undefined ? plain : `第${digits}号`;
}
