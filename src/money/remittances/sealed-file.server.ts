import { openBytes, sealBytes } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';

const keyOf = (secret: string) => derivedKey(secret, 'tasuki files for banks');

/** A file for the bank as it is stored, bound to its row: it has the account of each payee. */
export const sealFile = (id: string, bytes: Uint8Array, secret: string): string =>
  sealBytes(keyOf(secret), bytes, id).toString('base64url');

/** The stored file, and whether the present SECRET opens it; undefined where none of the secrets does. */
export function openFile(
  id: string,
  sealed: string,
  secrets: Secrets,
): { bytes: Buffer; isCurrent: boolean } | undefined {
  const stored = Buffer.from(sealed, 'base64url');
  for (const [index, secret] of secretsOf(secrets).entries()) {
    const bytes = openBytes(keyOf(secret), stored, id);
    if (bytes) return { bytes, isCurrent: index === 0 };
  }
  return undefined;
}
