import { openBytes, sealBytes } from '#server/keys/seal.ts';
import { derivedKey, type IdentitySecrets, identitySecretsOf } from '#server/keys/secrets.ts';

/** The first byte of a sealed file: how the rest is to be read. */
const form = 1;

const keyOf = (secret: string) => derivedKey(secret, 'tasuki papers of identity checks');

/**
 * Seals the papers of identity checks with AES-256-GCM, each under a nonce of its own and bound to the
 * id of its row, so that none can be shown as another. The key is made of IDENTITY_KEY, without one of
 * SECRET; what was sealed under an earlier one, or under SECRET before there was an IDENTITY_KEY, still
 * opens.
 */
export function paperSeal(secrets: IdentitySecrets) {
  const [current, ...earlier] = identitySecretsOf(secrets).map(keyOf);
  if (!current) throw new Error('there is no key for papers');

  const opened = (sealed: Buffer, id: string, key = current) =>
    sealed[0] === form ? openBytes(key, sealed.subarray(1), id) : undefined;

  return {
    /** The bytes as they may lie in a store: form, nonce, sealed bytes, tag. */
    seal: (bytes: Uint8Array, id: string): Buffer =>
      Buffer.concat([Buffer.of(form), sealBytes(current, bytes, id)]),

    /** What was sealed for this id; undefined for all else: another id, another key, changed bytes. */
    open(sealed: Buffer, id: string): Buffer | undefined {
      for (const key of [current, ...earlier]) {
        const bytes = opened(sealed, id, key);
        if (bytes) return bytes;
      }
      return undefined;
    },

    /** Whether it was sealed under the present key. */
    isCurrent: (sealed: Buffer, id: string): boolean => opened(sealed, id) !== undefined,
  };
}
