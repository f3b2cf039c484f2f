import { toHalfWidth } from '#domain/values/text-width.ts';

/**
 * Whether a registration number of 適格請求書 can be one: T, a check digit from 1 to 9 and the twelve digits that it is
 * worked out from, as the number of a corporation is (法人番号, 国税庁: the digits from the right, weighed 1 and 2 in
 * turn, their sum taken from the next multiple of 9).
 */
export function isInvoiceNumber(text: string): boolean {
  const [, checkDigit, digits] = /^T(\d)(\d{12})$/.exec(text) ?? [];
  if (checkDigit === undefined || digits === undefined) return false;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  return Number(checkDigit) === 9 - (sum % 9);
}

/** As it is stored: half width, T in upper case, without spaces and hyphens. */
export const normaliseInvoiceNumber = (text: string): string =>
  toHalfWidth(text).toUpperCase().replace(/[\s-]/g, '');

/** A licence as it is written: 第 and twelve digits and 号; what has other digits stays as it was typed. */
export function normaliseLicence(text: string): string {
  const plain = toHalfWidth(text).replace(/\s/g, '');
  const digits = /^第?(\d{12})号?$/.exec(plain)?.[1];
  return digits === undefined ? plain : `第${digits}号`;
}
