import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates, associateThanks } from '#organisations/associates/associate-tables.server.ts';
import { toArticleImage } from '#organisations/associates/directory.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { filledLine, filledText } from './thanks.ts';
import type { Letter } from './thanks-schema.ts';

/** Shown for a single application, practically all; in lists only the latest. */
const mostOfOne = 20;
const mostAmongOthers = 3;

/** Thanks to the donors of these applications, the newest first, with names filled in. */
export async function readLetters(
  db: Database | Transaction,
  rows: readonly { appraisalId: string }[],
): Promise<Map<string, Letter[]>> {
  const most = rows.length === 1 ? mostOfOne : mostAmongOthers;
  const ranked = db
    .select({
      appraisalId: donations.appraisalId,
      thanksId: donationThanks.thanksId,
      at: donationThanks.at,
      donorName: users.profileName,
      rank: sql<number>`row_number() over (partition by ${donations.id}
        order by ${donationThanks.at} desc, ${donationThanks.thanksId})`.as('rank'),
    })
    .from(donations)
    .innerJoin(donationThanks, eq(donationThanks.donationId, donations.id))
    .innerJoin(associateThanks, eq(associateThanks.id, donationThanks.thanksId))
    .leftJoin(users, eq(users.uid, donations.uid))
    .where(
      and(
        inArray(
          donations.appraisalId,
          rows.map(({ appraisalId }) => appraisalId),
        ),
        isNull(donations.reversedAt),
        isNull(associateThanks.withdrawnAt),
      ),
    )
    .as('ranked');
  const found = await db
    .select({
      appraisalId: ranked.appraisalId,
      at: ranked.at,
      donorName: ranked.donorName,
      thanks: associateThanks,
      associateName: associates.name,
      picture: images,
    })
    .from(ranked)
    .innerJoin(associateThanks, eq(associateThanks.id, ranked.thanksId))
    .innerJoin(associates, eq(associates.id, associateThanks.associateId))
    .leftJoin(images, eq(images.id, associateThanks.imageId))
    .where(sql`${ranked.rank} <= ${most}`)
    .orderBy(desc(ranked.at), associateThanks.id);
  // Many donors get the same text, so it is parsed once.
  const texts = new Map<string, RichText>();
  const textOf = ({ id, body }: { id: string; body: string }) => {
    const blocks = texts.get(id) ?? toRichText(body);
    texts.set(id, blocks);
    return blocks;
  };
  const letters = new Map<string, Letter[]>();
  for (const { appraisalId, at, donorName, thanks, associateName, picture } of found) {
    const reader = { donorName: donorName ?? '', associateName };
    const letter = {
      id: thanks.id,
      title: filledLine(thanks.title, reader),
      blocks: filledText(textOf(thanks), reader),
      image: picture && toArticleImage(picture),
      at: toTimestamp(at),
    };
    letters.set(appraisalId, [...(letters.get(appraisalId) ?? []), letter]);
  }
  return letters;
}
