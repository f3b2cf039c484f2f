import { and, eq, gt, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { applicationTokens } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { retentionDays } from '#people/legal/retention-days.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { retractions } from '#people/retractions/retraction-tables.server.ts';
import { invitations } from '#people/roles/role-tables.server.ts';
import {
  authSessions,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Rows per batch, so that no request waits for its locks. */
const rowsAtOnce = 1_000;
/** Batches of security events per sweep, since there may be very many. */
const securityBatches = 100;

/** Rows that have expired at `now`, by table; each condition has an index, since it is asked every hour. */
export function expiredRows(now: Date): { table: PgTable; isOver: SQL | undefined }[] {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return [
    // By the database's clock, which set their expiry.
    { table: authSessions, isOver: lt(authSessions.expiresAt, sql`now()`) },
    { table: authVerifications, isOver: lt(authVerifications.expiresAt, now) },
    { table: applicationTokens, isOver: lt(applicationTokens.expiresAt, now) },
    {
      table: idempotencyKeys,
      isOver: lt(idempotencyKeys.createdAt, before(retentionDays.submittedKey)),
    },
    {
      table: attemptBudgets,
      isOver: lt(attemptBudgets.windowStart, before(retentionDays.countedTry)),
    },
    {
      table: outboxMails,
      isOver: and(
        lt(outboxMails.createdAt, before(retentionDays.mail)),
        inArray(outboxMails.state, ['sent', 'dead']),
      ),
    },
  ];
}

/** Deletes what has expired at `now`, each table in batches. */
async function deleteExpired(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  for (const { table, isOver } of expiredRows(now)) await removeAll(db, table, isOver);
  // Few rows.
  await removeAll(db, invitations, lt(invitations.expiresAt, before(retentionDays.invitation)));
  await removeAll(db, retractions, lt(retractions.at, before(retentionDays.retraction)));
  await removeSecurityEvents(db);
  await removeUnfinishedSignUps(db, before(retentionDays.unfinishedSignUp));
}

/**
 * By the database's clock, since its trigger protects younger events. The first sweep of a year leaves some for the
 * next hours.
 */
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
    // Locked rows are left for the next hour.
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOver} limit ${rowsAtOnce} for update skip locked))`);
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
}

/**
 * Deletes sign-ups that never became an account, unless one has a session of the last day: that registration may
 * still be completed.
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
      // Checked again under the lock, which sees an account created just now.
      if (uids.length > 0) {
        await tx.delete(authUsers).where(and(inArray(authUsers.id, uids), isUnfinished));
      }
      return uids.length;
    });
    if (removed < rowsAtOnce) return;
  }
}

const settingKey = 'last-sweep';
const sweepEveryMs = 60 * 60 * 1000;
/** Late enough not to slow down the start. */
const firstSweepAfterMs = 10_000;

const failing = 'sweeping waits';

type RetentionDeps = Pick<Dependencies, 'db' | 'clock'> & {
  /** Removal of other expired data, by the services that own it. */
  sweeps: readonly (() => Promise<void>)[];
};

/** Deletes data after the periods stated in the privacy policy. */
export const retention = ({ db, clock, sweeps }: RetentionDeps) => {
  /**
   * Deletes expired data, unless a process began to within the last hour; returns whether this one did. After a crash
   * the next hour continues.
   */
  async function sweep(): Promise<boolean> {
    const mine = await db.execute(sql`
      insert into ${settings} (key, value) values (${settingKey}, to_jsonb(now()))
      on conflict (key) do update set value = excluded.value
      where (${settings.value} #>> '{}')::timestamptz
        <= now() - make_interval(secs => ${sweepEveryMs / 1000}::double precision)
      returning key`);
    if (mine.rows.length === 0) return false;
    const all = [() => deleteExpired(db, clock()), ...sweeps];
    // A failure does not stop the others.
    for (const one of all) await one().catch((error: unknown) => logFailure(failing, error));
    return true;
  }

  // Tries more often than it sweeps, so that a stopped process leaves no gap of two hours.
  const everyMs = sweepEveryMs / 4;
  return {
    sweep,
    ...poll(sweep, { job: 'retention', everyMs, firstAfterMs: firstSweepAfterMs, failing }),
  };
};
