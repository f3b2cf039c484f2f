import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { noteEvent, type SecurityEvent } from '#people/security/events.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { openFreshSession } from '#people/sign-in/admit.server.ts';
import type {
  AuthDependencies,
  Caller,
  WithCookies,
} from '#people/sign-in/auth-dependencies.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import { rememberDevice } from '#people/sign-in/known-devices.server.ts';
import type { PasskeyAnswer, PasskeyOptions } from '#people/sign-in/second-factor.ts';
import type { SignedIn } from '#people/sign-in/sign-in.ts';
import { renewSession } from '#people/sign-in/tokens/renew-session.server.ts';
import { ceremonies, passkeysOf } from './ceremonies.server.ts';
import { passkeyMessage } from './messages.server.ts';
import { recordShown } from './shown.server.ts';
import { waitingSignIns } from './waiting-sign-in.server.ts';
import { webauthn } from './webauthn.server.ts';

/**
 * Signing in by a passkey, alone or as the second step, and showing one in a session. It counts as both factors: the
 * device, and the way its person unlocked it (userVerification).
 */
export const passkeySignIn = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, allowSampleSignIns } = dependencies;
  const ceremony = ceremonies(dependencies);
  const protocol = webauthn(dependencies);
  const waiting = waitingSignIns(dependencies);

  async function refused(kind: SecurityEvent['kind'], caller: Caller, uid: string | undefined) {
    const who = uid === undefined ? 'unknown' : { uid };
    const { address } = caller;
    const details = { step: 'passkey' };
    await noteEvent(db, { kind, outcome: 'failed', who, address, details }, dependencies);
    return refuse('ValidationError', passkeyMessage);
  }

  return {
    /** Sign-in options: limited to the passkeys of a pending sign-in, else any passkey for this site. */
    async passkeySignInOptions(caller: Caller): Promise<WithCookies<PasskeyOptions>> {
      const found = await waiting.find(caller.cookie);
      const options = await protocol.signInOptions(found ? await passkeysOf(db, found.uid) : []);
      const kept = await ceremony.keep({ kind: 'sign-in', challenge: options.challenge });
      return { body: { options: { ...options } }, cookies: [kept] };
    },

    /** Opens a session for the person of a passkey. */
    async signInByPasskey(
      caller: Caller,
      { answer, rememberMe = true }: PasskeyAnswer,
    ): Promise<WithCookies<SignedIn>> {
      const address = countedAddress(caller.address);
      const counted = await countTry(attempts, [['sign-in by address', address]]);
      const underWay = await ceremony.underWay(caller);
      const challenge = underWay?.kind === 'sign-in' ? underWay.challenge : undefined;
      const signed =
        challenge === undefined ? undefined : await ceremony.signedBy(answer, challenge);
      const person = signed && (await findCredential(db, { uid: signed.uid }));
      const mayEnter = person !== undefined && (!person.isSample || allowSampleSignIns);
      if (challenge === undefined || !signed || !mayEnter) {
        throw await refused('sign-in', caller, signed?.uid);
      }
      const { uid, email, emailVerified } = person;
      const found = await waiting.find(caller.cookie);
      const own = found?.uid === uid ? found : undefined;
      const isRemembered = own?.isRemembered ?? rememberMe;
      const entered = await transaction(db, async (tx) => {
        if (!(await ceremony.useUp(tx, uid, challenge)) || !(await signed.use(tx)))
          return undefined;
        if (own) await waiting.end(tx, own);
        const details = { step: 'passkey' };
        await noteEvent(
          tx,
          { kind: 'sign-in', outcome: 'done', who: { uid }, address: caller.address, details },
          dependencies,
        );
        return openFreshSession(tx, dependencies, caller, { uid, isRemembered, isShown: true });
      });
      if (!entered) throw await refused('sign-in', caller, uid);
      await counted.succeeded();
      return {
        body: { user: { id: uid, email, emailVerified }, twoFactor: false, methods: [] },
        cookies: [
          ceremony.cleared,
          waiting.cleared,
          ...(await entered()),
          ...(await rememberDevice(dependencies, caller, person, { isRemembered })),
        ],
      };
    },

    /** Options to show a passkey of the signed-in person. */
    async passkeyShowOptions({ uid, sessionId }: Person): Promise<WithCookies<PasskeyOptions>> {
      const own = await passkeysOf(db, uid);
      if (own.length === 0) throw refuse('Conflict', 'パスキーは登録されていません。');
      const options = await protocol.signInOptions(own);
      const { challenge } = options;
      const kept = await ceremony.keep({ kind: 'show', challenge, uid, sessionId });
      return { body: { options: { ...options } }, cookies: [kept] };
    },

    /** Accepts a passkey of the person before a change of sign-in methods. */
    async showPasskey(
      { uid, sessionId }: Person,
      caller: Caller,
      { answer }: PasskeyAnswer,
    ): Promise<string[]> {
      const address = countedAddress(caller.address);
      const counted = await countTry(attempts, [['sign-in by address', address]]);
      const underWay = await ceremony.underWay(caller);
      const isOwn =
        underWay?.kind === 'show' && underWay.uid === uid && underWay.sessionId === sessionId;
      const signed = isOwn ? await ceremony.signedBy(answer, underWay.challenge) : undefined;
      const isShown =
        isOwn &&
        signed?.uid === uid &&
        (await transaction(db, async (tx: Transaction) => {
          const isFresh =
            (await ceremony.useUp(tx, uid, underWay.challenge)) && (await signed.use(tx));
          if (isFresh) await recordShown(tx, { uid, sessionId, now: clock() });
          return isFresh;
        }));
      if (!isShown) throw await refused('second-factor', caller, uid);
      await counted.succeeded();
      await renewSession(dependencies, caller, sessionId);
      return [ceremony.cleared];
    },
  };
};
