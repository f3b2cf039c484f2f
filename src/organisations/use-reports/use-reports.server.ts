import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { Publication } from '#kit/versions/version.ts';
import {
  demandMember,
  type Intent,
  parseRoomKey,
  publishesAtOnce,
  roomKey,
} from '#organisations/room/memberships.server.ts';
import { roomDrafts } from '#organisations/room/room-drafts.server.ts';
import type { RoomDraft } from '#organisations/thanks/thanks-schema.ts';
import { figuresOfUse } from './unreported.server.ts';
import {
  type HidingReason,
  maxReportsShown,
  type RoomUses,
  type StaffUseReport,
  type UseReportContent,
} from './use-report.ts';
import { useReports } from './use-report-tables.server.ts';
import { reportVersions } from './use-report-versions.server.ts';

/** Figures and published reports of one of the person's organisations, the newest first. */
export async function roomUses(
  { db, clock }: Context,
  person: Person,
  associateId: string,
): Promise<RoomUses> {
  demandMember(person, associateId, 'read');
  const figures = await figuresOfUse(db, associateId, clock());
  return { figures, reports: await readReports(db, associateId) };
}

/** Published reports of an organisation, the newest first. */
export async function readReports(
  source: Database | Transaction,
  associateId: string,
): Promise<StaffUseReport[]> {
  const rows = await source
    .select()
    .from(useReports)
    .where(eq(useReports.associateId, associateId))
    .orderBy(desc(useReports.publishedAt), useReports.id)
    .limit(maxReportsShown);
  return rows.map(toStaffReport);
}

/** Reports that are not published yet. */
export async function reportDrafts(
  { db }: Context,
  person: Person,
  associateId: string,
): Promise<RoomDraft[]> {
  demandMember(person, associateId, 'read');
  return roomDrafts(db, 'use-report', associateId);
}

/** Writes a report and publishes it, at once or after the operator's review; once for an idempotency key. */
export async function reportUse(
  ctx: Context,
  person: Person,
  associateId: string,
  content: UseReportContent,
  idempotencyKey: string | undefined,
): Promise<{ id: string; isWaiting: boolean }> {
  demandMember(person, associateId, 'change');
  const attempt = {
    ...{ actor: person.uid, key: idempotencyKey, route: 'use-reports' },
    body: { associateId, ...content },
  };
  return withIdempotencyKey(ctx.db, attempt, ctx.clock(), async (db) => {
    const id = randomUUID();
    const key = roomKey(associateId, id);
    const { tag } = await reportVersions({ ...ctx, db }).save(person, key, undefined, content);
    const plain = { note: '', holdsFrom: '' } as const;
    const { versioned } = await publishUseReport({ ...ctx, db }, person, key, tag, plain);
    return { id, isWaiting: versioned.draft?.state === 'waiting' };
  });
}

/** Publishes the open draft of a report, at once or after the operator's review. */
export async function publishUseReport(
  ctx: Parameters<typeof reportVersions>[0],
  person: Person,
  key: string,
  tag: number | undefined,
  publication: Publication,
) {
  const versions = reportVersions(ctx);
  return (await publishesAtOnce(ctx.db, parseRoomKey(key).associateId, ctx.clock()))
    ? versions.publish(person, key, tag, publication)
    : versions.submit(person, key, tag, publication.note);
}

/** Requires a member of the report's organisation, and a key that the server made. */
export async function demandOwnReport(ctx: Context, person: Person, key: string, intent: Intent) {
  demandMember(person, parseRoomKey(key).associateId, intent);
  if (!(await reportVersions(ctx).read(key))) throw notFound('報告');
}

/** Hides a report's text and picture, or shows them again; its figures stay. Recorded with the reason. */
export const hideReport = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  { reason, isHidden }: HidingReason,
): Promise<void> =>
  transaction(db, async (tx) => {
    const at = clock();
    const [changed] = await tx
      .update(useReports)
      .set({ hiddenAt: isHidden ? at : null, hiddenReason: isHidden ? reason : '' })
      .where(eq(useReports.id, id))
      .returning({ associateId: useReports.associateId });
    if (!changed) throw notFound('報告');
    await audit(
      tx,
      operator,
      isHidden ? 'use-report.hide' : 'use-report.show',
      ['use-report', id],
      {
        at,
        ...{ reason, associateId: changed.associateId },
      },
    );
  });

const toStaffReport = (row: typeof useReports.$inferSelect): StaffUseReport => ({
  ...{ id: row.id, title: row.title, from: row.periodFrom, to: row.periodTo, yen: row.yen },
  ...{ gifts: row.gifts, edition: row.edition },
  ...{ isHidden: row.hiddenAt !== null, hiddenReason: row.hiddenReason },
  publishedAt: toTimestamp(row.publishedAt),
});
