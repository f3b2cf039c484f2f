import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hashPassword, type PasswordCost, passwordFits } from '#server/auth/passwords.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { recoveryCodes } from '#server/db/schema/second-factor.ts';

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
  const rows = hashes.map((codeHash) => ({ id: randomUUID(), uid, codeHash, createdAt: now }));
  await tx.insert(recoveryCodes).values(rows);
}

/** How many codes a person has left. */
export const countRecoveryCodes = (db: Database, uid: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.uid, uid));

/** Which of a person's codes this is, by its row; undefined when it is none of them. */
export async function findRecoveryCode(
  db: Database,
  uid: string,
  code: string,
): Promise<string | undefined> {
  const rows = await db
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
