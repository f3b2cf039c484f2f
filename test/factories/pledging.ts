import { pledgeItems, pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { images } from '#kit/images/image-tables.server.ts';

const moment = new Date('2026-11-02T09:00:00+09:00');

/** Inserts the row of a picture with these widths, without its files. */
export async function insertImage(
  db: Database,
  id: string,
  widths = [480, 960],
  ownerUid: string | null = null,
) {
  await db.insert(images).values({
    id,
    ownerUid,
    purpose: 'pledge',
    contentType: 'image/webp',
    width: 960,
    height: 720,
    byteCount: 1,
    widths,
    createdAt: moment,
  });
}

/** Inserts a published pledge of an application, with a picture per id. */
export async function insertPledge(
  db: Database,
  pledge: Partial<typeof pledges.$inferInsert> & { id: string; appraisalId: string; uid: string },
  imageIds: readonly string[] = [],
) {
  await db.insert(pledges).values({
    state: 'published',
    text: '大切に着てきた服です。',
    pledgedAt: moment,
    updatedAt: moment,
    ...pledge,
  });
  for (const [position, imageId] of imageIds.entries()) {
    await db.insert(pledgeItems).values({
      id: `${pledge.id}-item-${position + 1}`,
      pledgeId: pledge.id,
      position,
      imageId,
      name: 'コート',
    });
  }
}
