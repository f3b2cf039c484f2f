import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Random nonces, drawn in bulk: a system call per nonce would take longer than the encryption. */
const nonces = Buffer.alloc(256 * nonceLength);
let nextNonce = nonces.length;

/** A nonce that is never returned twice. */
function drawNonce(): Buffer {
  if (nextNonce === nonces.length) {
    randomFillSync(nonces);
    nextNonce = 0;
  }
  const nonce = Buffer.from(nonces.subarray(nextNonce, nextNonce + nonceLength));
  nextNonce += nonceLength;
  return nonce;
}

/** Nonce, ciphertext and tag. `about` is the associated data, required again to open it. */
export function sealBytes(key: KeyObject, bytes: Uint8Array, about: string): Buffer {
  const nonce = drawNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Plaintext sealed under this key with this `about`; undefined for anything else. */
export function openBytes(key: KeyObject, sealed: Buffer, about: string): Buffer | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-tagLength));
  try {
    const opened = decipher.update(sealed.subarray(nonceLength, -tagLength));
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Opened text, and whether it was sealed under the first of the keys. */
export type Opened = { text: string; isCurrent: boolean };

export const sealText = (key: KeyObject, text: string, about: string): string =>
  sealBytes(key, Buffer.from(text), about).toString('base64url');

/** Opens a text by whichever key fits; undefined if none does. */
export function openText(
  keys: readonly KeyObject[],
  sealed: string,
  about: string,
): Opened | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const [index, key] of keys.entries()) {
    const opened = openBytes(key, bytes, about);
    if (opened) return { text: opened.toString('utf8'), isCurrent: index === 0 };
  }
  return undefined;
}
