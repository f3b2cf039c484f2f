import { openBytes, sealBytes } from '#kit/keys/seal.server.ts';
import { derivedKey, type IdentitySecrets, identitySecretsOf } from '#kit/keys/secrets.server.ts';

/** First byte of a sealed file: the version of its format. */
const form = 1;

const keyOf = (secret: string) => derivedKey(secret, 'tasuki papers of identity checks');

/**
 * Seals papers of identity checks with AES-256-GCM, each with its own nonce and bound to its row's id, so that one
 * cannot be shown as another. The key is derived from IDENTITY_KEY, else from SECRET. Papers sealed under an earlier
 * key, or under SECRET before IDENTITY_KEY was set, still open.
 */
export function paperSeal(secrets: IdentitySecrets) {
  const [current, ...earlier] = identitySecretsOf(secrets).map(keyOf);
  if (!current) throw new Error('there is no key for papers');

  const opened = (sealed: Buffer, id: string, key = current) =>
    sealed[0] === form ? openBytes(key, sealed.subarray(1), id) : undefined;

  return {
    /** Stored form: version byte, nonce, sealed bytes, tag. */
    seal: (bytes: Uint8Array, id: string): Buffer =>
      Buffer.concat([Buffer.of(form), sealBytes(current, bytes, id)]),

    /** Unseals bytes that were sealed for this id; undefined for another id, another key or changed bytes. */
    open(sealed: Buffer, id: string): Buffer | undefined {
      for (const key of [current, ...earlier]) {
        const bytes = opened(sealed, id, key);
        if (bytes) return bytes;
      }
      return undefined;
    },

    /** Whether it is sealed under the current key. */
    isCurrent: (sealed: Buffer, id: string): boolean => opened(sealed, id) !== undefined,
  };
}
