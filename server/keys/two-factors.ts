import type { DBAdapterInstance } from 'better-auth';
import { and, eq } from 'drizzle-orm';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sealedForProvider } from './provider-seal.ts';
import type { Secrets } from './secrets.ts';

type Deps = Secrets & Pick<Dependencies, 'db'>;

/** The provider's tables, with a second factor that was sealed under an earlier SECRET sealed anew when read. */
export const readableTwoFactors =
  (dependencies: Deps, tables: DBAdapterInstance): DBAdapterInstance =>
  (options) => {
    const adapter = tables(options);
    return {
      ...adapter,
      async findOne<T>(query: Parameters<typeof adapter.findOne>[0]) {
        const row = await adapter.findOne<T>(query);
        if (query.model !== 'twoFactor' || !row) return row;
        const stored = row as unknown as typeof authTwoFactors.$inferSelect;
        return (await sealAnew(dependencies, stored)) ? adapter.findOne<T>(query) : row;
      },
    };
  };

/** True if the row was changed; what no secret opens stays. */
async function sealAnew(
  { db, ...secrets }: Deps,
  { id, secret, backupCodes }: typeof authTwoFactors.$inferSelect,
): Promise<boolean> {
  if (!secrets.oldSecrets?.length) return false;
  const sealed = {
    secret: (await sealedForProvider(secrets, secret)) ?? secret,
    backupCodes: (await sealedForProvider(secrets, backupCodes)) ?? backupCodes,
  };
  if (sealed.secret === secret && sealed.backupCodes === backupCodes) return false;
  // Unless it was changed meanwhile, by a code that was used up.
  const asRead = and(
    eq(authTwoFactors.id, id),
    eq(authTwoFactors.secret, secret),
    eq(authTwoFactors.backupCodes, backupCodes),
  );
  await db.update(authTwoFactors).set(sealed).where(asRead);
  return true;
}
