import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import {
  type Database,
  type Transaction,
  transaction,
  violatedConstraint,
} from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry, emailTaken } from '#people/sign-in/account-messages.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import {
  type Credential,
  findCredential,
  moveEmail,
  releaseUnfinished,
  setPasswordHash,
} from '#people/sign-in/credentials.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import { sendResetLink } from '#people/sign-in/reset-link.server.ts';
import { removeSecondFactors } from '#people/sign-in/second-factor/factors.server.ts';
import { unlinkIdentities } from '#people/sign-in/services/identities.server.ts';
import type { EmailChange, MailedProof } from '#people/sign-in/sign-in.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  redeemMailedToken,
  revokeMailedTokens,
} from '#people/sign-in/tokens/mailed-tokens.server.ts';
import {
  endSessionsOf,
  isRememberedSession,
  openSession,
} from '#people/sign-in/tokens/sessions.server.ts';
import {
  endUndoLinks,
  mailConfirmation,
  mailUndo,
  mailVerification,
} from './email-change-mails.server.ts';

const sameEmailMessage = 'いまと同じメールアドレスです。新しいメールアドレスを入力してください。';
const staleLinkMessage = 'このリンクは使えなくなっています。お困りのときは、お問い合わせください。';
const takenByAnotherMessage =
  'このメールアドレスは、ほかのご登録で使われているため、変更できませんでした。';
const takenMeanwhileMessage =
  '元のメールアドレスは、ほかのご登録で使われています。お手数ですが、お問い合わせください。';

/** Whether the error says that the e-mail is in use. */
const isTaken = (error: unknown) => violatedConstraint(error)?.includes('email') ?? false;

/** Changing the e-mail, undoing a change, and verifying an address. */
export const emailChanges = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, provider, tokens } = dependencies;

  /** Moves an account to a newly verified address; every session ends. */
  async function moveTo(tx: Transaction, old: Credential, newEmail: string, now: Date) {
    const { uid, email: from } = old;
    await releaseUnfinished(tx, newEmail, now);
    await moveEmail(tx, { uid, from, email: newEmail, isVerified: true, now });
    const links = ['reset-password', 'verify-email', 'confirm-email-change'] as const;
    await revokeMailedTokens(tx, uid, links);
    await endUndoLinks(tx, { uid, but: [from, newEmail] }, dependencies);
    await mailUndo(tx, 'email-changed', old, newEmail, dependencies);
    await endSessionsOf(tx, uid);
  }

  const noteChange = (
    tx: Database | Transaction,
    uid: string,
    step: 'asked' | 'cancelled' | 'undone' | 'proven' | 'moved',
  ) =>
    noteEvent(
      tx,
      { kind: 'email', outcome: 'done', who: { uid }, details: { step } },
      dependencies,
    );

  return {
    /**
     * Requests a change of e-mail (docs/product.md, Sign-in and sessions): the person signs in again, the new address
     * gets a confirmation link, the old one a link to stop it. Nothing changes until then. The current e-mail acts as
     * the version: refused as stale if outdated. Refuses a wrong password and an address in use, too.
     */
    async changeEmail(
      person: Person,
      caller: Caller,
      { email, password, newEmail }: EmailChange,
    ): Promise<void> {
      const { uid } = person;
      const old = await signInAgain(dependencies, person, caller, { password, path: 'password' });
      if (email !== old.email) throw stale();
      if (newEmail === old.email) {
        throw refuse('ValidationError', sameEmailMessage, {
          errors: [{ path: 'newEmail', message: sameEmailMessage }],
        });
      }
      await countTry(attempts, [['changing the e-mail', uid]]);
      const isFree = await transaction(db, async (tx) => {
        await releaseUnfinished(tx, newEmail, clock());
        if (await findCredential(tx, { email: newEmail })) return false;
        await revokeMailedTokens(tx, uid, ['confirm-email-change']);
        await mailConfirmation(tx, old, newEmail, dependencies);
        await mailUndo(tx, 'email-change-asked', old, newEmail, dependencies);
        return true;
      });
      if (!isFree) throw await emailTaken(dependencies, caller, newEmail, 'newEmail');
      await noteChange(db, uid, 'asked');
    },

    /** Cancels an unconfirmed change of e-mail; does nothing without one. */
    async cancelEmailChange({ uid }: Person): Promise<void> {
      await transaction(db, (tx) => revokeMailedTokens(tx, uid, ['confirm-email-change']));
      await noteChange(db, uid, 'cancelled');
    },

    /**
     * Undoes a change of e-mail, or stops it, by the link mailed to the old address. An attacker may know the password,
     * so it becomes invalid, and services linked and second factors added since are removed: all sessions end and a
     * reset link goes to the old address.
     */
    async undoEmailChange(caller: Caller, { token }: MailedProof): Promise<void> {
      await countTry(attempts, [['reset by address', countedAddress(caller.address)]]);
      const now = clock();
      const changedUid = await transaction(db, async (tx) => {
        const subject = await redeemMailedToken(tx, 'undo-email-change', token, now);
        if (!subject) throw refuse('Gone', staleLinkMessage);
        const { uid, email, issuedAt } = subject;
        await moveEmail(tx, { uid, email, isVerified: true, now });
        await setPasswordHash(tx, uid, null, now);
        await unlinkIdentities(tx, uid, issuedAt);
        await removeSecondFactors(tx, uid, issuedAt);
        await endSessionsOf(tx, uid);
        const links = ['reset-password', 'verify-email', 'confirm-email-change'] as const;
        await revokeMailedTokens(tx, uid, links);
        // Undo links at later addresses would return the account to an attacker.
        await endUndoLinks(tx, { uid, but: [email], since: issuedAt }, dependencies);
        const name = (await findCredential(tx, { uid }))?.name ?? '';
        await sendResetLink(tx, { uid, email, name }, dependencies);
        await noteChange(tx, uid, 'undone');
        return uid;
      }).catch((error: unknown) => {
        throw isTaken(error) ? refuse('Conflict', takenMeanwhileMessage) : error;
      });
      tokens.forget(changedUid);
    },

    /** Mails a link that verifies the person's address; nothing if verified already, or over budget. */
    async sendVerification(person: Person): Promise<void> {
      const credential = await findCredential(db, { uid: person.uid });
      if (!credential || credential.emailVerified) return;
      if (!(await attempts.spend(['verification by e-mail', credential.email])).isAllowed) return;
      await transaction(db, (tx) => mailVerification(tx, credential, dependencies));
    },

    /**
     * Verifies an e-mail by the mailed token: the account's, or a new one, which moves the account and ends every other
     * session. Only in the person's own session: otherwise an owner could be made to verify an address that someone
     * else registered (better-auth#11023).
     */
    async verifyEmail(person: Person, caller: Caller, { token }: MailedProof): Promise<string[]> {
      const { uid } = person;
      const now = clock();
      const session = await transaction(db, async (tx) => {
        const proven = await redeemMailedToken(tx, 'verify-email', token, now);
        const moved = proven ?? (await redeemMailedToken(tx, 'confirm-email-change', token, now));
        const old = await findCredential(tx, { uid });
        if (!moved || !old || moved.uid !== uid) throw refuse('Gone', staleLinkMessage);
        if (proven) {
          await tx
            .update(authUsers)
            .set({ emailVerified: true, updatedAt: now })
            .where(and(eq(authUsers.id, uid), eq(authUsers.email, proven.email)));
          await endUndoLinks(tx, { uid, but: [proven.email] }, dependencies);
          await noteChange(tx, uid, 'proven');
          return undefined;
        }
        const isRemembered = await isRememberedSession(tx, person.sessionId);
        await moveTo(tx, old, moved.email, now);
        await noteChange(tx, uid, 'moved');
        return openSession(tx, { uid, now, isRemembered, device: caller.device });
      }).catch((error: unknown) => {
        throw isTaken(error) ? refuse('Conflict', takenByAnotherMessage) : error;
      });
      if (session === undefined) return [];
      tokens.forget(uid);
      return provider.sessionCookies(session);
    },
  };
};
