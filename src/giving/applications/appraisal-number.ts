import * as z from 'zod/mini';
import { unifyHyphens } from '#kit/values/text-width.ts';

/** Crockford's 32 characters: no I, L, O or U, so numbers are easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lookAlikes: Record<string, string> = { I: '1', L: '1', O: '0' };
const randomLength = 7;

const numberMessage = '申込番号が正しくありません。TS-から始まる番号をご確認ください。';

const canonical = /^TS-([0-9A-HJKMNP-TV-Z]{4})-([0-9A-HJKMNP-TV-Z]{4})$/;

/** Doubles an element of GF(32) with the primitive polynomial x⁵ + x² + 1. */
const double = (value: number) => (value & 16 ? ((value << 1) ^ 0b100101) & 31 : value << 1);

/**
 * The check value of a number's values. Position n is weighted αⁿ in GF(32), the check character
 * α⁰: the weights are distinct and non-zero, so one wrong character or two swapped ones always
 * change the sum.
 */
function checkValue(values: readonly number[]): number {
  // Horner's scheme: one doubling per position, and one for the position of the check character.
  return double(values.reduce((sum, value) => double(sum) ^ value, 0));
}

function isAppraisalId(text: string): boolean {
  const match = canonical.exec(text);
  if (!match) return false;
  const values = [...`${match[1]}${match[2]}`].map((letter) => alphabet.indexOf(letter));
  return checkValue(values.slice(0, randomLength)) === values[randomLength];
}

/**
 * The 申込番号 of an application, TS-XXXX-XXXX with a check character at the end (docs/product.md, Ways
 * to give). Public: it appears in pledges and proves nothing.
 */
export const AppraisalId = z
  .string('申込番号を入力してください。')
  .check(z.refine(isAppraisalId, numberMessage));
export type AppraisalId = z.infer<typeof AppraisalId>;

/** A number from 7 or more random bytes (5 bits of each are used); throws RangeError for fewer. */
export function makeAppraisalId(randomBytes: Uint8Array): AppraisalId {
  if (randomBytes.length < randomLength) throw new RangeError('Seven random bytes are needed.');
  const values = Array.from(randomBytes.subarray(0, randomLength), (byte) => byte & 31);
  const letters = [...values, checkValue(values)].map((value) => alphabet.charAt(value)).join('');
  return `TS-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const lettersOf = (text: string) =>
  unifyHyphens(text).normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');

/**
 * Canonical form of a typed number: any case and width, hyphens and spaces anywhere, O for 0, I and
 * L for 1, TS optional. Undefined if the check character is wrong.
 */
export function parseAppraisalId(text: string): AppraisalId | undefined {
  if (text.length > 64) return undefined;
  const typed = lettersOf(text);
  const letters = (typed.length === 10 && typed.startsWith('TS') ? typed.slice(2) : typed).replace(
    /[ILO]/g,
    (letter) => lookAlikes[letter] ?? letter,
  );
  const id = `TS-${letters.slice(0, 4)}-${letters.slice(4)}`;
  return isAppraisalId(id) ? id : undefined;
}

/**
 * Whether enough is typed to validate the number before the field loses focus. A number whose own
 * letters begin with TS looks unfinished if TS- is omitted; then its check character decides.
 */
export function isWholeNumber(text: string): boolean {
  const letters = lettersOf(text.slice(0, 64));
  if (!letters.startsWith('TS')) return letters.length >= 8;
  return letters.length >= 10 || parseAppraisalId(letters) !== undefined;
}

const canonicalOrAsTyped = (text: string) => parseAppraisalId(text) ?? text.trim();

/** A 申込番号 as typed; parsing returns the canonical number. */
export const TypedAppraisalId = z.string('申込番号を入力してください。').check(
  z.overwrite(canonicalOrAsTyped),
  z.refine((text) => text !== '', { error: '申込番号を入力してください。', abort: true }),
  z.refine(isAppraisalId, numberMessage),
);

/** The same, but optional. */
export const OptionalAppraisalId = z.string().check(
  z.overwrite(canonicalOrAsTyped),
  z.refine((text) => text === '' || isAppraisalId(text), numberMessage),
);
