import { randomUUID } from 'node:crypto';
import { and, eq, exists, gt, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authAccounts, authSessions, authUsers } from './sign-in-tables.server.ts';

/** Age at which a registration without a product record counts as aborted. */
export const unfinishedAfterMs = 15 * 60 * 1000;

/** A person who signs in; `passwordHash` is null if no password is set. */
export type Credential = {
  uid: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string | null;
  isRegistered: boolean;
  /** Undefined until registration is complete. */
  role: Role | undefined;
  isSample: boolean;
  isLocked: boolean;
  name: string;
};

/** Credential of an e-mail (normalised) or a uid, or undefined. */
export async function findCredential(
  db: Database | Transaction,
  by: { email: string } | { uid: string },
): Promise<Credential | undefined> {
  const [row] = await db
    .select({
      uid: authUsers.id,
      email: authUsers.email,
      emailVerified: authUsers.emailVerified,
      passwordHash: authAccounts.password,
      role: users.role,
      isSample: users.isSample,
      lockedAt: users.lockedAt,
      lastName: users.lastName,
      firstName: users.firstName,
    })
    .from(authUsers)
    .leftJoin(
      authAccounts,
      and(eq(authAccounts.userId, authUsers.id), eq(authAccounts.providerId, 'credential')),
    )
    .leftJoin(users, eq(users.uid, authUsers.id))
    .where('email' in by ? eq(authUsers.email, by.email) : eq(authUsers.id, by.uid));
  return (
    row && {
      uid: row.uid,
      email: row.email,
      emailVerified: row.emailVerified,
      passwordHash: row.passwordHash,
      isRegistered: row.role !== null,
      role: Role.safeParse(row.role).data,
      isSample: row.isSample ?? false,
      isLocked: row.lockedAt !== null,
      name: `${row.lastName ?? ''} ${row.firstName ?? ''}`.trim(),
    }
  );
}

/**
 * Creates a credential; undefined if the e-mail (normalised) has one. Of two concurrent calls one wins. Without a
 * password it is used through a linked service, which may also have verified the e-mail.
 */
export async function createCredential(
  tx: Transaction,
  {
    email,
    passwordHash,
    isVerified = false,
    now,
  }: { email: string; passwordHash?: string; isVerified?: boolean; now: Date },
): Promise<string | undefined> {
  const uid = randomUUID();
  const made = await tx
    .insert(authUsers)
    .values({
      id: uid,
      name: '',
      email,
      emailVerified: isVerified,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ uid: authUsers.id });
  if (made.length === 0) return undefined;
  if (passwordHash !== undefined) await setPasswordHash(tx, uid, passwordHash, now);
  return uid;
}

/** Sets a person's password; null removes it, so that only a reset by mail sets a new one. */
export async function setPasswordHash(
  tx: Transaction,
  uid: string,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  await tx
    .insert(authAccounts)
    .values({
      id: randomUUID(),
      accountId: uid,
      providerId: 'credential',
      userId: uid,
      password: passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [authAccounts.providerId, authAccounts.accountId],
      set: { password: passwordHash, updatedAt: now },
    });
}

/**
 * Changes a person's e-mail in both records; the unique constraints refuse a taken one. Refuses as stale if it is not
 * `from`, if given.
 */
export async function moveEmail(
  tx: Transaction,
  {
    uid,
    from,
    email,
    isVerified,
    now,
  }: { uid: string; from?: string; email: string; isVerified: boolean; now: Date },
): Promise<void> {
  const moved = await tx
    .update(authUsers)
    .set({ email, emailVerified: isVerified, updatedAt: now })
    .where(and(eq(authUsers.id, uid), from === undefined ? undefined : eq(authUsers.email, from)))
    .returning({ uid: authUsers.id });
  if (moved.length === 0) throw stale();
  await tx
    .update(users)
    .set({ email, accountVersion: sql`${users.accountVersion} + 1` })
    .where(eq(users.uid, uid));
}

/**
 * Locks a row of the auth provider until the transaction ends: the next statement then sees an account created
 * concurrently, or finds the row gone.
 */
const lockAuthUser = (tx: Transaction, which: SQL) =>
  tx.select({ uid: authUsers.id }).from(authUsers).where(which).for('update');

const hasNoAccount = (tx: Transaction) =>
  notExists(tx.select().from(users).where(eq(users.uid, authUsers.id)));

/**
 * Frees an e-mail held by an aborted registration: its creator never verified the address, so it must not lock the
 * owner out (pre-registration, better-auth#11023).
 */
export async function releaseUnfinished(tx: Transaction, email: string, now: Date): Promise<void> {
  await lockAuthUser(tx, eq(authUsers.email, email));
  const horizon = new Date(now.getTime() - unfinishedAfterMs);
  await tx
    .delete(authUsers)
    .where(and(eq(authUsers.email, email), lt(authUsers.createdAt, horizon), hasNoAccount(tx)));
}

/**
 * Removes a sign-up for the session that it opened, unless a record of the product depends on it (docs/decisions/0011).
 * Returns whether one was removed.
 */
export async function removeNewcomer(
  tx: Transaction,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: Date },
): Promise<boolean> {
  await lockAuthUser(tx, eq(authUsers.id, uid));
  const horizon = new Date(now.getTime() - unfinishedAfterMs);
  // A sign-up gives user and session the same creation time; a sign-in does not.
  const openedBySignUp = exists(
    tx
      .select()
      .from(authSessions)
      .where(
        and(
          eq(authSessions.id, sessionId),
          eq(authSessions.userId, authUsers.id),
          eq(authSessions.createdAt, authUsers.createdAt),
        ),
      ),
  );
  const removed = await tx
    .delete(authUsers)
    .where(
      and(
        eq(authUsers.id, uid),
        gt(authUsers.createdAt, horizon),
        hasNoAccount(tx),
        openedBySignUp,
      ),
    )
    .returning({ uid: authUsers.id });
  return removed.length > 0;
}
