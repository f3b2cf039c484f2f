import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { qrCode } from '#organisations/flyers/qr-code.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import type { NewRecoveryCodes, TotpEnrolment } from '#people/sign-in/second-factor.ts';
import { authTwoFactors } from '#people/sign-in/sign-in-tables.server.ts';
import { requireVerified, secondFactorChanges } from './changes.server.ts';
import { wrongCodeMessage } from './messages.server.ts';
import { sealSecret } from './sealed-secret.server.ts';
import { fittingStep } from './take-code.server.ts';
import { newTotpSecret, totpUri } from './totp.server.ts';

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
