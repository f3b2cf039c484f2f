import { and, asc, eq } from 'drizzle-orm';
import type { WaitingChange } from '#domain/associates/admin-associate.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import { joinedPersonName } from '#server/accounts/person-name.ts';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { associates } from '#server/db/schema/associates.ts';
import { contentVersions } from '#server/db/schema/versions.ts';

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
