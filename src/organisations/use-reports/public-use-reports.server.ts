import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '#kit/dependencies.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { readingRecord } from '#kit/topics/reads.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { toArticleImage } from '#organisations/associates/directory.server.ts';
import type { ShownUseReport, ShownUses } from './shown-use-report.ts';
import { maxReportsShown, minPublicGifts } from './use-report.ts';
import { unreportedSums, useReports } from './use-report-tables.server.ts';

/** What visitors see of an organisation's reports; none for an organisation without a page. */
export const publicUseReports = ({ db }: Context, associateId: string): Promise<ShownUses> =>
  readingRecord(['associates'], associateId, async () => {
    const [associate] = await db
      .select({ isSample: associates.isSample, unreported: unreportedSums })
      .from(associates)
      .leftJoin(unreportedSums, eq(unreportedSums.associateId, associates.id))
      .where(
        and(
          eq(associates.id, associateId),
          or(associates.isListed, sql`${associates.state} in ('paused', 'ended')`),
          isNull(associates.mergedInto),
        ),
      );
    if (!associate) return { reports: [], unreported: null, isSample: false };
    const rows = await db
      .select({ report: useReports, picture: images })
      .from(useReports)
      .leftJoin(images, eq(images.id, useReports.imageId))
      .where(eq(useReports.associateId, associateId))
      .orderBy(desc(useReports.publishedAt), useReports.id)
      .limit(maxReportsShown);
    return {
      reports: rows.map(toShownReport),
      unreported: toUnreported(associate.unreported),
      isSample: associate.isSample,
    };
  });

/** Figures only of five gifts or more; a hidden report keeps its period and figures. */
function toShownReport({
  report,
  picture,
}: {
  report: typeof useReports.$inferSelect;
  picture: typeof images.$inferSelect | null;
}): ShownUseReport {
  const isHidden = report.hiddenAt !== null;
  const isCounted = report.gifts >= minPublicGifts;
  return {
    id: report.id,
    title: isHidden ? '' : report.title,
    text: isHidden ? '' : report.body,
    image: isHidden ? null : picture && toArticleImage(picture),
    isHidden,
    ...{ from: report.periodFrom, to: report.periodTo, edition: report.edition },
    gifts: isCounted ? report.gifts : null,
    yen: isCounted ? report.yen : null,
    publishedAt: toTimestamp(report.publishedAt),
  };
}

const toUnreported = (row: typeof unreportedSums.$inferSelect | null): ShownUses['unreported'] =>
  row === null
    ? null
    : {
        gifts: row.gifts,
        lateGifts: row.lateGifts,
        sum:
          row.gifts >= minPublicGifts && row.sumYen !== null && row.sumDay !== null
            ? { yen: row.sumYen, gifts: row.sumGifts, day: row.sumDay }
            : null,
      };
