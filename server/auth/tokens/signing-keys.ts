import { symmetricDecrypt } from 'better-auth/crypto';
import { authKeys } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';

/**
 * The keys that tokens may be signed with: those whose private half our SECRET opens. After a change
 * of SECRET there is none, and the provider makes a new one instead of failing for good.
 */
export const signingKeys = ({ db, secret }: Pick<Dependencies, 'db' | 'secret'>) => {
  const isUsable = new Map<string, boolean>();

  return async () => {
    const rows = await db.select().from(authKeys);
    for (const { id, privateKey } of rows) {
      if (isUsable.has(id)) continue;
      const opening = symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
      const [{ status }] = await Promise.allSettled([opening]);
      isUsable.set(id, status === 'fulfilled');
    }
    return rows
      .filter(({ id }) => isUsable.get(id))
      .map(({ id, publicKey, privateKey, createdAt, expiresAt }) => ({
        id,
        publicKey,
        privateKey,
        createdAt,
        expiresAt: expiresAt ?? undefined,
        alg: 'EdDSA' as const,
        crv: 'Ed25519' as const,
      }));
  };
};
