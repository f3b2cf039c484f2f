import { openAccount } from '#server/accounts/open-account.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.ts';
import type { Credential } from './credentials.ts';
import { endSession, openSession } from './tokens/sessions.ts';

/**
 * Lets in a person who has shown who they are: opens a session in the place of the one that the
 * browser carries (session fixation), and finishes a registration that broke off. `within` is done in
 * the same transaction, before it.
 */
export async function admit(
  dependencies: AuthDependencies,
  caller: Caller,
  { uid, email, isRegistered }: Pick<Credential, 'uid' | 'email' | 'isRegistered'>,
  { isRemembered, within }: { isRemembered: boolean; within?: (tx: Transaction) => Promise<void> },
): Promise<{ cookies: string[]; needsTwoFactor: boolean }> {
  const { db, clock, provider, tokens } = dependencies;
  const opened = await transaction(db, async (tx) => {
    await within?.(tx);
    if (!isRegistered) await openAccount(tx, { uid, email }, dependencies);
    const endedUid = await endSession(tx, provider.sessionTokenIn(caller.cookie));
    const token = await openSession(tx, { uid, now: clock(), isRemembered, device: caller.device });
    return { token, endedUid };
  });
  for (const changed of [uid, opened.endedUid]) if (changed) tokens.forget(changed);
  return provider.startSignIn(opened.token, isRemembered, caller.cookie);
}
