import { and, eq, gt, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { retentionDays } from '#domain/legal/retention-days.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applicationTokens } from '#server/db/schema/applications.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { authSessions, authUsers, authVerifications } from '#server/db/schema/auth.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency.ts';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { invitations } from '#server/db/schema/people.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Few enough that nobody waits for their locks. */
const rowsAtOnce = 1_000;
/** Of security events in one sweep, which may be very many. */
const securityBatches = 100;

/** Removes what is over at `now`, each table in batches. */
export async function sweepWhatIsOver(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  // By the database's clock, by which they were opened.
  await removeAll(db, authSessions, lt(authSessions.expiresAt, sql`now()`));
  await removeAll(db, authVerifications, lt(authVerifications.expiresAt, now));
  await removeAll(db, applicationTokens, lt(applicationTokens.expiresAt, now));
  await removeAll(
    db,
    idempotencyKeys,
    lt(idempotencyKeys.createdAt, before(retentionDays.submittedKey)),
  );
  await removeAll(
    db,
    attemptBudgets,
    lt(attemptBudgets.windowStart, before(retentionDays.countedTry)),
  );
  await removeAll(
    db,
    outboxMails,
    and(
      lt(outboxMails.createdAt, before(retentionDays.mail)),
      inArray(outboxMails.state, ['sent', 'dead']),
    ),
  );
  await removeAll(db, invitations, lt(invitations.expiresAt, before(retentionDays.invitation)));
  await removeSecurityEvents(db);
  await removeUnfinishedSignUps(db, before(retentionDays.unfinishedSignUp));
}

/** By the database's clock: its trigger lets no younger ones go. A year's first sweep leaves some for the next hours. */
const removeSecurityEvents = (db: Database) =>
  removeAll(
    db,
    auditLog,
    sql`split_part(${auditLog.action}, '.', 1) = 'security'
      and ${auditLog.at} < now() - make_interval(days => ${retentionDays.securityEvent})`,
    securityBatches,
  );

async function removeAll(
  db: Database,
  table: PgTable,
  isOver: SQL | undefined,
  mostBatches = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch++) {
    // Rows that are locked are left for the next hour.
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOver} limit ${rowsAtOnce} for update skip locked))`);
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
}

/**
 * Sign-ups that never became an account, unless there is still a session of the last day: then
 * the registration may still be completed.
 */
async function removeUnfinishedSignUps(db: Database, since: Date): Promise<void> {
  const isUnfinished = and(
    lt(authUsers.createdAt, since),
    notExists(db.select({ one: sql`1` }).from(users).where(eq(users.uid, authUsers.id))),
    notExists(
      db
        .select({ one: sql`1` })
        .from(authSessions)
        .where(and(eq(authSessions.userId, authUsers.id), gt(authSessions.createdAt, since))),
    ),
  );
  for (;;) {
    const removed = await transaction(db, async (tx) => {
      const locked = await tx
        .select({ uid: authUsers.id })
        .from(authUsers)
        .where(isUnfinished)
        .limit(rowsAtOnce)
        .for('update', { skipLocked: true });
      const uids = locked.map(({ uid }) => uid);
      // Checked again now that they are locked: an account that was just made on one is seen.
      if (uids.length > 0) {
        await tx.delete(authUsers).where(and(inArray(authUsers.id, uids), isUnfinished));
      }
      return uids.length;
    });
    if (removed < rowsAtOnce) return;
  }
}
