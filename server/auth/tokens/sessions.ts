import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, like, lt, sql } from 'drizzle-orm';
import { noteShown } from '#server/auth/second-factor/shown.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { authSessions, authVerifications } from '#server/db/schema/auth.ts';

export const sessionDays = 30;

/** No session lasts longer, however it is used: 90 days, those of operators and staff twelve hours. */
const longest = (uid: string) => sql`now() + case
  when exists (select from users where uid = ${uid} and role in ('operator', 'staff'))
  then interval '12 hours' else interval '90 days' end`;

/**
 * Opens a session and returns its secret token, which goes into the cookie and nowhere else. It ends
 * by the database's clock, which all processes share. Of the browser only its kind is stored, for the
 * person's own list; no address. `isShown` says that its person has just shown a second factor.
 */
export async function openSession(
  tx: Transaction,
  {
    uid,
    now,
    isRemembered,
    device,
    isShown = false,
  }: { uid: string; now: Date; isRemembered: boolean; device: string; isShown?: boolean },
): Promise<string> {
  const isOver = and(eq(authSessions.userId, uid), lt(authSessions.expiresAt, sql`now()`));
  await tx.delete(authSessions).where(isOver);
  const token = randomBytes(24).toString('base64url');
  const id = randomUUID();
  const lifeDays = isRemembered ? sessionDays : 1;
  await tx.insert(authSessions).values({
    id,
    token,
    userId: uid,
    isRemembered,
    expiresAt: sql`least(now() + make_interval(days => ${lifeDays}), ${longest(uid)})`,
    endsAt: longest(uid),
    userAgent: device,
    createdAt: now,
    updatedAt: now,
  });
  if (isShown) await noteShown(tx, { uid, sessionId: id, now });
  return token;
}

/**
 * Moves the end of a session that is in use, if it is one to be remembered, and never beyond its last
 * end. By a day or more, so that few requests write; returns whether it moved.
 */
export async function prolongSession(db: Database, token: string): Promise<boolean> {
  const end = (days: number) =>
    sql`least(now() + make_interval(days => ${days}), ${authSessions.endsAt})`;
  const moved = await db
    .update(authSessions)
    .set({ expiresAt: end(sessionDays) })
    .where(
      and(
        eq(authSessions.token, token),
        eq(authSessions.isRemembered, true),
        sql`${authSessions.expiresAt} > now()`,
        sql`${authSessions.expiresAt} < ${end(sessionDays - 1)}`,
      ),
    )
    .returning({ id: authSessions.id });
  return moved.length > 0;
}

/** Whether a session is one to be remembered: the one that takes its place is of the same kind. */
export async function isRememberedSession(tx: Transaction, id: string): Promise<boolean> {
  const [session] = await tx
    .select({ isRemembered: authSessions.isRemembered })
    .from(authSessions)
    .where(eq(authSessions.id, id));
  return session?.isRemembered ?? false;
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

/**
 * Ends every session of a person, and the sign-ins that wait for their second step; their tokens are
 * refused within a second.
 */
export async function endSessionsOf(tx: Transaction, uid: string): Promise<void> {
  await tx.delete(authSessions).where(eq(authSessions.userId, uid));
  await tx
    .delete(authVerifications)
    .where(
      and(
        like(authVerifications.identifier, 'second-step:%'),
        sql`split_part(${authVerifications.value}, ' ', 1) = ${uid}`,
      ),
    );
}
