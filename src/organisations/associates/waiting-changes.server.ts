import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import type { WaitingChange } from './admin-associate.ts';
import { associates } from './associate-tables.server.ts';

const shownAtMost = 200;
const isWaiting = and(eq(contentVersions.kind, 'associate'), eq(contentVersions.state, 'waiting'));

export const countWaiting = (db: Database) => db.$count(contentVersions, isWaiting);

/** Page changes that wait for review, longest waiting first. */
export async function readWaiting(db: Database): Promise<WaitingChange[]> {
  const rows = await db
    .select({
      id: associates.id,
      name: associates.name,
      changedBy: joinedPersonName,
      changedAt: contentVersions.changedAt,
    })
    .from(contentVersions)
    .innerJoin(associates, eq(associates.id, contentVersions.key))
    .leftJoin(users, eq(users.uid, contentVersions.changedBy))
    .where(isWaiting)
    .orderBy(asc(contentVersions.changedAt), asc(contentVersions.key))
    .limit(shownAtMost);
  return rows.map((row) => ({ ...row, changedAt: toTimestamp(row.changedAt) }));
}
