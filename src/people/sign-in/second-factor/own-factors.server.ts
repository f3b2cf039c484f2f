import { asc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import type { RecoveryCodes, SecondFactors } from '#people/sign-in/second-factor.ts';
import { passkeys } from '#people/sign-in/second-factor-tables.server.ts';
import { renewSession } from '#people/sign-in/tokens/renew-session.server.ts';
import { secondFactorChanges } from './changes.server.ts';
import { isSecondFactorDemanded, secondFactorsOf } from './factors.server.ts';
import { wrongCodeMessage, wrongRecoveryCodeMessage } from './messages.server.ts';
import {
  countRecoveryCodes,
  findRecoveryCode,
  newRecoveryCodes,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.server.ts';
import { isShown, recordShown } from './shown.server.ts';
import { takeTotpCode } from './take-code.server.ts';

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
