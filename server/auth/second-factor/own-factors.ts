import { asc, eq } from 'drizzle-orm';
import type { RecoveryCodes, SecondFactors } from '#domain/auth/second-factor.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import type { AuthDependencies, Caller } from '#server/auth/auth-dependencies.ts';
import { findCredential } from '#server/auth/credentials.ts';
import { signInAgain } from '#server/auth/re-sign-in.ts';
import { renewSession } from '#server/auth/tokens/renew-session.ts';
import { transaction } from '#server/db/database.ts';
import { passkeys } from '#server/db/schema/second-factor.ts';
import { noteEvent } from '#server/security/events.ts';
import { secondFactorChanges } from './changes.ts';
import { isSecondFactorDemanded, secondFactorsOf } from './factors.ts';
import { wrongCodeMessage, wrongRecoveryCodeMessage } from './messages.ts';
import {
  countRecoveryCodes,
  findRecoveryCode,
  newRecoveryCodes,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.ts';
import { isShown, recordShown } from './shown.ts';
import { takeTotpCode } from './take-code.ts';

const isTotpCode = /^\d{6}$/;

/** A person's view of their second factors, and showing one by a code. */
export const ownFactors = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, allowSampleSignIns } = dependencies;
  const changes = secondFactorChanges(dependencies);

  return {
    /** The person's second factors, without secrets. */
    async secondFactors({ uid, sessionId }: Person): Promise<SecondFactors> {
      const credential = await findCredential(db, { uid });
      const rows = await db
        .select()
        .from(passkeys)
        .where(eq(passkeys.uid, uid))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
      return {
        isDemanded:
          credential !== undefined && isSecondFactorDemanded(credential, allowSampleSignIns),
        hasTotp: (await secondFactorsOf(db, uid)).includes('totp'),
        passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: toTimestamp(createdAt),
          lastUsedAt: lastUsedAt && toTimestamp(lastUsedAt),
        })),
        recoveryCodesLeft: await countRecoveryCodes(db, uid),
        isShown: await isShown(db, { uid, sessionId }, clock()),
      };
    },

    /** Checks a code of the authenticator app, or a recovery code, before a change of sign-in methods. */
    async showSecondFactor(person: Person, caller: Caller, typed: string): Promise<void> {
      const { uid, sessionId } = person;
      const code = typed.normalize('NFKC');
      const isTotp = isTotpCode.test(code);
      const counted = await countTry(attempts, [['second factor by account', uid]]);
      const recoveryId = isTotp ? undefined : await findRecoveryCode(db, uid, code);
      const isTaken = await transaction(db, async (tx) => {
        const now = clock();
        const taken = isTotp
          ? await takeTotpCode(tx, uid, { code, at: now, secrets: dependencies })
          : recoveryId !== undefined && (await spendRecoveryCode(tx, recoveryId));
        if (!taken) return false;
        await recordShown(tx, { uid, sessionId, now });
        if (!isTotp) {
          await changes.tell(tx, await changes.held(tx, uid), caller, 'recovery-code-used');
        }
        return true;
      });
      if (!isTaken) {
        const step = isTotp ? 'totp' : 'recovery-code';
        const { address } = caller;
        await noteEvent(
          db,
          { kind: 'second-factor', outcome: 'failed', who: { uid }, address, details: { step } },
          dependencies,
        );
        throw refuse('ValidationError', isTotp ? wrongCodeMessage : wrongRecoveryCodeMessage);
      }
      await counted.succeeded();
      await renewSession(dependencies, caller, sessionId);
    },

    /** Creates ten recovery codes; the old ones become invalid. Refuses a person without a second factor. */
    async renewRecoveryCodes(
      person: Person,
      caller: Caller,
      password: string | undefined,
    ): Promise<RecoveryCodes> {
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      const { codes, hashes } = await newRecoveryCodes(dependencies.passwordCost);
      const { uid } = person;
      await transaction(db, async (tx) => {
        const credential = await changes.held(tx, uid);
        if ((await secondFactorsOf(tx, uid)).length === 0) {
          throw refuse('Conflict', '予備コードは、2段階認証を設定してからご利用いただけます。');
        }
        await replaceRecoveryCodes(tx, uid, hashes, clock());
        await changes.tell(tx, credential, caller, 'recovery-codes');
      });
      return { recoveryCodes: codes };
    },
  };
};
