import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { authSessions } from '#server/db/schema/auth.ts';

export const sessionDays = 30;

/**
 * Opens a session and returns its secret token, which goes into the cookie and nowhere else. It ends
 * by the database's clock, which all processes share. Of the browser only its kind is stored, for the
 * person's own list; no address.
 */
export async function openSession(
  tx: Transaction,
  {
    uid,
    now,
    isRemembered,
    device,
  }: { uid: string; now: Date; isRemembered: boolean; device: string },
): Promise<string> {
  const isOver = and(eq(authSessions.userId, uid), lt(authSessions.expiresAt, sql`now()`));
  await tx.delete(authSessions).where(isOver);
  const token = randomBytes(24).toString('base64url');
  const lifeDays = isRemembered ? sessionDays : 1;
  await tx.insert(authSessions).values({
    id: randomUUID(),
    token,
    userId: uid,
    expiresAt: sql`now() + make_interval(days => ${lifeDays})`,
    userAgent: device,
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** Ends the session of a secret token; returns whose it was, undefined when there is none. */
export async function endSession(
  tx: Transaction,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const [ended] = await tx
    .delete(authSessions)
    .where(eq(authSessions.token, token))
    .returning({ uid: authSessions.userId });
  return ended?.uid;
}

/** Ends every session of a person; their tokens are refused within a second. */
export async function endSessionsOf(tx: Transaction, uid: string): Promise<void> {
  await tx.delete(authSessions).where(eq(authSessions.userId, uid));
}
