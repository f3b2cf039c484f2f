import { createHash, createHmac, randomBytes } from 'node:crypto';
import { openText, sealText } from '#server/keys/seal.ts';
import { derivedKey, type Secrets, secretsOf } from '#server/keys/secrets.ts';

/** Crockford's 32 characters, as in an application's number: easy to read out and write down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code for a new receipt: 60 random bits, so that no number gives it away. */
export const newCode = (): string => written(randomBytes(12));

/** The code of a receipt that an earlier version issued: 60 bits of SECRET and its number. */
export const derivedCode = (number: string, secret: string): string =>
  written(createHmac('sha256', secret).update(`receipt ${number}`).digest().subarray(0, 12));

function written(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** What is kept of a code; it does not hang on the secret, so papers can be confirmed under a new one. */
export const hashOfCode = (number: string, code: string): string =>
  createHash('sha256').update(`${number} ${code}`).digest('base64url');

const keyOf = (secret: string) => derivedKey(secret, 'tasuki codes of receipts');

/** A code as it is stored, to be printed again. */
export const sealCode = (number: string, code: string, secret: string): string =>
  sealText(keyOf(secret), code, number);

/**
 * The code that was printed on a receipt, and whether the present SECRET gives or opens it; undefined
 * where the one that gave it is gone.
 */
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
