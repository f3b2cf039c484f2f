import { and, eq } from 'drizzle-orm';
import type { EmailChange, MailedProof } from '#domain/auth/sign-in.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { type Transaction, transaction, violatedConstraint } from '#server/db/database.ts';
import { authUsers } from '#server/db/schema/auth.ts';
import { stale } from '#server/http/versions.ts';
import { countedAddress } from '#server/limits/client-address.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { countTry, emailTaken } from './account-messages.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.ts';
import {
  type Credential,
  findCredential,
  moveEmail,
  releaseUnfinished,
  setPasswordHash,
} from './credentials.ts';
import { signInAgain } from './re-sign-in.ts';
import { sendResetLink, tokenFingerprint } from './reset-link.ts';
import { removeSecondFactors } from './second-factor/factors.ts';
import { unlinkIdentities } from './services/identities.ts';
import { issueMailedToken, redeemMailedToken, revokeMailedTokens } from './tokens/mailed-tokens.ts';
import { endSessionsOf, isRememberedSession, openSession } from './tokens/sessions.ts';

const sameEmailMessage = 'いまと同じメールアドレスです。新しいメールアドレスを入力してください。';
const staleLinkMessage = 'このリンクは使えなくなっています。お困りのときは、お問い合わせください。';
const takenMeanwhileMessage =
  '元のメールアドレスは、ほかのご登録で使われています。お手数ですが、お問い合わせください。';

/** True when the error says that an e-mail is another person's. */
const isTaken = (error: unknown) => violatedConstraint(error)?.includes('email') ?? false;

/** Changing the e-mail, taking a change back, and proving an address. */
export const emailChanges = (dependencies: AuthDependencies) => {
  const { db, clock, publicUrl, attempts, provider, tokens } = dependencies;

  async function mailVerification(
    tx: Transaction,
    { uid, email, name }: Pick<Credential, 'uid' | 'email' | 'name'>,
  ) {
    const token = await issueMailedToken(tx, 'verify-email', { uid, email }, clock());
    await writeMail(
      tx,
      {
        kind: 'verify-email',
        dedupeKey: `verify-email:${tokenFingerprint(token)}`,
        to: email,
        uid,
        data: { name, verifyUrl: `${publicUrl}/verify-email#token=${token}` },
      },
      dependencies,
    );
  }

  async function mailUndo(tx: Transaction, old: Credential, newEmail: string) {
    const { uid, email, name } = old;
    const token = await issueMailedToken(tx, 'undo-email-change', { uid, email }, clock());
    await writeMail(
      tx,
      {
        kind: 'email-changed',
        dedupeKey: `email-changed:${tokenFingerprint(token)}`,
        to: email,
        uid,
        data: { name, newEmail, undoUrl: `${publicUrl}/undo-email-change#token=${token}` },
      },
      dependencies,
    );
  }

  return {
    /**
     * Signs in again with the present e-mail and password and moves the account to another e-mail at once
     * (docs/product.md, Sign-in and sessions): unverified, the old address gets a link to undo it, every
     * other session ends. The present e-mail is the version that was seen: one that it no longer is, is
     * stale. Refuses a wrong password and a taken address, too.
     */
    async changeEmail(
      person: Person,
      caller: Caller,
      { email, password, newEmail }: EmailChange,
    ): Promise<string[]> {
      const { uid } = person;
      const old = await signInAgain(dependencies, person, caller, { password, path: 'password' });
      if (email !== old.email) throw stale();
      if (newEmail === old.email) {
        throw refuse('ValidationError', sameEmailMessage, {
          errors: [{ path: 'newEmail', message: sameEmailMessage }],
        });
      }
      const now = clock();
      const sessionToken = await transaction(db, async (tx) => {
        await releaseUnfinished(tx, newEmail, now);
        await moveEmail(tx, { uid, from: email, email: newEmail, isVerified: false, now });
        await revokeMailedTokens(tx, uid, ['reset-password', 'verify-email']);
        await mailUndo(tx, old, newEmail);
        await mailVerification(tx, { ...old, email: newEmail });
        const isRemembered = await isRememberedSession(tx, person.sessionId);
        await endSessionsOf(tx, uid);
        return openSession(tx, { uid, now, isRemembered, device: caller.device });
      }).catch(async (error: unknown) => {
        throw isTaken(error) ? await emailTaken(dependencies, caller, newEmail, 'newEmail') : error;
      });
      tokens.forget(uid);
      return provider.sessionCookies(sessionToken);
    },

    /**
     * Takes a change of e-mail back by the link mailed to the old address. Whoever made the change may
     * know the password, so it becomes invalid, as do services linked and second factors added since: all
     * sessions end and a reset link goes to the old address.
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
        await revokeMailedTokens(tx, uid, ['reset-password', 'verify-email']);
        // Links to later addresses would bring the account back to whoever took it.
        await revokeMailedTokens(tx, uid, ['undo-email-change'], issuedAt);
        const name = (await findCredential(tx, { uid }))?.name ?? '';
        await sendResetLink(tx, { uid, email, name }, dependencies);
        return uid;
      }).catch((error: unknown) => {
        throw isTaken(error) ? refuse('Conflict', takenMeanwhileMessage) : error;
      });
      tokens.forget(changedUid);
    },

    /** Mails a link that proves the person's address; nothing when it is proven, or asked too often. */
    async sendVerification(person: Person): Promise<void> {
      const credential = await findCredential(db, { uid: person.uid });
      if (!credential || credential.emailVerified) return;
      if (!(await attempts.spend('verification by e-mail', credential.email)).isAllowed) return;
      await transaction(db, (tx) => mailVerification(tx, credential));
    },

    /**
     * Marks an e-mail as verified by the mailed token. Only for the person who signed in: else whoever
     * registered somebody's address would get its owner to vouch for it (better-auth#11023).
     */
    async verifyEmail(person: Person, { token }: MailedProof): Promise<void> {
      const now = clock();
      await transaction(db, async (tx) => {
        const subject = await redeemMailedToken(tx, 'verify-email', token, now);
        if (subject?.uid !== person.uid) throw refuse('Gone', staleLinkMessage);
        await tx
          .update(authUsers)
          .set({ emailVerified: true, updatedAt: now })
          .where(and(eq(authUsers.id, subject.uid), eq(authUsers.email, subject.email)));
      });
    },
  };
};
