import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { mailSignInChange } from '#people/security/tell-of-change.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { openFreshSession } from '#people/sign-in/admit.server.ts';
import type {
  AuthDependencies,
  Caller,
  WithCookies,
} from '#people/sign-in/auth-dependencies.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import { rememberDevice } from '#people/sign-in/known-devices.server.ts';
import type { SecondFactorKind, SecondStep } from '#people/sign-in/second-factor.ts';
import type { SignedIn } from '#people/sign-in/sign-in.ts';
import { secondFactorsOf } from './factors.server.ts';
import {
  expiredMessage,
  tooManyWrongMessage,
  wrongCodeMessage,
  wrongRecoveryCodeMessage,
} from './messages.server.ts';
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.server.ts';
import { takeTotpCode } from './take-code.server.ts';
import { waitingSignIns } from './waiting-sign-in.server.ts';

/** Method of the second step in security events. */
type Step = SecondFactorKind | 'recovery-code';

/** The second step of a sign-in by a code: only then is a session opened. */
export const secondStep = (dependencies: AuthDependencies) => {
  const { db, clock, attempts } = dependencies;
  const waiting = waitingSignIns(dependencies);

  async function countGuess({ id, uid }: { id: string; uid: string }) {
    const byChallenge = await attempts.spend(['second factor by sign-in', id]);
    if (!byChallenge.isAllowed) {
      await transaction(db, (tx) => waiting.end(tx, { id }));
      throw refuse('ValidationError', tooManyWrongMessage);
    }
    const byAccount = await countTry(attempts, [['second factor by account', uid]]);
    return async () => {
      await byChallenge.giveBack();
      await byAccount.succeeded();
    };
  }

  /** Completes the pending sign-in of this browser, if `take` accepts its code. */
  async function finish(
    caller: Caller,
    { step, wrongMessage }: { step: Step; wrongMessage: string },
    take: (uid: string) => Promise<(tx: Transaction) => Promise<boolean>>,
  ): Promise<WithCookies<SignedIn>> {
    const found = await waiting.find(caller.cookie);
    const person = found && (await findCredential(db, { uid: found.uid }));
    if (!found || !person) throw refuse('ValidationError', expiredMessage);
    const giveBack = await countGuess(found);
    const { uid, isRemembered } = found;
    const { address, device } = caller;
    const event = { kind: 'sign-in', who: { uid }, address, details: { step } } as const;
    const taking = await take(uid);
    const entered = await transaction(db, async (tx) => {
      if (!(await taking(tx))) return undefined;
      // Rolls back the session that the code opened.
      if (!(await waiting.end(tx, found))) throw refuse('ValidationError', expiredMessage);
      await noteEvent(tx, { ...event, outcome: 'done' }, dependencies);
      if (step === 'recovery-code') {
        await mailSignInChange(tx, person, { change: 'recovery-code-used', device }, dependencies);
      }
      return openFreshSession(tx, dependencies, caller, { uid, isRemembered, isShown: true });
    });
    if (!entered) {
      await noteEvent(db, { ...event, outcome: 'failed' }, dependencies);
      throw refuse('ValidationError', wrongMessage);
    }
    await giveBack();
    const { email, emailVerified } = person;
    return {
      body: { user: { id: uid, email, emailVerified }, twoFactor: false, methods: [] },
      cookies: [
        waiting.cleared,
        ...(await entered()),
        ...(await rememberDevice(dependencies, caller, person, { isRemembered })),
      ],
    };
  }

  return {
    /** Methods that can complete this browser's pending sign-in; null without one. */
    async secondStep(caller: Caller): Promise<SecondStep> {
      const found = await waiting.find(caller.cookie);
      const methods = found ? await secondFactorsOf(db, found.uid) : [];
      return methods.length > 0 ? { methods } : null;
    },

    /** Completes a sign-in by a code of the authenticator app. Each works once. */
    verifyTotp: (caller: Caller, code: string) =>
      finish(
        caller,
        { step: 'totp', wrongMessage: wrongCodeMessage },
        async (uid) => (tx) => takeTotpCode(tx, uid, { code, at: clock(), secrets: dependencies }),
      ),

    /** Completes a sign-in by a recovery code. Each works once; the person is notified by mail. */
    verifyRecoveryCode: (caller: Caller, code: string) =>
      finish(
        caller,
        { step: 'recovery-code', wrongMessage: wrongRecoveryCodeMessage },
        async (uid) => {
          const id = await findRecoveryCode(db, uid, code);
          return async (tx) => id !== undefined && spendRecoveryCode(tx, id);
        },
      ),
  };
};
