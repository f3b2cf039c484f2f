import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { SecondFactorKind } from '#domain/auth/second-factor.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import { passkeys, recoveryCodes } from '#server/db/schema/second-factor.ts';

/** Whether the person of a uid has a second factor: an authenticator app that is confirmed, or a passkey. */
export const hasSecondFactor = (uid: SQL): SQL<boolean> => sql<boolean>`(
  exists (select from auth_two_factors where user_id = ${uid} and verified)
  or exists (select from passkeys where uid = ${uid}))`;

/** Whether somebody must have one: operators and staff, but for sample people where nobody is real. */
export const isSecondFactorDemanded = (
  { role, isSample }: { role: string | undefined; isSample: boolean },
  allowSampleSignIns: boolean,
): boolean => (role === 'operator' || role === 'staff') && !(isSample && allowSampleSignIns);

/** The kinds of second factors that a person has. */
export async function secondFactorsOf(
  db: Database | Transaction,
  uid: string,
): Promise<SecondFactorKind[]> {
  const [totp, passkey] = [
    await db
      .select({ id: authTwoFactors.id })
      .from(authTwoFactors)
      .where(and(eq(authTwoFactors.userId, uid), eq(authTwoFactors.verified, true))),
    await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.uid, uid)).limit(1),
  ];
  return [
    ...(totp.length > 0 ? (['totp'] as const) : []),
    ...(passkey.length > 0 ? (['passkey'] as const) : []),
  ];
}

/**
 * Takes a person's second factors and recovery codes away, or those made from `since` on. Recovery codes
 * without a second factor are none.
 */
export async function removeSecondFactors(
  tx: Transaction,
  uid: string,
  since?: Date,
): Promise<void> {
  await tx
    .delete(authTwoFactors)
    .where(and(eq(authTwoFactors.userId, uid), since && gte(authTwoFactors.createdAt, since)));
  await tx
    .delete(passkeys)
    .where(and(eq(passkeys.uid, uid), since && gte(passkeys.createdAt, since)));
  const remaining = since ? await secondFactorsOf(tx, uid) : [];
  await tx
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.uid, uid),
        remaining.length > 0 && since ? gte(recoveryCodes.createdAt, since) : undefined,
      ),
    );
}
