import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Page, Position } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import {
  associateThanks,
  thanksDeliveries,
} from '#organisations/associates/associate-tables.server.ts';
import { demandMember, roomKey } from '#organisations/room/memberships.server.ts';
import { publishedPage } from '#organisations/room/published-page.server.ts';
import { beginDraft, roomDrafts } from '#organisations/room/room-drafts.server.ts';
import { ownTemplates } from './own-templates.server.ts';
import { type ThanksScope, thanksPageSize, thanksTemplates, thanksVariables } from './thanks.ts';
import type {
  RoomDraft,
  StaffThanks,
  ThanksBeginning,
  ThanksContent,
  Withdrawal,
} from './thanks-schema.ts';
import { giftOfThanks, thanksVersions } from './thanks-versions.server.ts';

/** Messages of an organisation to its donors, for its staff (docs/product.md, Thanks). */
export const thanks = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  const versions = thanksVersions(dependencies);
  const templates = ownTemplates(dependencies);

  async function beginningOf(
    associateId: string,
    { template, ownTemplateId, earlierId, appraisalId }: ThanksBeginning,
  ): Promise<ThanksContent> {
    const to = {
      scope: appraisalId ? ('donation' as const) : ('all' as const),
      appraisalId: appraisalId ?? ('' as const),
      periodFrom: '' as const,
      periodTo: '' as const,
      isStanding: false,
      isPublic: appraisalId === undefined,
    };
    if (earlierId !== undefined) {
      const earlier = await versions.current(roomKey(associateId, earlierId));
      if (!earlier) throw notFound('お礼');
      const { title, body, imageId } = earlier.content;
      return { ...to, title, body, imageId };
    }
    if (ownTemplateId !== undefined) {
      const { title, body } = await templates.find(associateId, ownTemplateId);
      return { ...to, title, body, imageId: '' };
    }
    const chosen = thanksTemplates.find(({ id }) => id === template) ?? thanksTemplates[0];
    return { ...to, title: chosen.title, body: chosen.body, imageId: '' };
  }

  return {
    versions,
    templates,

    /** A page of published messages, the newest first. */
    async list(
      person: Person,
      associateId: string,
      position?: Position,
    ): Promise<Page<StaffThanks>> {
      demandMember(person, associateId, 'read');
      return publishedPage(db, {
        table: associateThanks,
        associateId,
        position,
        size: thanksPageSize,
        read: ({ where, orderBy, limit }) =>
          db
            .select({
              ...getTableColumns(associateThanks),
              progress: thanksDeliveries,
              giftNumber: giftOfThanks,
            })
            .from(associateThanks)
            .leftJoin(thanksDeliveries, eq(thanksDeliveries.thanksId, associateThanks.id))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit),
        toItem: toStaffThanks,
      });
    },

    /** Unpublished drafts. */
    async drafts(person: Person, associateId: string): Promise<RoomDraft[]> {
      demandMember(person, associateId, 'read');
      return roomDrafts(db, 'thanks', associateId);
    },

    /** Starts a message from ready-made text, a template or an earlier message. */
    async begin(
      person: Person,
      associateId: string,
      beginning: ThanksBeginning,
    ): Promise<{ id: string }> {
      demandMember(person, associateId, 'change');
      return beginDraft(versions, person, associateId, await beginningOf(associateId, beginning));
    },

    /** Withdraws a message: it is hidden everywhere, and pending deliveries are dropped. */
    async withdraw(
      person: Person,
      associateId: string,
      id: string,
      { reason }: Withdrawal,
    ): Promise<void> {
      demandMember(person, associateId, 'change');
      const at = clock();
      await transaction(db, async (tx) => {
        const [withdrawn] = await tx
          .update(associateThanks)
          .set({ withdrawnAt: at, isStanding: false })
          .where(
            and(
              eq(associateThanks.associateId, associateId),
              eq(associateThanks.id, id),
              isNull(associateThanks.withdrawnAt),
            ),
          )
          .returning({ id: associateThanks.id });
        if (!withdrawn) throw notFound('お礼');
        await audit(tx, person, 'thanks.withdraw', ['thanks', id], { at, associateId, reason });
      });
    },
  };
};

type Row = typeof associateThanks.$inferSelect & {
  progress: typeof thanksDeliveries.$inferSelect | null;
  giftNumber: string | null;
};

function toStaffThanks({ progress, ...row }: Row): StaffThanks {
  return {
    id: row.id,
    // The donor's name is not known here.
    title: row.title.replaceAll(thanksVariables.name, '寄付者さま'),
    scope: row.scope as ThanksScope,
    appraisalId: row.giftNumber ?? '',
    periodFrom: row.periodFrom ?? '',
    periodTo: row.periodTo ?? '',
    isStanding: row.isStanding,
    isPublic: row.isPublic,
    isDelivered: row.isDelivered,
    isWithdrawn: row.withdrawnAt !== null,
    aimedCount: progress?.aimedCount ?? 0,
    givenCount: progress?.givenCount ?? 0,
    isDone: row.deliveredAt !== null || !row.isDelivered,
    publishedAt: toTimestamp(row.publishedAt),
  };
}
