import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refusalOf, refuse } from '#kit/errors/refusal.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { mailSignInChange } from '#people/security/tell-of-change.server.ts';
import { countTry } from './account-messages.server.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.server.ts';
import { type Credential, findCredential, setPasswordHash } from './credentials.server.ts';
import { endUndoLinks } from './emails/email-change-mails.server.ts';
import { knownDevices } from './known-devices.server.ts';
import { refuseWeakPassword, refuseWeakPasswordOf } from './passwords/new-password.server.ts';
import { hashPassword } from './passwords.server.ts';
import { signInAgain } from './re-sign-in.server.ts';
import { sendResetLink } from './reset-link.server.ts';
import { removeSecondFactors } from './second-factor/factors.server.ts';
import { lockPersonRecord, unlinkIdentities } from './services/identities.server.ts';
import type { PasswordChange, PasswordReset, ResetRequest } from './sign-in.ts';
import { authUsers } from './sign-in-tables.server.ts';
import { redeemMailedToken, revokeMailedTokens } from './tokens/mailed-tokens.server.ts';
import { endSessionsOf, isRememberedSession, openSession } from './tokens/sessions.server.ts';

/** Duration of every reset request, so that timing reveals nothing. */
const evenTimeMs = 250;
const staleLinkMessage =
  'このリンクは使えなくなっています。お手数ですが、もう一度パスワードの再設定をお申し込みください。';

/** Changing a password, and setting a new one by a mailed link. */
export const passwordChanges = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, provider, tokens } = dependencies;
  const devices = knownDevices(dependencies);

  /** Does not tell the caller whether it was sent, or why not. */
  async function sendIfRegistered(email: string) {
    const isWithinBudget = (await attempts.spend(['reset by e-mail', email])).isAllowed;
    const credential = await findCredential(db, { email });
    if (!credential || !isWithinBudget) return;
    await transaction(db, (tx) => sendResetLink(tx, credential, dependencies));
  }

  /** Records a new password and notifies the person. */
  async function recordChange(
    tx: Transaction,
    caller: Caller,
    person: Credential,
    step: 'change' | 'reset',
  ) {
    const change = step === 'change' ? 'password' : 'password-reset';
    await mailSignInChange(tx, person, { change, device: caller.device }, dependencies);
    const event = { kind: 'password', outcome: 'done', who: { uid: person.uid } } as const;
    await noteEvent(tx, { ...event, details: { step } }, dependencies);
  }

  /** Records an unknown or expired link; many of them suggest guessing. */
  function noteStaleLink() {
    const event = { kind: 'password', outcome: 'failed', who: 'unknown' } as const;
    return noteEvent(db, { ...event, details: { step: 'reset' } }, dependencies);
  }

  return {
    /** Changes the password of a person who signs in again; every other session ends. */
    async changePassword(
      person: Person,
      caller: Caller,
      { currentPassword, newPassword }: PasswordChange,
    ): Promise<string[]> {
      const credential = await signInAgain(dependencies, person, caller, {
        password: currentPassword,
        path: 'currentPassword',
      });
      const { uid } = person;
      await refuseWeakPasswordOf(dependencies, db, uid, newPassword);
      const passwordHash = await hashPassword(newPassword, dependencies.passwordCost);
      const now = clock();
      const { session, isRemembered } = await transaction(db, async (tx) => {
        await setPasswordHash(tx, uid, passwordHash, now);
        await revokeMailedTokens(tx, uid, ['reset-password', 'confirm-email-change']);
        const isRemembered = await isRememberedSession(tx, person.sessionId);
        await endSessionsOf(tx, uid);
        await recordChange(tx, caller, credential, 'change');
        const { device } = caller;
        return {
          session: await openSession(tx, { uid, now, isRemembered, device }),
          isRemembered,
        };
      });
      tokens.forget(uid);
      const cookies = await provider.sessionCookies(session);
      // Other browsers become unknown: one may belong to someone who knew the old password.
      if (isRemembered) cookies.push(await devices.remember(caller.cookie, { uid, passwordHash }));
      return cookies;
    },

    /** Mails a link to set a new password; the response is the same for an unregistered e-mail. */
    async requestReset(caller: Caller, { email }: ResetRequest): Promise<void> {
      await countTry(attempts, [['reset by address', countedAddress(caller.address)]]);
      const event = { kind: 'password', outcome: 'done', who: { email } } as const;
      await noteEvent(db, { ...event, details: { step: 'request' } }, dependencies);
      await Promise.all([sendIfRegistered(email), pause(evenTimeMs)]);
    },

    /**
     * Sets a new password by the token of a mailed link. Access to the mailbox is ownership of the account: all
     * sessions end, and the e-mail counts as verified. If it was unverified, anyone may have registered it: then
     * services and second factors added by them are removed, too. On a verified account these stay, and the next
     * sign-in asks for them.
     */
    async resetPassword(caller: Caller, { token, newPassword }: PasswordReset): Promise<void> {
      refuseWeakPassword(dependencies, newPassword, { path: 'newPassword' });
      await countTry(attempts, [['reset by address', countedAddress(caller.address)]]);
      const passwordHash = await hashPassword(newPassword, dependencies.passwordCost);
      const now = clock();
      const uid = await transaction(db, async (tx) => {
        const subject = await redeemMailedToken(tx, 'reset-password', token, now);
        if (!subject) throw refuse('Gone', staleLinkMessage);
        // A refusal leaves the link valid: they may choose another password.
        await refuseWeakPasswordOf(dependencies, tx, subject.uid, newPassword);
        // Serialises with a concurrent linking, which either is undone here or finds its session ended.
        await lockPersonRecord(tx, subject.uid);
        await setPasswordHash(tx, subject.uid, passwordHash, now);
        const known = await findCredential(tx, { uid: subject.uid });
        if (!known?.emailVerified) {
          await unlinkIdentities(tx, subject.uid);
          await removeSecondFactors(tx, subject.uid);
        }
        await tx
          .update(authUsers)
          .set({ emailVerified: true, updatedAt: now })
          .where(eq(authUsers.id, subject.uid));
        await revokeMailedTokens(tx, subject.uid, ['reset-password', 'confirm-email-change']);
        // A former owner under another address must not undo the change.
        await endUndoLinks(tx, { uid: subject.uid, but: [subject.email] }, dependencies);
        await endSessionsOf(tx, subject.uid);
        if (known) await recordChange(tx, caller, known, 'reset');
        return subject.uid;
      }).catch(async (error: unknown) => {
        if (refusalOf(error)?.type === 'Gone') await noteStaleLink();
        throw error;
      });
      tokens.forget(uid);
    },
  };
};
