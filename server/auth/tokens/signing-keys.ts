import { authKeys } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sealedForProvider } from '#server/keys/provider-seal.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/**
 * The keys that tokens may be signed with: those whose private half our SECRET opens, or one before it,
 * sealed as the provider reads them. Where there is none, the provider makes a new one.
 */
export const signingKeys = ({ db, ...secrets }: Secrets & Pick<Dependencies, 'db'>) => {
  /** By what is stored; '' of what nothing opens. */
  const readable = new Map<string, string>();

  return async () => {
    const rows = await db.select().from(authKeys);
    for (const { privateKey: stored } of rows) {
      if (readable.has(stored)) continue;
      const sealed = await sealedForProvider(secrets, JSON.parse(stored));
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
