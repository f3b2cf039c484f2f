import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { SecondFactorKind } from '#people/sign-in/second-factor.ts';
import { passkeys, recoveryCodes } from '#people/sign-in/second-factor-tables.server.ts';
import { authTwoFactors } from '#people/sign-in/sign-in-tables.server.ts';

const hasTotp = (uid: SQL) =>
  sql`exists (select from auth_two_factors where user_id = ${uid} and verified)`;
const hasPasskey = (uid: SQL) => sql`exists (select from passkeys where uid = ${uid})`;

/** Whether a person has a second factor: a confirmed authenticator app, or a passkey. */
export const hasSecondFactor = (uid: SQL): SQL<boolean> =>
  sql<boolean>`(${hasTotp(uid)} or ${hasPasskey(uid)})`;

/** Whether a person must have one: everyone but donors, except sample people on installations that allow them. */
export const isSecondFactorDemanded = (
  { role, isSample }: { role: string | undefined; isSample: boolean },
  allowSampleSignIns: boolean,
): boolean => role !== undefined && role !== 'donor' && !(isSample && allowSampleSignIns);

/** Kinds of second factors that a person has. */
export async function secondFactorsOf(
  db: Database | Transaction,
  uid: string,
): Promise<SecondFactorKind[]> {
  const { rows } = await db.execute<{ totp: boolean; passkey: boolean }>(sql`
    select ${hasTotp(sql`${uid}`)} as totp, ${hasPasskey(sql`${uid}`)} as passkey`);
  return SecondFactorKind.options.filter((kind) => rows[0]?.[kind]);
}

/**
 * Removes a person's second factors and recovery codes, or those added from `since` on. Recovery codes are void without
 * a second factor.
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
