import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type {
  Associate,
  AssociateArticle,
  AssociateDetail,
  AssociateVision,
  CategoryAssociate,
  Certification,
} from '#domain/associates/associate.ts';
import type { AssociateState } from '#domain/associates/associate-state.ts';
import { searchDirectory, selectPage } from '#domain/associates/directory.ts';
import { browserDirectoryLimit, type DirectoryQuery } from '#domain/associates/directory-query.ts';
import { filledLine, filledText } from '#domain/thanks/thanks.ts';
import { isRecordId } from '#domain/values/record-id.ts';
import type { RichText } from '#domain/values/text/rich-text.ts';
import { jstDay, toTimestamp } from '#domain/values/timestamp.ts';
import type { Database } from '#server/db/database.ts';
import { countRows, type Key, type Page, type Position, readStretch } from '#server/db/keyset.ts';
import {
  associateActivities,
  associateCertifications,
  associateMonths,
  associates as associatesTable,
  associateThanks,
  associateVisions,
  categoryAssociates,
} from '#server/db/schema/associates.ts';
import { images } from '#server/db/schema/images.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { finish } from '#server/http/pages/finish.ts';
import { toRichText } from '#server/markdown/rich-text.ts';
import { cached } from '#server/topics/cached.ts';
import { publicReads } from '#server/topics/public-reads.ts';
import type { Topics } from '#server/topics/topics.ts';
import {
  type AllCounts,
  type AllFacts,
  addUpDonations,
  countByPrefecture,
  type Directory,
  loadCounts,
  loadFacts,
  toArticleImage,
  toDirectory,
  withPage,
} from './directory.ts';
import { readRecentGifts } from './recent-gifts.ts';

/** Articles on one page. */
const articlesAtOnce = 100;

const activityKeys: readonly Key[] = [
  { by: associateActivities.publishedAt, direction: 'desc', type: 'timestamptz' },
  { by: associateActivities.id, direction: 'desc', type: 'text' },
];

/**
 * The organisations as everybody sees them. Lists and search hold those that take gifts; the page of one that paused
 * or ended stays. A draft is not found.
 */
export const associates = ({
  db,
  readDb,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'readDb' | 'clock'> & { topics: Topics }) => {
  const read = publicReads({ db, readDb, topics });
  const facts = cached<AllFacts>({ topics, clock }, ['associates'], (today, before) =>
    read(['associates'], (from) => loadFacts(from, today, before)),
  );
  const counts = cached<AllCounts>({ topics, clock }, ['sums'], (today, before) =>
    read(['sums'], (from) => loadCounts(from, today, before)),
  );
  const directory = cached<Directory>(
    { topics, clock },
    ['associates', 'sums'],
    async (_, before) => toDirectory(...(await Promise.all([facts(), counts()])), before),
  );
  const donationSums = cached({ topics, clock }, ['associates', 'sums'], async () =>
    addUpDonations(...(await Promise.all([facts(), counts()]))),
  );
  const wholeList = cached({ topics, clock }, ['associates', 'sums'], async () => {
    const list = searchDirectory((await directory()).prepared);
    return finish(
      new Response(JSON.stringify(list.slice(0, browserDirectoryLimit)), {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-total-count': String(list.length),
        },
      }),
    );
  });
  const picks = cached({ topics, clock }, ['associates'], () => readPicks(db));

  const recentGifts = cached({ topics, clock }, ['associates', 'sums'], async (today) => {
    const { byId } = await directory();
    return readRecentGifts(db, today, byId);
  });
  const placeCounts = cached({ topics, clock }, ['associates'], async () =>
    countByPrefecture((await directory()).byId.values()),
  );

  async function hasPage(id: string): Promise<boolean> {
    return (await facts()).byId.get(id)?.hasPage ?? false;
  }

  return {
    directory,

    /** What organisations were given, added up. */
    donationSums,

    /** Some gifts of these days, without anything of who gave. */
    recentGifts,

    /** How many organisations there are in each prefecture that has any. */
    placeCounts,

    /** GET /api/associates without a selection, finished once for all readers. */
    wholeList,

    /** The first organisations of a selection, and how many it has; this month's first by default. */
    async list(
      query: Partial<DirectoryQuery> = {},
    ): Promise<{ items: Associate[]; total: number }> {
      const found = searchDirectory((await directory()).prepared, query);
      return { items: found.slice(0, browserDirectoryLimit), total: found.length };
    },

    /**
     * One page of a selection, 24 organisations; undefined beyond the last (docs/product.md, Lists and
     * orders).
     */
    async search(query: Partial<DirectoryQuery>, page: number) {
      return selectPage(searchDirectory((await directory()).prepared, query), page);
    },

    /** What the organisation's own page shows; its certification only while it is valid. */
    async find(id: string): Promise<AssociateDetail | undefined> {
      const associate = withPage(...(await Promise.all([facts(), counts()])), id);
      if (!associate) return undefined;
      const [row] = await db.select().from(associatesTable).where(eq(associatesTable.id, id));
      if (!row) return undefined;
      return {
        ...associate,
        description: row.description,
        address: row.address,
        representative: row.representative,
        websiteUrl: row.websiteUrl,
        foundedYear: row.foundedYear,
        certification: await readCertification(db, id, jstDay(clock())),
        totalYen: await readTotalYen(db, id),
        state: row.state as AssociateState,
        stateNote: row.stateNote,
        endedOn: row.endedOn ?? '',
      };
    },

    /** The organisation that this one was found to be the same as. */
    async mergedInto(id: string): Promise<string | undefined> {
      if (!(await facts()).byId.has(id)) return undefined;
      const [row] = await db
        .select({ into: associatesTable.mergedInto })
        .from(associatesTable)
        .where(eq(associatesTable.id, id));
      return row?.into ?? undefined;
    },

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

    /** What the organisation did, newest first, so many from `position` on. */
    async activities(
      id: string,
      size = articlesAtOnce,
      position?: Position,
    ): Promise<Page<AssociateArticle> | undefined> {
      if (!(await hasPage(id))) return undefined;
      const ofAssociate = eq(associateActivities.associateId, id);
      const { rows, next, previous } = await readStretch({
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
        .where(
          and(eq(associateActivities.associateId, id), eq(associateActivities.id, activityId)),
        );
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

    /** The picks of the top page, joined with their organisations, in the editors' order. */
    async categories(): Promise<CategoryAssociate[]> {
      const { byId } = await directory();
      return (await picks()).flatMap((pick) => {
        const associate = byId.get(pick.associateId);
        return associate ? [{ ...pick, associate }] : [];
      });
    },
  };
};

async function readTotalYen(db: Database, id: string): Promise<number> {
  const [row] = await db
    .select({ totalYen: sql<number>`coalesce(sum(${associateMonths.amountYen}), 0)::float8` })
    .from(associateMonths)
    .where(eq(associateMonths.associateId, id));
  return row?.totalYen ?? 0;
}

async function readCertification(
  db: Database,
  id: string,
  today: string,
): Promise<Certification | null> {
  const [row] = await db
    .select()
    .from(associateCertifications)
    .where(
      and(
        eq(associateCertifications.associateId, id),
        isNull(associateCertifications.withdrawnAt),
        sql`${today}::date between certified_on and expires_on`,
      ),
    )
    .orderBy(desc(associateCertifications.expiresOn), desc(associateCertifications.id))
    .limit(1);
  if (!row) return null;
  const { number, authority, certifiedOn, expiresOn, hasTaxCredit } = row;
  return { number, authority, certifiedOn, expiresOn, hasTaxCredit };
}

async function readPicks(db: Database): Promise<Omit<CategoryAssociate, 'associate'>[]> {
  const rows = await db
    .select()
    .from(categoryAssociates)
    .orderBy(
      categoryAssociates.orders,
      categoryAssociates.category,
      categoryAssociates.associateId,
    );
  return rows.map(({ category, associateId, title, comment, orders }) => ({
    category,
    associateId,
    title,
    comment,
    orders,
  }));
}

function toVision(row: typeof associateVisions.$inferSelect): AssociateVision {
  const { associateId, title, body, goal, useOfDonations } = row;
  return { associateId, title, body, goal, useOfDonations };
}

/** An article whose text is shown whole. */
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
