import type { Person } from '#kit/actor.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry } from './account-messages.server.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.server.ts';
import { type Credential, findCredential } from './credentials.server.ts';
import { passwordFits } from './passwords.server.ts';
import { requireShown } from './second-factor/shown.server.ts';
import { isProven } from './services/identities.server.ts';
import { passwordRequiredMessage, wrongCurrentPasswordMessage } from './sign-in.ts';
import { renewSession } from './tokens/renew-session.server.ts';

const signInThereMessage =
  'ご本人の確認のため、いつもお使いのサービスで、もう一度ログインしてからお試しください。';

/** Proof required before an action for which an open session is not enough. */
export type ReSignIn = {
  password: string | undefined;
  /** Field of the body with the password: its errors are shown there. */
  path: string;
};

/**
 * Signs a person in again, before a change of sign-in methods, ending other sessions, or deletion: by password or,
 * without one, by a recent new sign-in at their service (docs/decisions/0011); a session alone may be an unattended
 * browser. A second factor must also have been shown recently. Returns the credential; refuses at the password field.
 */
export async function signInAgain(
  dependencies: Pick<AuthDependencies, 'db' | 'clock' | 'secret' | 'attempts' | 'provider'>,
  { uid, sessionId }: Person,
  caller: Caller,
  { password, path }: ReSignIn,
): Promise<Credential> {
  const { db, clock, secret, attempts } = dependencies;
  // First, so that a session alone cannot guess the password.
  await requireShown(db, { uid, sessionId }, clock());
  // Per session: other sessions' guesses do not use it up, and a new session needs the password.
  const counted = await countTry(attempts, [['showing oneself again', `${uid} ${sessionId}`]]);
  const credential = await findCredential(db, { uid });
  if (credential?.passwordHash === null) {
    const proven = await isProven(db, { uid, sessionId }, clock());
    if (!proven) throw refuse('ValidationError', signInThereMessage);
  } else {
    if (password === undefined) throw refusedAt(path, passwordRequiredMessage);
    const fits = await passwordFits(credential?.passwordHash, password);
    if (!fits) {
      const event = { kind: 'sign-in', outcome: 'failed', who: { uid } } as const;
      await noteEvent(db, { ...event, details: { step: 'again' } }, { clock, secret });
      throw refusedAt(path, wrongCurrentPasswordMessage);
    }
  }
  if (!credential) throw refusedAt(path, wrongCurrentPasswordMessage);
  await counted.succeeded();
  await renewSession(dependencies, caller, sessionId);
  return credential;
}

const refusedAt = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });
