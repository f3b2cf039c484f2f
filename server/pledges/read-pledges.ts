import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { imagePath } from '#domain/image.ts';
import type { Pledge, PledgeItem } from '#domain/pledge.ts';
import { toTimestamp } from '#domain/timestamp.ts';
import type { Database } from '#server/db/database.ts';
import { applications, donations } from '#server/db/schema/donating.ts';
import { associates, socialChallenges } from '#server/db/schema/organisations.ts';
import { users } from '#server/db/schema/people.ts';
import { pledgeItems, pledges } from '#server/db/schema/pledges.ts';
import { images } from '#server/db/schema/running.ts';

/** Pledges with all that is shown of them, newest first; `which` may speak of the application too. */
export async function readPledges(
  db: Database,
  which: SQL | undefined,
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number } = {},
): Promise<Pledge[]> {
  const query = db
    .select({
      id: pledges.id,
      appraisalId: pledges.appraisalId,
      pledgedAt: pledges.pledgedAt,
      text: pledges.text,
      showsAmount: pledges.showsAmount,
      reply: pledges.reply,
      uid: pledges.uid,
      authorName: users.profileName,
      authorImageId: users.imageId,
      associateId: applications.associateId,
      associateName: associates.name,
      socialChallengeId: applications.socialChallengeId,
      fundName: socialChallenges.fundName,
      amountYen: donations.amountYen,
    })
    .from(pledges)
    .innerJoin(users, eq(users.uid, pledges.uid))
    .innerJoin(applications, eq(applications.appraisalId, pledges.appraisalId))
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .leftJoin(
      donations,
      and(eq(donations.appraisalId, pledges.appraisalId), isNull(donations.reversedAt)),
    )
    .where(which)
    .orderBy(desc(pledges.pledgedAt), asc(pledges.id))
    .offset(offset);
  const rows = await (limit === undefined ? query : query.limit(limit));
  const itemsOf = await findItems(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    appraisalId: row.appraisalId,
    pledgedAt: toTimestamp(row.pledgedAt),
    text: row.text,
    author: { uid: row.uid, name: row.authorName, image: imagePath(row.authorImageId) },
    donation: {
      associateId: row.associateId ?? '',
      socialChallengeId: row.socialChallengeId ?? '',
      associateName: row.associateName ?? row.fundName ?? '',
      amount: row.showsAmount ? row.amountYen : null,
    },
    items: itemsOf.get(row.id) ?? [],
    reply: row.reply,
  }));
}

async function findItems(db: Database, pledgeIds: string[]): Promise<Map<string, PledgeItem[]>> {
  if (pledgeIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: pledgeItems.id,
      pledgeId: pledgeItems.pledgeId,
      imageId: pledgeItems.imageId,
      name: pledgeItems.name,
      comment: pledgeItems.comment,
      width: images.width,
      height: images.height,
      widths: images.widths,
    })
    .from(pledgeItems)
    .innerJoin(images, eq(images.id, pledgeItems.imageId))
    .where(inArray(pledgeItems.pledgeId, pledgeIds))
    .orderBy(asc(pledgeItems.pledgeId), asc(pledgeItems.position));
  const byPledge = new Map<string, PledgeItem[]>();
  for (const { id, pledgeId, imageId, name, comment, width, height, widths } of rows) {
    const item = { id, image: imagePath(imageId), width, height, widths, name, comment };
    byPledge.set(pledgeId, [...(byPledge.get(pledgeId) ?? []), item]);
  }
  return byPledge;
}
