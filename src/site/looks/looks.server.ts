import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import {
  countRows,
  type Key,
  type Page,
  type Position,
  readKeysetPage,
} from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { contentVersions as table } from '#kit/versions/version-tables.server.ts';
import type { Changed } from '#kit/versions/versions.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { type Look, lookKinds, looksPageSize } from './look.ts';

const keys: readonly Key[] = [
  { by: table.changedAt, direction: 'asc', type: 'timestamptz' },
  { by: table.kind, direction: 'asc', type: 'text' },
  { by: table.key, direction: 'asc', type: 'text' },
];
/** Matches the predicate of the index. */
const isWaiting = sql`${table.state} = 'waiting'`;

/** Actions on a waiting draft, implemented by each kind. */
type Judged = {
  publish(
    person: Person,
    key: string,
    tag: number | undefined,
    publication: { note: string; holdsFrom: '' },
  ): Promise<Changed<unknown>>;
  sendBack(
    person: Person,
    key: string,
    tag: number | undefined,
    note: string,
  ): Promise<Changed<unknown>>;
};

/** Drafts by organisations that the operator reviews before publication. */
export const createDraftReviews = ({
  db,
  ...judged
}: Pick<Dependencies, 'db'> & Record<Look['kind'], Judged>) => ({
  /** A page of waiting drafts, the oldest first. */
  async list(position?: Position): Promise<Page<Look>> {
    const which = and(isWaiting, inArray(table.kind, [...lookKinds]));
    const { rows, next, previous } = await readKeysetPage({
      keys,
      position,
      size: looksPageSize,
      read: ({ where, orderBy, limit }) =>
        db
          .select({
            version: table,
            associateName: associates.name,
            changedBy: joinedPersonName,
            tag: sql<number>`(select sum(w.revision)::int from content_versions w
              where w.kind = ${table.kind} and w.key = ${table.key})`,
          })
          .from(table)
          .leftJoin(users, eq(users.uid, table.changedBy))
          .leftJoin(associates, eq(associates.id, sql`split_part(${table.key}, ':', 1)`))
          .where(and(which, where))
          .orderBy(...orderBy)
          .limit(limit),
      valuesOf: ({ version }) => [version.changedAt.getTime(), version.kind, version.key],
    });
    const items = rows.map(({ version, associateName, changedBy, tag }) => ({
      kind: version.kind as Look['kind'],
      key: version.key,
      tag,
      associateId: version.key.split(':')[0] ?? '',
      associateName: associateName ?? '',
      note: version.note,
      changedBy,
      changedAt: toTimestamp(version.changedAt),
      content: version.content as Record<string, unknown>,
    }));
    return { items, next, previous, total: await countRows(db, table, which) };
  },

  /** Publishes a draft, if it is still the one that was read. */
  async publish(operator: Person, { kind, key, tag }: Pick<Look, 'kind' | 'key' | 'tag'>) {
    await judged[kind].publish(operator, key, tag, { note: '', holdsFrom: '' });
  },

  /** Returns a draft to its organisation with a reason. */
  async sendBack(
    operator: Person,
    { kind, key, tag, reason }: Pick<Look, 'kind' | 'key' | 'tag'> & { reason: string },
  ) {
    await judged[kind].sendBack(operator, key, tag, reason);
  },
});
