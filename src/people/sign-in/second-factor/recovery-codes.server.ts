import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { hashPassword, type PasswordCost, passwordFits } from '#people/sign-in/passwords.server.ts';
import { recoveryCodes } from '#people/sign-in/second-factor-tables.server.ts';

const howMany = 10;
/** Without look-alike letters; twelve of these 31 are 59 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const inGroup = 6;

const group = () =>
  Array.from({ length: inGroup }, () => letters[randomInt(letters.length)]).join('');

/** Normal form for comparison: any case and width, with or without hyphens and spaces. */
const plain = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s‐-―−ー-]/g, '');

/** Codes with their hashes, for storage. */
export type HashedCodes = { codes: string[]; hashes: string[] };

/**
 * Creates ten codes. Hashed like passwords, without a key: so they outlive a change of SECRET, and an attacker with the
 * database has to try 59 bits at the cost of Argon2id each.
 */
export async function newRecoveryCodes(cost: PasswordCost | undefined): Promise<HashedCodes> {
  const codes = Array.from({ length: howMany }, () => `${group()}-${group()}`);
  return { codes, hashes: await hashed(codes, cost) };
}

async function hashed(codes: readonly string[], cost: PasswordCost | undefined): Promise<string[]> {
  const hashes: string[] = [];
  // One after another: sign-ins hash on the same threads.
  for (const code of codes) hashes.push(await hashPassword(plain(code), cost));
  return hashes;
}

/** Stores new codes in place of a person's earlier ones. */
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

/** Number of a person's unused codes. */
export const countRecoveryCodes = (db: Database, uid: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.uid, uid));

/** Row id of a person's matching code, or undefined. */
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

/** Consumes a code. Of two concurrent calls one gets true. */
export async function spendRecoveryCode(tx: Transaction, id: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.id, id))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}
