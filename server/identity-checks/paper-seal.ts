import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Dependencies } from '#server/dependencies.ts';

const algorithm = 'aes-256-gcm';
/** The first byte of a sealed file: how the rest is to be read. */
const form = 1;
const nonceLength = 12;
const tagLength = 16;

const keyOf = (secret: string): KeyObject =>
  createSecretKey(
    new Uint8Array(hkdfSync('sha256', secret, '', 'tasuki papers of identity checks', 32)),
  );

/**
 * Seals the papers of identity checks with AES-256-GCM, each under a nonce of its own and bound to the
 * id of its row, so that none can be shown as another. The key is made of IDENTITY_KEY, without one of
 * SECRET; what was sealed under SECRET before there was an IDENTITY_KEY still opens.
 */
export function paperSeal({
  identityKey = '',
  secret,
}: Pick<Dependencies, 'identityKey' | 'secret'>) {
  const keys = [...(identityKey === '' ? [] : [identityKey]), secret].map(keyOf);
  const [current = keyOf(secret)] = keys;

  return {
    /** The bytes as they may lie in a store: form, nonce, sealed bytes, tag. */
    seal(bytes: Uint8Array, id: string): Buffer {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, current, nonce);
      cipher.setAAD(Buffer.from(id));
      const sealed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([Buffer.of(form), nonce, ...sealed, cipher.getAuthTag()]);
    },

    /** What was sealed for this id; undefined for all else: another id, another key, changed bytes. */
    open(sealed: Buffer, id: string): Buffer | undefined {
      if (sealed[0] !== form || sealed.length < 1 + nonceLength + tagLength) return undefined;
      const nonce = sealed.subarray(1, 1 + nonceLength);
      for (const key of keys) {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
        decipher.setAAD(Buffer.from(id));
        decipher.setAuthTag(sealed.subarray(-tagLength));
        try {
          const opened = decipher.update(sealed.subarray(1 + nonceLength, -tagLength));
          return Buffer.concat([opened, decipher.final()]);
        } catch {
          // Sealed under another key: the next one may fit.
        }
      }
      return undefined;
    },
  };
}
