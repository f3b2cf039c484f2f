import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import {
  countRows,
  type Key,
  type Page,
  type Position,
  readKeysetPage,
} from '#kit/db/keyset.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import { readingRecord } from '#kit/topics/reads.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { filledLine, filledText } from '#organisations/thanks/thanks.ts';
import type { AssociateArticle, AssociateVision } from './associate.ts';
import {
  associateActivities,
  associates as associatesTable,
  associateThanks,
  associateVisions,
} from './associate-tables.server.ts';
import { toArticleImage } from './directory.server.ts';

/** Articles on one page. */
const articlesAtOnce = 100;

const activityKeys: readonly Key[] = [
  { by: associateActivities.publishedAt, direction: 'desc', type: 'timestamptz' },
  { by: associateActivities.id, direction: 'desc', type: 'text' },
];

/** Texts of organisations' pages; undefined for organisations without a page. */
export const associateTexts = (db: Database, hasPage: (id: string) => Promise<boolean>) =>
  byRecord(readTexts(db, hasPage));

type Read = (id: string, ...more: never[]) => Promise<unknown>;

/** The same, each recorded as a read of the organisation in its first argument. */
function byRecord<Reads extends Record<string, Read>>(all: Reads): Reads {
  const noted = Object.entries<Read>(all).map(([name, read]) => [
    name,
    (id: string, ...more: never[]) =>
      readingRecord(['associates', 'sums'], id, () => read(id, ...more)),
  ]);
  return Object.fromEntries(noted) as Reads;
}

const readTexts = (db: Database, hasPage: (id: string) => Promise<boolean>) => ({
  /** The organisation's longer texts as its page shows them. */
  async texts(id: string) {
    if (!(await hasPage(id))) return undefined;
    const [row] = await db
      .select({ associate: associatesTable, vision: associateVisions, picture: images })
      .from(associatesTable)
      .leftJoin(associateVisions, eq(associateVisions.associateId, associatesTable.id))
      .leftJoin(images, eq(images.id, associateVisions.imageId))
      .where(eq(associatesTable.id, id));
    if (!row) return undefined;
    const { associate, vision, picture } = row;
    return {
      name: associate.name,
      summary: associate.summary,
      description: toRichText(associate.description),
      vision: vision && {
        ...toVision(vision),
        body: toRichText(vision.body),
        image: picture && toArticleImage(picture),
      },
    };
  },

  async vision(id: string): Promise<AssociateVision | undefined> {
    if (!(await hasPage(id))) return undefined;
    const [row] = await db
      .select()
      .from(associateVisions)
      .where(eq(associateVisions.associateId, id));
    return row && toVision(row);
  },

  /** The organisation's reports, newest first, `size` of them from `position` on. */
  async activities(
    id: string,
    size = articlesAtOnce,
    position?: Position,
  ): Promise<Page<AssociateArticle> | undefined> {
    if (!(await hasPage(id))) return undefined;
    const ofAssociate = eq(associateActivities.associateId, id);
    const { rows, next, previous } = await readKeysetPage({
      keys: activityKeys,
      position,
      size,
      read: ({ where, orderBy, limit }) =>
        db
          .select({ article: associateActivities, picture: images })
          .from(associateActivities)
          .leftJoin(images, eq(images.id, associateActivities.imageId))
          .where(and(ofAssociate, where))
          .orderBy(...orderBy)
          .limit(limit),
      valuesOf: ({ article }) => [article.publishedAt.getTime(), article.id],
    });
    const total = await countRows(db, associateActivities, ofAssociate);
    return { items: rows.map(toArticle), next, previous, total };
  },

  async activity(id: string, activityId: string): Promise<ShownArticle | undefined> {
    if (!isRecordId(activityId) || !(await hasPage(id))) return undefined;
    const [row] = await db
      .select({ article: associateActivities, picture: images })
      .from(associateActivities)
      .leftJoin(images, eq(images.id, associateActivities.imageId))
      .where(and(eq(associateActivities.associateId, id), eq(associateActivities.id, activityId)));
    return row && toShownArticle(row, toRichText(row.article.body));
  },

  /** The organisation's words of thanks, newest first, and whether they are sample data. */
  async thanks(id: string): Promise<{ articles: ShownArticle[]; isSample: boolean } | undefined> {
    if (!(await hasPage(id))) return undefined;
    const rows = await db
      .select({
        article: associateThanks,
        picture: images,
        isSample: associatesTable.isSample,
        associateName: associatesTable.name,
      })
      .from(associateThanks)
      .innerJoin(associatesTable, eq(associatesTable.id, associateThanks.associateId))
      .leftJoin(images, eq(images.id, associateThanks.imageId))
      .where(
        and(
          eq(associateThanks.associateId, id),
          associateThanks.isPublic,
          isNull(associateThanks.withdrawnAt),
        ),
      )
      .orderBy(desc(associateThanks.publishedAt), desc(associateThanks.id))
      .limit(articlesAtOnce);
    const articles = rows.map((row) => {
      const reader = { donorName: '', associateName: row.associateName };
      const shown = toShownArticle(row, filledText(toRichText(row.article.body), reader));
      return { ...shown, title: filledLine(shown.title, reader) };
    });
    return { articles, isSample: rows[0]?.isSample ?? false };
  },
});

function toVision(row: typeof associateVisions.$inferSelect): AssociateVision {
  const { associateId, title, body, goal, useOfDonations } = row;
  return { associateId, title, body, goal, useOfDonations };
}

/** An article with its full text. */
export type ShownArticle = AssociateArticle & { blocks: RichText };

const toShownArticle = (row: Parameters<typeof toArticle>[0], blocks: RichText): ShownArticle => ({
  ...toArticle(row),
  blocks,
});

function toArticle({
  article: { id, associateId, title, body, publishedAt },
  picture,
}: {
  article: typeof associateActivities.$inferSelect | typeof associateThanks.$inferSelect;
  picture: typeof images.$inferSelect | null;
}): AssociateArticle {
  const image = picture && toArticleImage(picture);
  return { id, associateId, title, body, image, publishedAt: toTimestamp(publishedAt) };
}
