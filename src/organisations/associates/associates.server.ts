import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { finish } from '#kit/http/pages/finish.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import { perProcess } from '#kit/topics/kept.server.ts';
import { createPublicReads } from '#kit/topics/public-reads.server.ts';
import { readingRecord } from '#kit/topics/reads.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { readPublishedSum } from '#money/public-book/published-sums.server.ts';
import type { Associate, AssociateDetail, CategoryAssociate, Certification } from './associate.ts';
import type { AssociateState } from './associate-state.ts';
import {
  associateCertifications,
  associates as associatesTable,
  categoryAssociates,
} from './associate-tables.server.ts';
import { associateTexts } from './associate-texts.server.ts';
import { type Directory, directoryStore } from './directory.server.ts';
import { browserDirectoryLimit, type DirectoryQuery } from './directory-query.ts';
import { readRecentGifts } from './recent-gifts.server.ts';

/**
 * Public view of organisations. Lists and search contain those that take gifts; a paused or ended one keeps its page.
 * Drafts are not found.
 */
export const associates = ({
  db,
  workDb,
  readDb,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'workDb' | 'readDb' | 'clock'> & { topics: Topics }) => {
  const store = directoryStore(createPublicReads({ db, readDb, topics }), {
    readBehind: createPublicReads({ db: workDb, readDb, topics }),
    // Treated as a change now: until here pages were rendered from the old state.
    onCaughtUp: () => topics.tell(['associates', 'sums']),
  });
  const directory = cached<Directory>(
    { topics, clock },
    ['associates', 'sums'],
    async (today) => {
      await store.follow(today);
      const { byId, search, first, withPage, isKnown, version } = store;
      const countByChallenge = store.sums.countByChallenge();
      return { byId, search, first, withPage, isKnown, version, countByChallenge };
    },
    // The same mutable object, compared by version.
    { isSame: (now, before) => now.version === before.version },
  );
  const donationSums = cached({ topics, clock }, ['associates', 'sums'], async () => {
    await directory();
    return store.sums.donations();
  });
  const wholeList = cached(
    { topics, clock },
    ['associates', 'sums'],
    async () => {
      const { items, total } = (await directory()).first({}, browserDirectoryLimit);
      return finish(
        new Response(JSON.stringify(items), {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'x-total-count': String(total),
          },
        }),
      );
    },
    { isSame: (now, before) => now.etag === before.etag },
  );
  const picks = cached({ topics, clock }, ['associates'], () => readPicks(db));

  const recentGifts = cached({ topics, clock }, ['associates', 'sums'], async (today) => {
    const { byId } = await directory();
    return readRecentGifts(db, today, byId);
  });
  const agreements = cached({ topics, clock }, ['associates', 'sums'], async () => {
    await directory();
    return store.sums.agreements();
  });
  const placeCounts = cached({ topics, clock }, ['associates', 'sums'], async () => {
    await directory();
    return store.sums.countByPrefecture();
  });

  const hasPage = async (id: string) => (await directory()).withPage(id) !== undefined;

  return {
    ...associateTexts(db, hasPage),
    directory,
    /** Loads everything, however long it takes, before the first request. */
    readAtStart: () => store.follow(jstDay(clock()), { isStart: true }),

    /** Sums of donations to organisations. */
    donationSums,

    /** Some recent gifts, without donor data. */
    recentGifts,

    /** Agreements in force with listed organisations: the source of public claims. */
    agreements,

    /** Number of organisations in each prefecture that has any. */
    placeCounts,

    /** GET /api/associates without a selection, serialised once for all readers. */
    wholeList,

    /** First organisations of a selection, and its size; sorted by this month's donations by default. */
    async list(
      query: Partial<DirectoryQuery> = {},
    ): Promise<{ items: Associate[]; total: number }> {
      return (await directory()).first(query, browserDirectoryLimit);
    },

    /** One page of a selection, 24 organisations; undefined beyond the last (docs/product.md, Lists and orders). */
    async search(query: Partial<DirectoryQuery>, page: number) {
      return (await directory()).search(query, page);
    },

    /** Content of the organisation's own page; its certification only while valid. */
    find: ofRecord(async (id): Promise<AssociateDetail | undefined> => {
      const associate = (await directory()).withPage(id);
      if (!associate) return undefined;
      const [row] = await db.select().from(associatesTable).where(eq(associatesTable.id, id));
      if (!row) return undefined;
      return {
        ...associate,
        // An ended organisation takes no gifts, so deductibility no longer matters.
        isDeductible: associate.isDeductible && row.state !== 'ended',
        description: row.description,
        address: row.address,
        representative: row.representative,
        websiteUrl: row.websiteUrl,
        foundedYear: row.foundedYear,
        certification: await readCertification(db, id, jstDay(clock())),
        ...(await readPublicYen(db, id)),
        state: row.state as AssociateState,
        stateNote: row.stateNote,
        endedOn: row.endedOn ?? '',
      };
    }),

    /** Whether it takes gifts and appears in lists. */
    isListed: ofRecord(async (id) => (await directory()).byId.has(id)),

    /** The organisation that this one was merged into. */
    mergedInto: ofRecord(async (id): Promise<string | undefined> => {
      if (!(await directory()).isKnown(id)) return undefined;
      const [row] = await db
        .select({ into: associatesTable.mergedInto })
        .from(associatesTable)
        .where(eq(associatesTable.id, id));
      return row?.into ?? undefined;
    }),

    /** Picks of the top page, joined with their organisations, in the editors' order. */
    async categories(): Promise<CategoryAssociate[]> {
      const { byId } = await directory();
      return (await picks()).flatMap((pick) => {
        const associate = byId.get(pick.associateId);
        return associate ? [{ ...pick, associate }] : [];
      });
    },
  };
};

/** The same for a context: one directory a process. */
export const associatesOf = perProcess(associates);

/** Runs `read` as a read of one organisation, so that the page does not depend on all of them. */
const ofRecord =
  <Value>(read: (id: string) => Promise<Value>) =>
  (id: string): Promise<Value> =>
    readingRecord(['associates', 'sums'], id, () => read(id));

async function readPublicYen(db: Database, id: string) {
  const sum = await readPublishedSum(db, 'associate', id);
  return {
    totalYen: sum?.yen ?? null,
    totalYenGifts: sum?.gifts ?? 0,
    deliveredYen: sum?.deliveredYen ?? null,
  };
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
