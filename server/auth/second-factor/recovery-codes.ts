import { randomInt, randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { hashPassword, type PasswordCost, passwordFits } from '#server/auth/passwords.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { authTwoFactors } from '#server/db/schema/auth.ts';
import { recoveryCodes } from '#server/db/schema/second-factor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { openSecret } from './sealed-secret.ts';

const howMany = 10;
/** Without letters that look alike; twelve of these 31 have 59 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const inGroup = 6;

const group = () =>
  Array.from({ length: inGroup }, () => letters[randomInt(letters.length)]).join('');

/** As it is compared: in any case and width, with or without hyphens and spaces. */
const plain = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s‐-―−ー-]/g, '');

/** Codes with their hashes, to be stored. */
export type HashedCodes = { codes: string[]; hashes: string[] };

/**
 * Ten new codes. They are hashed as passwords are, without a key: so they outlive a change of SECRET, and
 * whoever reads the database has to try 59 bits at the price of Argon2id each.
 */
export async function newRecoveryCodes(cost: PasswordCost | undefined): Promise<HashedCodes> {
  const codes = Array.from({ length: howMany }, () => `${group()}-${group()}`);
  return { codes, hashes: await hashed(codes, cost) };
}

async function hashed(codes: readonly string[], cost: PasswordCost | undefined): Promise<string[]> {
  const hashes: string[] = [];
  // One after another: sign-ins have the same threads to hash in.
  for (const code of codes) hashes.push(await hashPassword(plain(code), cost));
  return hashes;
}

/** Stores new codes in the place of a person's earlier ones. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  uid: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  await tx.update(authTwoFactors).set({ backupCodes: null }).where(eq(authTwoFactors.userId, uid));
  await addCodes(tx, uid, hashes, now);
}

async function addCodes(tx: Transaction, uid: string, hashes: readonly string[], now: Date) {
  if (hashes.length === 0) return;
  const rows = hashes.map((codeHash) => ({ id: randomUUID(), uid, codeHash, createdAt: now }));
  await tx.insert(recoveryCodes).values(rows);
}

const BackupCodes = z.array(z.string());

/** The codes of better-auth's plugin, which stored them encrypted; none once they are hashed. */
async function backupCodesOf({ db, ...secrets }: Secrets & Pick<Dependencies, 'db'>, uid: string) {
  const [row] = await db
    .select({ id: authTwoFactors.id, sealed: authTwoFactors.backupCodes })
    .from(authTwoFactors)
    .where(
      and(
        eq(authTwoFactors.userId, uid),
        eq(authTwoFactors.verified, true),
        isNotNull(authTwoFactors.backupCodes),
      ),
    );
  if (!row?.sealed) return undefined;
  const text = await openSecret(row.sealed, secrets);
  if (text === undefined) return undefined;
  return { id: row.id, sealed: row.sealed, codes: BackupCodes.parse(JSON.parse(text)) };
}

/** How many codes a person has left. */
export async function countRecoveryCodes(
  dependencies: Secrets & Pick<Dependencies, 'db'>,
  uid: string,
): Promise<number> {
  const { db } = dependencies;
  const backup = await backupCodesOf(dependencies, uid);
  return (await db.$count(recoveryCodes, eq(recoveryCodes.uid, uid))) + (backup?.codes.length ?? 0);
}

/** Stores what is left of the plugin's codes as hashes. Of two at once, one does. */
export async function convertBackupCodes(
  dependencies: Secrets & Pick<Dependencies, 'db' | 'clock' | 'passwordCost'>,
  uid: string,
) {
  const { db, clock, passwordCost } = dependencies;
  const backup = await backupCodesOf(dependencies, uid);
  if (!backup) return;
  const hashes = await hashed(backup.codes, passwordCost);
  await transaction(db, async (tx) => {
    const taken = await tx
      .update(authTwoFactors)
      .set({ backupCodes: null })
      .where(and(eq(authTwoFactors.id, backup.id), eq(authTwoFactors.backupCodes, backup.sealed)))
      .returning({ id: authTwoFactors.id });
    if (taken.length > 0) await addCodes(tx, uid, hashes, clock());
  });
}

/** Which of a person's codes this is, by its row; undefined when it is none of them. */
export async function findRecoveryCode(
  dependencies: Secrets & Pick<Dependencies, 'db' | 'clock' | 'passwordCost'>,
  uid: string,
  code: string,
): Promise<string | undefined> {
  await convertBackupCodes(dependencies, uid);
  const rows = await dependencies.db
    .select({ id: recoveryCodes.id, codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.uid, uid));
  for (const { id, codeHash } of rows) {
    if (await passwordFits(codeHash, plain(code))) return id;
  }
  return undefined;
}

/** Uses a code up. Of two at once, one is told true. */
export async function spendRecoveryCode(tx: Transaction, id: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.id, id))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}
