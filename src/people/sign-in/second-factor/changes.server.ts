import { and, eq, ne } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { mailSignInChange } from '#people/security/tell-of-change.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { type Credential, findCredential } from '#people/sign-in/credentials.server.ts';
import type { NewRecoveryCodes } from '#people/sign-in/second-factor.ts';
import { recoveryCodes } from '#people/sign-in/second-factor-tables.server.ts';
import { lockPersonRecord } from '#people/sign-in/services/identities.server.ts';
import type { SignInChange } from '#people/sign-in/sign-in-change.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { isSecondFactorDemanded, secondFactorsOf } from './factors.server.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts';
import { recordShown } from './shown.server.ts';

const proveFirstMessage =
  '2段階認証の設定の前に、メールアドレスの確認をお願いします。確認のメールのリンクを開いてください。';
const lastOneMessage =
  '運営と団体の担当者の方には、2段階認証をお願いしています。先に別の方法を追加してから、お試しください。';

/**
 * Refuses a person with an unverified e-mail: otherwise whoever registers a stranger's address could lock them out by a
 * second factor.
 */
export function requireVerified({ emailVerified }: Pick<Credential, 'emailVerified'>): void {
  if (!emailVerified) throw refuse('Conflict', proveFirstMessage);
}

/** Common parts of all changes of second factors. */
export const secondFactorChanges = (dependencies: AuthDependencies) => {
  const { db, clock, tokens, allowSampleSignIns } = dependencies;

  /** The person's credential, locked until the transaction ends. */
  async function held(tx: Transaction, uid: string): Promise<Credential> {
    await lockPersonRecord(tx, uid);
    const credential = await findCredential(tx, { uid });
    if (!credential) throw refuse('Unauthorized', 'ログインしてください。');
    return credential;
  }

  /** Records a change and notifies the person by mail, in its transaction. */
  async function tell(
    tx: Transaction,
    credential: Credential,
    { address, device }: { address?: string; device: string },
    change: SignInChange,
  ) {
    const { uid } = credential;
    const details = { change };
    await noteEvent(
      tx,
      { kind: 'second-factor', outcome: 'done', who: { uid }, address, details },
      dependencies,
    );
    await mailSignInChange(tx, credential, { change, device }, dependencies);
  }

  return {
    held,
    tell,

    /**
     * Adds a second factor by `write`, which may refuse. With the first one come ten recovery codes, and every other
     * session ends, since none has shown it. This session counts as having shown it.
     */
    async add(
      { uid, sessionId }: Person,
      caller: Caller,
      change: SignInChange,
      write: (tx: Transaction, now: Date) => Promise<void>,
    ): Promise<NewRecoveryCodes> {
      const isProbablyFirst = (await secondFactorsOf(db, uid)).length === 0;
      // Hashed before any row is locked.
      const made = isProbablyFirst ? await newRecoveryCodes(dependencies.passwordCost) : undefined;
      const answer = await transaction(db, async (tx) => {
        const credential = await held(tx, uid);
        requireVerified(credential);
        const isFirst = (await secondFactorsOf(tx, uid)).length === 0;
        // The other factors were removed concurrently.
        if (isFirst && !made) throw stale();
        const now = clock();
        await write(tx, now);
        if (isFirst && made) {
          await replaceRecoveryCodes(tx, uid, made.hashes, now);
          await tx
            .delete(authSessions)
            .where(and(eq(authSessions.userId, uid), ne(authSessions.id, sessionId)));
        }
        await recordShown(tx, { uid, sessionId, now });
        await tell(tx, credential, caller, change);
        return { recoveryCodes: isFirst && made ? made.codes : null };
      });
      tokens.forget(uid);
      return answer;
    },

    /** Removes a second factor by `write`. Refuses the last one of a person who must have one. */
    async remove(
      { uid }: Person,
      caller: Caller,
      change: SignInChange,
      write: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      await transaction(db, async (tx) => {
        const credential = await held(tx, uid);
        await write(tx);
        const isLast = (await secondFactorsOf(tx, uid)).length === 0;
        if (isLast && isSecondFactorDemanded(credential, allowSampleSignIns)) {
          throw refuse('Conflict', lastOneMessage);
        }
        if (isLast) await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
        await tell(tx, credential, caller, change);
      });
      tokens.forget(uid);
    },
  };
};
