import { authKeys } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { reEncryptForProvider } from '#server/keys/provider-seal.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/**
 * Keys usable for signing: those whose private half the current or an earlier SECRET opens, re-sealed for the provider.
 * If there is none, the provider creates one.
 */
export const signingKeys = ({ db, ...secrets }: Secrets & Pick<Dependencies, 'db'>) => {
  /** By sealed content; '' if nothing opens it. */
  const readable = new Map<string, string>();

  return async () => {
    const rows = await db.select().from(authKeys);
    for (const { privateKey: stored } of rows) {
      if (readable.has(stored)) continue;
      const sealed = await reEncryptForProvider(secrets, JSON.parse(stored));
      readable.set(stored, sealed === undefined ? '' : JSON.stringify(sealed));
    }
    return rows.flatMap(({ id, publicKey, privateKey: stored, createdAt, expiresAt }) => {
      const privateKey = readable.get(stored);
      if (!privateKey) return [];
      const life = { createdAt, expiresAt: expiresAt ?? undefined };
      return [
        { id, publicKey, privateKey, ...life, alg: 'EdDSA' as const, crv: 'Ed25519' as const },
      ];
    });
  };
};
