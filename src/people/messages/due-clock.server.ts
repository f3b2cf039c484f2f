import { inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Key } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { Colleague, ThreadFacts } from './thread.ts';

type DueRow = { assigneeUid: string | null; dueAt: Date | null };

/** Sorts by due date, undated rows last. Matches the expression of the indexes. */
export const dueKey = (column: SQLWrapper): Key => ({
  by: sql`(coalesce(${column}, timestamptz '9999-01-01 00:00:00+00'))`,
  direction: 'asc',
  type: 'timestamptz',
});
export const dueValue = ({ dueAt }: DueRow): number =>
  (dueAt ?? new Date(Date.UTC(9999, 0))).getTime();

export const colleagueOf = (row: {
  uid: string;
  lastName: string;
  firstName: string;
  email: string;
}): Colleague => ({
  uid: row.uid,
  name: `${row.lastName} ${row.firstName}`.trim() || row.email,
});

/** Colleagues by uid; leaves out deleted accounts. */
export async function colleaguesBy(
  db: Database | Transaction,
  uids: readonly (string | null)[],
): Promise<Map<string, Colleague>> {
  const known = [...new Set(uids.filter((uid) => uid !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({
      uid: users.uid,
      lastName: users.lastName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.uid, known));
  return new Map(rows.map((row) => [row.uid, colleagueOf(row)]));
}

/** A thread's assignee and due date, judged at `at`. */
export const threadFactsOf = (
  { assigneeUid, dueAt }: DueRow,
  colleagues: ReadonlyMap<string, Colleague>,
  at: Date,
): ThreadFacts => ({
  assignee: colleagues.get(assigneeUid ?? '') ?? null,
  dueAt: dueAt && toTimestamp(dueAt),
  isOverdue: dueAt !== null && dueAt < at,
});

/** Converts rows of a list to items with assignee and due date. */
export async function withThreadFacts<Row extends DueRow, Item>(
  db: Database | Transaction,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
  at: Date,
): Promise<(Item & ThreadFacts)[]> {
  const colleagues = await colleaguesBy(
    db,
    rows.map(({ assigneeUid }) => assigneeUid),
  );
  return rows.map((row) => ({ ...toItem(row), ...threadFactsOf(row, colleagues, at) }));
}
