import { createHash, createHmac, randomBytes } from 'node:crypto';
import { openText, sealText } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';

/** Crockford's 32 characters, as in application numbers: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Code for a new receipt: 60 random bits, so that it cannot be derived from the number. */
export const newCode = (): string => written(randomBytes(12));

/** Code of a receipt issued by an earlier version: 60 bits of an HMAC of its number under SECRET. */
export const derivedCode = (number: string, secret: string): string =>
  written(createHmac('sha256', secret).update(`receipt ${number}`).digest().subarray(0, 12));

function written(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** Stored hash of a code. It does not depend on SECRET, so papers can still be verified under a new one. */
export const hashOfCode = (number: string, code: string): string =>
  createHash('sha256').update(`${number} ${code}`).digest('base64url');

const keyOf = (secret: string) => derivedKey(secret, 'tasuki codes of receipts');

/** Encrypts a code, to be printed again. */
export const sealCode = (number: string, code: string, secret: string): string =>
  sealText(keyOf(secret), code, number);

/** Code printed on a receipt, and whether it depends on the current SECRET; undefined if its SECRET is gone. */
export function printedCode(
  issued: { number: string; verifyCodeHash: string; sealedVerifyCode: string | null },
  secrets: Secrets,
): { code: string; isCurrent: boolean } | undefined {
  const { number, verifyCodeHash, sealedVerifyCode } = issued;
  const all = secretsOf(secrets);
  const sealed =
    sealedVerifyCode === null ? undefined : openText(all.map(keyOf), sealedVerifyCode, number);
  if (sealed) return { code: sealed.text, isCurrent: sealed.isCurrent };
  for (const [index, secret] of all.entries()) {
    const code = derivedCode(number, secret);
    if (hashOfCode(number, code) === verifyCodeHash) return { code, isCurrent: index === 0 };
  }
  return undefined;
}
