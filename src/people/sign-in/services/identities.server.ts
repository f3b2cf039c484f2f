import { randomUUID } from 'node:crypto';
import { and, eq, gt, gte, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import {
  authAccounts,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';

/** Time for which a new sign-in at a service replaces the password, in this session only. */
const provenForMs = 10 * 60_000;

/** A person's identity at a service. */
export type LinkedIdentity = { service: string; accountId: string };

const matchesIdentity = ({ service, accountId }: LinkedIdentity) =>
  and(eq(authAccounts.providerId, service), eq(authAccounts.accountId, accountId));

/** The uid linked to an identity, or undefined. */
export async function holderOfIdentity(
  db: Database | Transaction,
  identity: LinkedIdentity,
): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: authAccounts.userId })
    .from(authAccounts)
    .where(matchesIdentity(identity));
  return row?.uid;
}

/** Links an identity to a person. False if linked already; of two concurrent calls one wins. */
export async function linkIdentity(
  tx: Transaction,
  uid: string,
  { service, accountId }: LinkedIdentity,
  now: Date,
): Promise<boolean> {
  const made = await tx
    .insert(authAccounts)
    .values({
      id: randomUUID(),
      accountId,
      providerId: service,
      userId: uid,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [authAccounts.providerId, authAccounts.accountId] })
    .returning({ id: authAccounts.id });
  return made.length > 0;
}

/** Locks a person's record while it is linked, if their e-mail is this one and verified (docs/decisions/0011). */
export async function lockIfVerified(
  tx: Transaction,
  uid: string,
  email: string,
): Promise<boolean> {
  const rows = await tx
    .select({ uid: authUsers.id })
    .from(authUsers)
    .where(
      and(eq(authUsers.id, uid), eq(authUsers.email, email), eq(authUsers.emailVerified, true)),
    )
    .for('update');
  return rows.length > 0;
}

/** Locks a person's record: concurrent linking and unlinking waits and then sees the result. */
export async function lockPersonRecord(tx: Transaction, uid: string): Promise<void> {
  await tx.select({ uid: authUsers.id }).from(authUsers).where(eq(authUsers.id, uid)).for('update');
}

/** Sign-in methods of a person: whether a password is set, and the ids of linked services. */
export async function signInMethodsOf(
  db: Database | Transaction,
  uid: string,
): Promise<{ hasPassword: boolean; serviceIds: string[] }> {
  const rows = await db
    .select({
      providerId: authAccounts.providerId,
      isSet: sql<boolean>`${authAccounts.password} is not null`,
    })
    .from(authAccounts)
    .where(eq(authAccounts.userId, uid))
    .orderBy(authAccounts.createdAt, authAccounts.id);
  const serviceIds = rows.map(({ providerId }) => providerId).filter((id) => id !== 'credential');
  return { hasPassword: rows.some(({ isSet }) => isSet), serviceIds: [...new Set(serviceIds)] };
}

/** Unlinks a person from one service. */
export async function unlinkService(tx: Transaction, uid: string, service: string): Promise<void> {
  await tx
    .delete(authAccounts)
    .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, service)));
}

/** Unlinks a person from every service, or from those linked from `since` on. */
export async function unlinkIdentities(tx: Transaction, uid: string, since?: Date): Promise<void> {
  await tx
    .delete(authAccounts)
    .where(
      and(
        eq(authAccounts.userId, uid),
        ne(authAccounts.providerId, 'credential'),
        since && gte(authAccounts.createdAt, since),
      ),
    );
}

const proofOf = (sessionId: string) => `re-sign-in:${sessionId}`;

/** Records that the person of a session has just signed in anew at their service. */
export async function noteProof(
  tx: Transaction,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: Date },
): Promise<void> {
  await tx.insert(authVerifications).values({
    id: randomUUID(),
    identifier: proofOf(sessionId),
    // Starts with the uid, like the values of mailed links, so that a person's rows are found by prefix.
    value: `${uid} ${sessionId}`,
    expiresAt: new Date(now.getTime() + provenForMs),
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether it was within the last ten minutes. */
export async function isProven(
  db: Database | Transaction,
  { uid, sessionId }: { uid: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const [proof] = await db
    .select({ id: authVerifications.id })
    .from(authVerifications)
    .where(
      and(
        eq(authVerifications.identifier, proofOf(sessionId)),
        eq(authVerifications.value, `${uid} ${sessionId}`),
        gt(authVerifications.expiresAt, now),
      ),
    );
  return proof !== undefined;
}
