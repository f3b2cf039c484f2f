import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { ContentKind, VersionState } from '#kit/versions/version.ts';
import { contentVersions as table } from '#kit/versions/version-tables.server.ts';
import type { versionsOf } from '#kit/versions/versions.server.ts';
import type {
  associateActivities,
  associateThanks,
} from '#organisations/associates/associate-tables.server.ts';
import { maxDraftsPerAssociate } from '#organisations/thanks/thanks.ts';
import type { RoomDraft } from '#organisations/thanks/thanks-schema.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { parseRoomKey, roomKey } from './memberships.server.ts';

type Source = Database | Transaction;
type Versions<Content> = ReturnType<typeof versionsOf<Content>>;

const openOf = (kind: ContentKind, associateId: string) =>
  and(
    eq(table.kind, kind),
    // Matches the expressions of the index.
    sql`split_part(${table.key}, ':', 1) = ${associateId}`,
    sql`${table.state} in ('draft', 'waiting')`,
  );

/** Unpublished drafts of a kind by an organisation, the latest first; at most some dozens. */
export async function roomDrafts(
  source: Source,
  kind: ContentKind,
  associateId: string,
): Promise<RoomDraft[]> {
  const rows = await source
    .select({
      version: table,
      changedBy: joinedPersonName,
    })
    .from(table)
    .leftJoin(users, eq(users.uid, table.changedBy))
    .where(openOf(kind, associateId))
    .orderBy(desc(table.changedAt), table.key)
    .limit(maxDraftsPerAssociate);
  return rows.map(({ version, changedBy }) => ({
    id: parseRoomKey(version.key).id,
    title: (version.content as { title?: string }).title ?? '',
    state: version.state as VersionState,
    note: version.note,
    changedBy,
    changedAt: toTimestamp(version.changedAt),
  }));
}

/** Creates a draft with its first content; returns its id. */
export async function beginDraft<Content>(
  versions: Pick<Versions<Content>, 'save'>,
  person: Person,
  associateId: string,
  content: Content,
): Promise<{ id: string }> {
  const id = randomUUID();
  await versions.save(person, roomKey(associateId, id), undefined, content);
  return { id };
}

/** Refuses an unknown key, and drafts beyond the limit. */
export async function demandRoomForDraft(
  source: Source,
  kind: ContentKind,
  key: string,
): Promise<void> {
  const { associateId, id } = parseRoomKey(key);
  if (!isRecordId(id) || key.split(':').length !== 2) {
    throw notFound('内容');
  }
  const [others] = await source
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(and(openOf(kind, associateId), ne(table.key, key)));
  if ((others?.count ?? 0) >= maxDraftsPerAssociate) {
    throw refuse(
      'Conflict',
      `書きかけは${maxDraftsPerAssociate}件までです。使わない下書きを破棄してから、もう一度お試しください。`,
    );
  }
}

/** Refuses an id that another organisation published under: its text would be overwritten. */
export async function demandOwnId(
  source: Source,
  published: typeof associateActivities | typeof associateThanks,
  key: string,
): Promise<void> {
  const { associateId, id } = parseRoomKey(key);
  const [foreign] = await source
    .select({ id: published.id })
    .from(published)
    .where(and(eq(published.id, id), ne(published.associateId, associateId)));
  if (foreign) throw notFound('内容');
}

/** Refuses another organisation's picture; `shown` is the current one. */
export async function demandOwnPicture(
  source: Source,
  associateId: string,
  imageId: string,
  shown: string | null | undefined,
): Promise<void> {
  if (imageId === '' || imageId === shown) return;
  const [own] = await source
    .select({ id: images.id })
    .from(images)
    .where(and(inArray(images.id, [imageId]), eq(images.associateId, associateId)));
  if (!own) {
    throw refuse('ValidationError', '画像が見つかりませんでした。もう一度、画像を選んでください。');
  }
}
