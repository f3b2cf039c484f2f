import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Page, Position } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { type VersionedKind, versionsOf } from '#kit/versions/versions.server.ts';
import { associateActivities } from '#organisations/associates/associate-tables.server.ts';
import { demandMember, parseRoomKey, roomKey } from '#organisations/room/memberships.server.ts';
import { publishedPage } from '#organisations/room/published-page.server.ts';
import {
  beginDraft,
  demandOwnId,
  demandOwnPicture,
  demandRoomForDraft,
  roomDrafts,
} from '#organisations/room/room-drafts.server.ts';
import type { RoomDraft, Withdrawal } from '#organisations/thanks/thanks-schema.ts';
import { ActivityContent, activityPageSize, type StaffActivity } from './activity.ts';

type Source = Database | Transaction;

/** The key of a report is `organisation:report`. */
const activityKind: VersionedKind<ActivityContent> = {
  kind: 'activity',
  schema: ActivityContent,
  isLive: true,
  async asDelivered(source, key) {
    const row = await findActivity(source, key);
    return row && { title: row.title, body: row.body, imageId: row.imageId ?? '' };
  },
  async check(source, key, { imageId }) {
    await demandRoomForDraft(source, 'activity', key);
    await demandOwnId(source, associateActivities, key);
    const published = await findActivity(source, key);
    await demandOwnPicture(source, parseRoomKey(key).associateId, imageId, published?.imageId);
  },
  async publish(tx, { key, content, at }) {
    const { associateId, id } = parseRoomKey(key);
    const words = { ...content, imageId: content.imageId || null };
    await tx
      .insert(associateActivities)
      .values({ id, associateId, ...words, publishedAt: at })
      // An edited report keeps its day.
      .onConflictDoUpdate({ target: associateActivities.id, set: words });
  },
};

async function findActivity(source: Source, key: string) {
  const { associateId, id } = parseRoomKey(key);
  const [row] = await source
    .select()
    .from(associateActivities)
    .where(and(eq(associateActivities.associateId, associateId), eq(associateActivities.id, id)));
  return row;
}

/** An organisation's reports of its work, for its staff. */
export const activities = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  const versions = versionsOf(dependencies, activityKind);
  return {
    versions,

    /** A page of published reports, newest first. */
    async list(
      person: Person,
      associateId: string,
      position?: Position,
    ): Promise<Page<StaffActivity>> {
      demandMember(person, associateId, 'read');
      return publishedPage(db, {
        table: associateActivities,
        associateId,
        position,
        size: activityPageSize,
        read: ({ where, orderBy, limit }) =>
          db
            .select()
            .from(associateActivities)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit),
        toItem: ({ id, title, publishedAt }) => ({
          id,
          title,
          publishedAt: toTimestamp(publishedAt),
        }),
      });
    },

    /** Unpublished drafts. */
    async drafts(person: Person, associateId: string): Promise<RoomDraft[]> {
      demandMember(person, associateId, 'read');
      return roomDrafts(db, 'activity', associateId);
    },

    /** Creates a report with its first draft. */
    async begin(
      person: Person,
      associateId: string,
      content: ActivityContent,
    ): Promise<{ id: string }> {
      demandMember(person, associateId, 'change');
      return beginDraft(versions, person, associateId, content);
    },

    /** Removes a report from the page; its text stays as a draft. */
    async withdraw(
      person: Person,
      associateId: string,
      id: string,
      { reason }: Withdrawal,
    ): Promise<void> {
      demandMember(person, associateId, 'change');
      const key = roomKey(associateId, id);
      const current = await versions.current(key);
      if (!current) throw notFound('活動');
      await keepAsDraft(person, key, current.content);
      await transaction(db, async (tx) => {
        const [withdrawn] = await tx
          .delete(associateActivities)
          .where(
            and(eq(associateActivities.associateId, associateId), eq(associateActivities.id, id)),
          )
          .returning({ id: associateActivities.id });
        if (!withdrawn) throw notFound('活動');
        await audit(tx, person, 'activity.withdraw', ['activity', id], {
          at: clock(),
          associateId,
          reason,
        });
      });
    },
  };

  /** Keeps an existing draft, which holds newer text. */
  async function keepAsDraft(person: Person, key: string, content: ActivityContent) {
    const known = await versions.read(key);
    if (!known?.versioned.draft) await versions.save(person, key, undefined, content);
  }
};
