import { and, eq, ne } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { openAccount } from '#people/accounts/open-account.server.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.server.ts';
import type { Credential } from './credentials.server.ts';
import { secondFactorsOf } from './second-factor/factors.server.ts';
import { waitingSignIns } from './second-factor/waiting-sign-in.server.ts';
import type { SecondFactorKind } from './second-factor.ts';
import { endSession, openSession } from './tokens/sessions.server.ts';

/** `openFreshSession` for callers outside of sign-in. */
export type OpenFreshSession = (
  tx: Transaction,
  caller: Caller,
  person: { uid: string; isRemembered: boolean },
) => Promise<() => Promise<string[]>>;

/** Not recorded for donors, since no page shows it. */
const noteSignIn = (tx: Transaction, uid: string, at: Date) =>
  tx
    .update(users)
    .set({ lastSignInAt: at })
    .where(and(eq(users.uid, uid), ne(users.role, 'donor')));

/**
 * Opens a session and ends the one that the browser had (session fixation). Call the result after the commit for the
 * cookies.
 */
export async function openFreshSession(
  tx: Transaction,
  { clock, provider, tokens }: Pick<AuthDependencies, 'clock' | 'provider' | 'tokens'>,
  { cookie, device }: Caller,
  { uid, isRemembered, isShown }: { uid: string; isRemembered: boolean; isShown: boolean },
): Promise<() => Promise<string[]>> {
  const endedUid = await endSession(tx, provider.sessionTokenIn(cookie));
  const now = clock();
  const session = await openSession(tx, { uid, now, isRemembered, isShown, device });
  await noteSignIn(tx, uid, now);
  return () => {
    for (const changed of [uid, endedUid]) if (changed) tokens.forget(changed);
    return provider.sessionCookies(session);
  };
}

/**
 * Lets in an authenticated person, and completes an aborted registration. With a second factor there is no session yet:
 * a pending sign-in waits for it, and `methods` lists the options. `within` runs first, in the same transaction.
 */
export async function admit(
  dependencies: AuthDependencies,
  caller: Caller,
  { uid, email, isRegistered }: Pick<Credential, 'uid' | 'email' | 'isRegistered'>,
  { isRemembered, within }: { isRemembered: boolean; within?: (tx: Transaction) => Promise<void> },
): Promise<{ cookies: string[]; methods: SecondFactorKind[] }> {
  const waiting = waitingSignIns(dependencies);
  const { methods, cookiesOf } = await transaction(dependencies.db, async (tx) => {
    await within?.(tx);
    if (!isRegistered) await openAccount(tx, { uid, email }, dependencies);
    const factors = await secondFactorsOf(tx, uid);
    if (factors.length > 0) {
      const cookie = await waiting.begin(tx, { uid, isRemembered });
      return { methods: factors, cookiesOf: async () => [cookie] };
    }
    const person = { uid, isRemembered, isShown: false };
    return { methods: [], cookiesOf: await openFreshSession(tx, dependencies, caller, person) };
  });
  const isOver = methods.length === 0 && waiting.isIn(caller.cookie);
  return { methods, cookies: [...(isOver ? [waiting.cleared] : []), ...(await cookiesOf())] };
}
