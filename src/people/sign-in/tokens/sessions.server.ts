import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, like, lt, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { recordShown } from '#people/sign-in/second-factor/shown.server.ts';
import { lockedAccountMessage } from '#people/sign-in/sign-in.ts';
import { authSessions, authVerifications } from '#people/sign-in/sign-in-tables.server.ts';

export const sessionDays = 30;
/** Precision of "last seen". */
const seenEveryMs = 4 * 60_000;

/** Fields of a session for its cookie. */
export type OpenSession = {
  /** A secret, only for the cookie. */
  token: string;
  /** Max-Age in seconds; null if the cookie lasts until the browser closes. */
  maxAge: number | null;
};

/** The same as returned by a statement; in whole minutes, to be stable within one. */
export const openSessionColumns = {
  token: authSessions.token,
  maxAge: sql<number | null>`case when ${authSessions.isRemembered} then
    (round(extract(epoch from ${authSessions.expiresAt} - now()) / 60) * 60)::int end`,
};

/** Absolute lifetime of a session: 90 days for donors, twelve hours for everyone else. */
const absoluteEnd = (uid: string) => sql`now() + case
  when exists (select from users where uid = ${uid} and role <> 'donor')
  then interval '12 hours' else interval '90 days' end`;

/**
 * Opens a session. It ends by the database's clock, which all processes share. Stores only the kind of browser, for the
 * person's own list; no address. `isShown` means a second factor was just shown. Refuses a locked account, saying so:
 * the caller has proven that it is theirs.
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
): Promise<OpenSession> {
  await refuseLocked(tx, uid);
  const isOver = and(eq(authSessions.userId, uid), lt(authSessions.expiresAt, sql`now()`));
  await tx.delete(authSessions).where(isOver);
  const token = randomBytes(24).toString('base64url');
  const id = randomUUID();
  const lifeDays = isRemembered ? sessionDays : 1;
  const [session] = await tx
    .insert(authSessions)
    .values({
      id,
      token,
      userId: uid,
      isRemembered,
      expiresAt: sql`least(now() + make_interval(days => ${lifeDays}), ${absoluteEnd(uid)})`,
      endsAt: absoluteEnd(uid),
      userAgent: device,
      createdAt: now,
      updatedAt: now,
    })
    .returning(openSessionColumns);
  if (isShown) await recordShown(tx, { uid, sessionId: id, now });
  return session ?? { token, maxAge: null };
}

/** Waits for a concurrent lock of the account, which would otherwise miss the new session. */
async function refuseLocked(tx: Transaction, uid: string): Promise<void> {
  const [user] = await tx
    .select({ lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.uid, uid))
    .for('share');
  if (user?.lockedAt) {
    throw refuse('ValidationError', lockedAccountMessage, { title: 'ログインできませんでした' });
  }
}

/**
 * Records use of a session: last seen, and an extension if it is remembered, up to its absolute end. In steps of
 * minutes and a day, so that few requests write. Returns the session if it was extended.
 */
export async function recordUse(
  db: Database,
  token: string,
  now: Date,
): Promise<OpenSession | undefined> {
  const end = (days: number) =>
    sql`least(now() + make_interval(days => ${days}), ${authSessions.endsAt})`;
  const isDue = and(
    eq(authSessions.isRemembered, true),
    sql`${authSessions.expiresAt} > now()`,
    sql`${authSessions.expiresAt} < ${end(sessionDays - 1)}`,
  );
  const isUnseen = lt(authSessions.updatedAt, new Date(now.getTime() - seenEveryMs));
  const isThis = eq(authSessions.token, token);
  const [seen] = await db
    .update(authSessions)
    .set({ updatedAt: now })
    .where(and(isThis, or(isUnseen, isDue)))
    .returning({ id: authSessions.id });
  if (!seen) return undefined;
  const [moved] = await db
    .update(authSessions)
    .set({ expiresAt: end(sessionDays) })
    .where(and(isThis, isDue))
    .returning(openSessionColumns);
  return moved;
}

/** Whether a session is remembered: its replacement is of the same kind. */
export async function isRememberedSession(tx: Transaction, id: string): Promise<boolean> {
  const [session] = await tx
    .select({ isRemembered: authSessions.isRemembered })
    .from(authSessions)
    .where(eq(authSessions.id, id));
  return session?.isRemembered ?? false;
}

/** Ends the session of a secret token; returns its uid, or undefined. */
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

/** Ends every session and pending sign-in of a person; their tokens are refused within a second. */
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
