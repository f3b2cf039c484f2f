import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/**
 * What is done by one at a time, however many processes there are; two names never share a number. Migrations and triggers
 * know theirs as a number: those stay as they are.
 */
export const lockNumbers = {
  migration: 7_461_001,
  sample: 7_461_002,
  'dealer-entries': 7_461_003,
  numbers: 7_461_004,
  fund: 7_461_005,
  'fund-terms': 7_461_006,
  'goods-sales': 7_461_007,
  'journal-codes': 7_461_008,
  'thanks-mails': 7_461_009,
  'thanks-templates': 7_461_010,
  'associate-import': 7_461_011,
  'tablet-batch': 7_461_012,
  /** Shared for postings (taken by a trigger), exclusive for closing a month (docs/decisions/0026). */
  books: 7_461_013,
  'remittance-runs': 7_461_014,
  'carrier-answer': 7_461_015,
  scan: 7_461_016,
  'dealer-ledger-settings': 7_461_017,
  'kit-batches': 7_461_018,
  version: 7_461_019,
  backup: 7_461_020,
  'file-store': 7_461_021,
  'public-book': 7_461_022,
  'public-log': 7_461_023,
  'use-reports': 7_461_024,
  'sold-mails': 7_461_025,
  publication: 7_461_026,
} as const;
export type LockName = keyof typeof lockNumbers;

/** PostgreSQL keeps locks of one number and of two apart. */
const keyOf = (name: LockName, key: string | undefined): SQL =>
  key === undefined
    ? sql`${lockNumbers[name]}::bigint`
    : sql`${lockNumbers[name]}::int, hashtext(${key})`;

/** Waits until no other transaction holds this lock, and holds it until this one ends. */
export async function lock(tx: Transaction, name: LockName, key?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(name, key)})`);
}

/** Takes a lock shared; an exclusive taker waits for all holders. */
export async function lockShared(tx: Transaction, name: LockName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(name, undefined)})`);
}

/** Takes it where it is free; false where another transaction holds it. */
export async function tryLock(tx: Transaction, name: LockName): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(name, undefined)}) as "isMine"`,
  );
  return rows[0]?.isMine === true;
}
