import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  type Database,
  isTransaction,
  type Transaction,
  withTimeout,
} from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { formatOf } from '#kit/images/encode-image.server.ts';
import type { ImageType } from '#kit/images/image.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import {
  type PublishedChange,
  type VersionedKind,
  versionsOf,
} from '#kit/versions/versions.server.ts';
import { appendEntries } from '#money/public-book/public-entries.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { parseRoomKey } from '#organisations/room/memberships.server.ts';
import { demandOwnPicture, demandRoomForDraft } from '#organisations/room/room-drafts.server.ts';
import { matchedOf, matchGifts, tooMuch, unmatchGifts } from './match-gifts.server.ts';
import { figuresOfUse, publishUnreported } from './unreported.server.ts';
import { minPublicGifts, UseReportContent } from './use-report.ts';
import { useReportDeliveries, useReportEditions, useReports } from './use-report-tables.server.ts';

type Source = Database | Transaction;
type Ctx = Pick<Context, 'clock' | 'files'> & { db: Source };
type ReportRow = typeof useReports.$inferSelect;

/**
 * Drafts and editions of reports of use, by the key `organisation:report`; in the caller's transaction if `db` is one.
 */
export const reportVersions = (ctx: Ctx) =>
  // Matching may cover a hundred thousand gifts.
  versionsOf(isTransaction(ctx.db) ? ctx : { ...ctx, db: withTimeout(ctx.db) }, reportKind(ctx));

const reportKind = (ctx: Ctx): VersionedKind<UseReportContent> => ({
  kind: 'use-report',
  schema: UseReportContent,
  isLive: true,
  async asDelivered(source, key) {
    const row = await findReport(source, key);
    return row && contentOf(row);
  },
  async check(source, key, content) {
    await demandRoomForDraft(source, 'use-report', key);
    const { associateId } = parseRoomKey(key);
    const before = await findReport(source, key);
    await demandOwnPicture(source, associateId, content.imageId, before?.imageId);
    const now = ctx.clock();
    if (content.to > jstDay(now)) {
      const message = '期間の終わりは、今日までの日を選んでください。';
      throw refuse('ValidationError', message, { errors: [{ path: 'to', message }] });
    }
    const more = content.yen - (before?.yen ?? 0);
    if (more <= 0) return;
    const { unreportedYen } = await figuresOfUse(source, associateId, now);
    if (more > unreportedYen) throw tooMuch(unreportedYen + (before?.yen ?? 0));
  },
  publish: (tx, change) => publishEdition(ctx, tx, change),
});

async function findReport(source: Source, key: string): Promise<ReportRow | undefined> {
  const { associateId, id } = parseRoomKey(key);
  const [row] = await source
    .select()
    .from(useReports)
    .where(and(eq(useReports.associateId, associateId), eq(useReports.id, id)));
  return row;
}

const contentOf = ({
  title,
  body,
  imageId,
  periodFrom,
  periodTo,
  yen,
}: ReportRow): UseReportContent => ({
  ...{ title, body, yen, imageId: imageId ?? '' },
  ...{ from: periodFrom, to: periodTo },
});

/** Publishes an edition: its text, the gifts that it covers, and an entry of the public book. */
async function publishEdition(
  ctx: Ctx,
  tx: Transaction,
  { key, content, actor, at }: PublishedChange<UseReportContent>,
): Promise<void> {
  const { associateId, id } = parseRoomKey(key);
  await lock(tx, 'use-reports', associateId);
  const [associate] = await tx
    .select({ name: associates.name })
    .from(associates)
    .where(eq(associates.id, associateId))
    // Not while it is merged.
    .for('share');
  if (!associate) throw notFound('団体');
  const before = await findReport(tx, key);
  const edition = (before?.edition ?? 0) + 1;
  const { title, body, imageId, from, to, yen } = content;
  const told = {
    ...{ title, body, yen, edition, periodFrom: from, periodTo: to },
    imageId: imageId || null,
  };
  if (before) await tx.update(useReports).set(told).where(eq(useReports.id, id));
  else await tx.insert(useReports).values({ id, associateId, gifts: 0, publishedAt: at, ...told });
  const { gifts } = await cover(tx, { id, associateId, before: before?.yen ?? 0, yen, at });
  await tx.update(useReports).set({ gifts }).where(eq(useReports.id, id));
  const textHash = sha256(`${title}\n\n${body}`);
  const pictureHash = await hashOfPicture(ctx, tx, imageId);
  await tx.insert(useReportEditions).values({
    ...{ reportId: id, gifts, textHash, pictureHash, publishedBy: actor.uid, publishedAt: at },
    ...told,
  });
  // Donors of gifts that this edition adds are told; the others were.
  await tx
    .insert(useReportDeliveries)
    .values({ reportId: id })
    .onConflictDoUpdate({ target: useReportDeliveries.reportId, set: { endedAt: null } });
  const isCounted = gifts >= minPublicGifts;
  const entry = {
    ...{ report: id, edition, associate: associateId, name: associate.name, from, to, title },
    ...{ gifts: isCounted ? gifts : null, yen: isCounted ? yen : null, textHash, pictureHash },
  };
  await publishUnreported(tx, at, associateId);
  await appendEntries(tx, [{ kind: 'report', body: entry }], at);
}

/** Covers gifts for the yen that an edition adds, or takes shares back. */
async function cover(
  tx: Transaction,
  report: { id: string; associateId: string; before: number; yen: number; at: Date },
): Promise<{ gifts: number }> {
  const { id: reportId, associateId, before, yen, at } = report;
  if (yen > before) await matchGifts(tx, { reportId, associateId, yen: yen - before, at });
  if (yen < before) {
    const beyond = (await matchedOf(tx, reportId)).yen - yen;
    if (beyond > 0) await unmatchGifts(tx, { reportId, yen: beyond, at });
  }
  return matchedOf(tx, reportId);
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of a picture's largest file; null without a picture. */
async function hashOfPicture(
  { files }: Pick<Ctx, 'files'>,
  tx: Transaction,
  id: string,
): Promise<string | null> {
  if (id === '') return null;
  const [row] = await tx
    .select({ widths: images.widths, type: sql<ImageType>`${images.contentType}` })
    .from(images)
    .where(eq(images.id, id));
  const bytes =
    row && (await files.read(imageFile(id, Math.max(...row.widths), formatOf[row.type])));
  return bytes ? sha256(bytes) : null;
}
