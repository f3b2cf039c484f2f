import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { NewRecoveryCodes, TotpEnrolment } from '#domain/auth/second-factor.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import type { AuthDependencies, Caller } from '#server/auth/auth-dependencies.ts';
import { signInAgain } from '#server/auth/re-sign-in.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import { qrCode } from '#server/flyers/qr-code.ts';
import { requireVerified, secondFactorChanges } from './changes.ts';
import { wrongCodeMessage } from './messages.ts';
import { sealSecret } from './sealed-secret.ts';
import { fittingStep } from './take-code.ts';
import { newTotpSecret, totpUri } from './totp.ts';

/** Ample time to scan the picture and type the first code. */
const setupMs = 60 * 60_000;
const beginAgainMessage = '設定の時間が切れました。お手数ですが、最初からもう一度お試しください。';
const noneMessage = '認証アプリは設定されていません。';

/** The person's own authenticator app. */
export const ownTotp = (dependencies: AuthDependencies) => {
  const { db, clock, attempts } = dependencies;
  const changes = secondFactorChanges(dependencies);

  /** Confirms the app being set up, which replaces an earlier one. */
  async function confirm(tx: Transaction, uid: string, code: string, now: Date) {
    const isBegun = and(
      eq(authTwoFactors.userId, uid),
      eq(authTwoFactors.verified, false),
      gt(authTwoFactors.createdAt, new Date(now.getTime() - setupMs)),
    );
    if ((await tx.$count(authTwoFactors, isBegun)) === 0) {
      throw refuse('Conflict', beginAgainMessage);
    }
    const fitting = await fittingStep(
      tx,
      { uid, isConfirmed: false },
      { code, at: now, secrets: dependencies },
    );
    if (!fitting) throw refuse('ValidationError', wrongCodeMessage);
    const isEarlier = and(eq(authTwoFactors.userId, uid), eq(authTwoFactors.verified, true));
    await tx.delete(authTwoFactors).where(isEarlier);
    await tx
      .update(authTwoFactors)
      .set({ verified: true, lastStep: fitting.step, createdAt: now })
      .where(eq(authTwoFactors.id, fitting.id));
  }

  return {
    /** Starts the setup of an authenticator app; it takes effect after the first code. */
    async enableTotp(
      person: Person,
      caller: Caller,
      password: string | undefined,
    ): Promise<TotpEnrolment> {
      const proof = { password, path: 'password' };
      const credential = await signInAgain(dependencies, person, caller, proof);
      requireVerified(credential);
      const shared = newTotpSecret();
      const sealed = await sealSecret(shared, dependencies);
      const { uid } = person;
      await transaction(db, async (tx) => {
        await changes.held(tx, uid);
        await tx
          .delete(authTwoFactors)
          .where(and(eq(authTwoFactors.userId, uid), eq(authTwoFactors.verified, false)));
        const row = { id: randomUUID(), userId: uid, secret: sealed, verified: false };
        await tx.insert(authTwoFactors).values({ ...row, createdAt: clock() });
      });
      const totpURI = totpUri(shared, credential.email);
      return { totpURI, qrCode: qrCode(totpURI) };
    },

    /** Accepts the app's first code; sign-ins ask for it from now on. */
    async confirmTotp(person: Person, caller: Caller, code: string): Promise<NewRecoveryCodes> {
      const { uid } = person;
      const counted = await countTry(attempts, [['second factor by account', uid]]);
      const answer = await changes.add(person, caller, 'totp-on', (tx, now) =>
        confirm(tx, uid, code, now),
      );
      await counted.succeeded();
      return answer;
    },

    /** Removes the app. Refuses the last second factor of a person who must have one. */
    async disableTotp(person: Person, caller: Caller, password: string | undefined): Promise<void> {
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      const { uid } = person;
      await changes.remove(person, caller, 'totp-off', async (tx) => {
        const gone = await tx
          .delete(authTwoFactors)
          .where(eq(authTwoFactors.userId, uid))
          .returning({ isConfirmed: authTwoFactors.verified });
        if (!gone.some(({ isConfirmed }) => isConfirmed)) throw refuse('NotFound', noneMessage);
      });
    },
  };
};
