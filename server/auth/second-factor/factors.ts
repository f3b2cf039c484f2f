import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { SecondFactorKind } from '#domain/auth/second-factor.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import { passkeys, recoveryCodes } from '#server/db/schema/second-factor.ts';

const hasTotp = (uid: SQL) =>
  sql`exists (select from auth_two_factors where user_id = ${uid} and verified)`;
const hasPasskey = (uid: SQL) => sql`exists (select from passkeys where uid = ${uid})`;

/** Whether the person of a uid has a second factor: an authenticator app that is confirmed, or a passkey. */
export const hasSecondFactor = (uid: SQL): SQL<boolean> =>
  sql<boolean>`(${hasTotp(uid)} or ${hasPasskey(uid)})`;

/** Whether somebody must have one: everybody but donors, and but for sample people where nobody is real. */
export const isSecondFactorDemanded = (
  { role, isSample }: { role: string | undefined; isSample: boolean },
  allowSampleSignIns: boolean,
): boolean => role !== undefined && role !== 'donor' && !(isSample && allowSampleSignIns);

/** The kinds of second factors that a person has. */
export async function secondFactorsOf(
  db: Database | Transaction,
  uid: string,
): Promise<SecondFactorKind[]> {
  const { rows } = await db.execute<{ totp: boolean; passkey: boolean }>(sql`
    select ${hasTotp(sql`${uid}`)} as totp, ${hasPasskey(sql`${uid}`)} as passkey`);
  return SecondFactorKind.options.filter((kind) => rows[0]?.[kind]);
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
