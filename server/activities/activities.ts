import { and, eq } from 'drizzle-orm';
import {
  ActivityContent,
  activityPageSize,
  type StaffActivity,
} from '#domain/activities/activity.ts';
import { notFound } from '#domain/errors/refusal.ts';
import type { RoomDraft, Withdrawal } from '#domain/thanks/thanks-schema.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import type { Page, Position } from '#server/db/keyset.ts';
import { associateActivities } from '#server/db/schema/associates.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { demandMember, parseRoomKey, roomKey } from '#server/staff/memberships.ts';
import { publishedPage } from '#server/staff/published-page.ts';
import {
  beginDraft,
  demandOwnId,
  demandOwnPicture,
  demandRoomForDraft,
  roomDrafts,
} from '#server/staff/room-drafts.ts';
import { type VersionedKind, versionsOf } from '#server/versions/versions.ts';

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
