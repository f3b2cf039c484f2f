import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { reEncryptForProvider } from '#people/sign-in/provider-seal.server.ts';
import { authKeys } from '#people/sign-in/sign-in-tables.server.ts';

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
