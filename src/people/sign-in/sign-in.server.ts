import type { Newcomer, Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { Tried } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry, emailTaken, signInRefused } from './account-messages.server.ts';
import { admit } from './admit.server.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.server.ts';
import {
  type Credential,
  createCredential,
  findCredential,
  releaseUnfinished,
  removeNewcomer,
} from './credentials.server.ts';
import { knownDevices, rememberDevice } from './known-devices.server.ts';
import { refuseWeakPassword } from './passwords/new-password.server.ts';
import { hashPassword, passwordFits } from './passwords.server.ts';
import type { CookieHeader } from './provider.server.ts';
import { waitingSignIns } from './second-factor/waiting-sign-in.server.ts';
import type { SignedIn, SignIn, SignUp } from './sign-in.ts';
import { endSession, openSession } from './tokens/sessions.server.ts';

/** Signing up, in and out, and taking a sign-up back. */
export const signIn = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, provider, tokens, allowSampleSignIns } = dependencies;
  const devices = knownDevices(dependencies);

  const waiting = waitingSignIns(dependencies);

  /** Ends the browser's session: a new one replaces it (session fixation). */
  const endCarriedSession = (tx: Transaction, cookie: CookieHeader) =>
    endSession(tx, provider.sessionTokenIn(cookie));

  /**
   * Budgets of a try. A known browser has a budget of its own, so that guesses from elsewhere, or from the same
   * network, do not lock the person out.
   */
  async function triesOf(
    caller: Caller,
    email: string,
    credential: Credential | undefined,
  ): Promise<Tried[]> {
    const deviceId = await devices.idFor(caller.cookie, credential);
    if (deviceId !== undefined) return [['sign-in by known device', `${deviceId} ${email}`]];
    const address = countedAddress(caller.address);
    return [
      ['sign-in by address', address],
      ['sign-in by e-mail and address', `${email} ${address}`],
      ['sign-in by e-mail', email],
    ];
  }

  return {
    /**
     * Creates a credential and opens its session; the account follows with POST /api/users. Refuses a registered
     * e-mail.
     */
    async signUp(
      caller: Caller,
      { email, password, name = '', rememberMe = true }: SignUp,
    ): Promise<WithCookies<SignedIn>> {
      refuseWeakPassword(dependencies, password, { path: 'password', own: [email, name] });
      // Successful ones count as well: each mails an address.
      await countTry(attempts, [['sign-up by address', countedAddress(caller.address)]]);
      // Before any query, so that timing is equal for a registered e-mail.
      const passwordHash = await hashPassword(password, dependencies.passwordCost);
      const now = clock();
      const made = await transaction(db, async (tx) => {
        await releaseUnfinished(tx, email, now);
        const uid = await createCredential(tx, { email, passwordHash, now });
        if (uid === undefined) return undefined;
        const endedUid = await endCarriedSession(tx, caller.cookie);
        const session = await openSession(tx, {
          uid,
          now,
          isRemembered: rememberMe,
          device: caller.device,
        });
        return { uid, session, endedUid };
      });
      if (!made) throw await emailTaken(dependencies, caller, email, 'email');
      if (made.endedUid !== undefined) tokens.forget(made.endedUid);
      const cookies = await provider.sessionCookies(made.session);
      const user = { id: made.uid, email, emailVerified: false };
      if (rememberMe) {
        cookies.push(await devices.remember(caller.cookie, { uid: made.uid, passwordHash }));
      }
      return { body: { user, twoFactor: false, methods: [] }, cookies };
    },

    /**
     * Opens a session for an e-mail and its password. Refuses with the messages of docs/product.md, Messages; over
     * budget with TooManyRequests. Completes an aborted registration.
     */
    async signIn(
      caller: Caller,
      { email, password, rememberMe = true }: SignIn,
    ): Promise<WithCookies<SignedIn>> {
      const credential = await findCredential(db, { email });
      const counted = await countTry(attempts, await triesOf(caller, email, credential));
      const fits = await passwordFits(credential?.passwordHash, password);
      if (!credential || !fits || (credential.isSample && !allowSampleSignIns)) {
        const isRegistered = credential !== undefined;
        throw await signInRefused(dependencies, caller, { email, isRegistered });
      }
      await counted.succeeded();
      const { uid, emailVerified } = credential;
      const { cookies, methods } = await admit(dependencies, caller, credential, {
        isRemembered: rememberMe,
      });
      if (methods.length > 0) return { body: { user: null, twoFactor: true, methods }, cookies };
      const user = { id: uid, email, emailVerified };
      const known = await rememberDevice(dependencies, caller, credential, {
        isRemembered: rememberMe,
      });
      return { body: { user, twoFactor: false, methods: [] }, cookies: [...cookies, ...known] };
    },

    /** Ends the session of the browser's cookie; without one only removes the cookie. */
    async signOut(caller: Caller): Promise<string[]> {
      // Ours first: better-auth reports success even if the database is unavailable.
      const uid = await transaction(db, (tx) => endCarriedSession(tx, caller.cookie));
      if (uid !== undefined) {
        tokens.forget(uid);
        const details = { way: 'sign-out' };
        await noteEvent(
          db,
          { kind: 'session', outcome: 'done', who: { uid }, details },
          dependencies,
        );
      }
      const { cookies } = await provider.call('POST', '/sign-out', caller.cookie);
      return waiting.isIn(caller.cookie) ? [...cookies, waiting.cleared] : cookies;
    },

    /** Removes the sign-up of a failed registration, for the session it opened (docs/decisions/0011). */
    async takeBackSignUp(newcomer: Newcomer | Person, caller: Caller): Promise<string[]> {
      const { uid, sessionId } = newcomer;
      const isGone = await transaction(db, (tx) =>
        removeNewcomer(tx, { uid, sessionId, now: clock() }),
      );
      if (!isGone) {
        throw refuse(
          'Conflict',
          'この登録は取り消せません。退会をご希望のときは、お問い合わせください。',
        );
      }
      tokens.forget(uid);
      return (await provider.call('POST', '/sign-out', caller.cookie)).cookies;
    },
  };
};
