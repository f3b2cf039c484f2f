import { createHash, createHmac } from 'node:crypto';

/** Crockford's 32 characters, as in an application's number: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code printed on a receipt, 60 bits of the secret and its number: it need not be kept. */
export function verifyCodeOf(number: string, secret: string): string {
  const bytes = createHmac('sha256', secret).update(`receipt ${number}`).digest().subarray(0, 12);
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** What is kept of a code; it does not hang on the secret, so papers outlive a new one. */
export const hashOfCode = (number: string, code: string): string =>
  createHash('sha256').update(`${number} ${code}`).digest('base64url');
