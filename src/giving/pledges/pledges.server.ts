import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { decodeCursor, encodeCursor } from '#kit/db/cursor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import {
  countRows,
  exactTotal,
  type Page,
  type Position,
  type Total,
  unreadableCursor,
} from '#kit/db/keyset.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { cached } from '#kit/topics/cached.server.ts';
import { readingRecord } from '#kit/topics/reads.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { type OwnPledge, type Pledge, type PledgeItem, pledgePageSize } from './pledge.ts';
import { pledgeItems, pledges as pledgesTable } from './pledge-tables.server.ts';
import { readPart, readPledges, readStoredPledges } from './read-pledges.server.ts';

/** As a literal, so that it matches the partial indexes. */
const isPublic = sql`${pledgesTable.state} = 'published'`;

/** Pledges that the top page reads. */
const newestKept = 6;

export type PledgePage = { items: Pledge[]; page: number; pageCount: number; total: number };

/** A page of an author's public pledges, with cursors to its neighbours, if any. */
export type AuthorsPledges = {
  items: Pledge[];
  total: Total;
  next: string | undefined;
  previous: string | undefined;
};

async function readPage(
  db: Database,
  page: number,
  associateId?: string,
): Promise<PledgePage | undefined> {
  const { count: total } = await readSum(db, 'public-pledges', associateId);
  const pageCount = Math.max(1, Math.ceil(total / pledgePageSize));
  if (page > pageCount) return undefined;
  const ids = await readPageIds(db, associateId, page);
  const items = await readPledges(db, and(isPublic, inArray(pledgesTable.id, ids)));
  return { items, page, pageCount, total };
}

export type VersionedPledge = { pledge: OwnPledge; version: number };

const ownedBy = (uid: string) => and(eq(pledgesTable.uid, uid), ne(pledgesTable.state, 'removed'));

/** #mypledge: donors' words about a donation, the newest first (docs/product.md, Pledges). */
export const pledges = ({
  db,
  clock,
  topics,
}: Pick<Dependencies, 'db' | 'clock'> & { topics: Topics }) => {
  return {
    /** Newest public pledges, cached until they may have changed. */
    newest: cached({ topics, clock }, ['associates', 'challenges', 'pledges', 'sums'], () =>
      readPledges(db, isPublic, { limit: newestKept }),
    ),

    /** The `limit` newest public pledges. */
    list: ({ limit }: { limit: number }): Promise<Pledge[]> => readPledges(db, isPublic, { limit }),

    /** A page of public pledges, optionally of one organisation; undefined beyond the last page. */
    page: (page: number, associateId?: string): Promise<PledgePage | undefined> =>
      associateId === undefined
        ? readPage(db, page)
        : readingRecord(['associates', 'pledges', 'sums'], associateId, () =>
            readPage(db, page, associateId),
          ),

    /** An author's public pledges from a cursor, the newest first. Refuses an invalid cursor. */
    async byAuthor(uid: string, cursor?: string): Promise<AuthorsPledges> {
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      if (cursor !== undefined && !position) throw refuse('ValidationError', unreadableCursor);
      const which = and(isPublic, eq(pledgesTable.uid, uid));
      const { rows, next, previous } = await readPart(db, which, pledgePageSize, position);
      return {
        items: rows.map(({ pledge }) => pledge),
        total: await countRows(db, pledgesTable, which),
        next: next && encodeCursor(next),
        previous: previous && encodeCursor(previous),
      };
    },

    /** A public pledge; undefined if hidden, removed or a draft. */
    async find(id: string): Promise<Pledge | undefined> {
      if (!isRecordId(id)) return undefined;
      const [pledge] = await readPledges(db, and(isPublic, eq(pledgesTable.id, id)));
      return pledge;
    },

    /** An item of a public pledge, with its pledge. */
    async findItem(itemId: string): Promise<{ pledge: Pledge; item: PledgeItem } | undefined> {
      if (!isRecordId(itemId)) return undefined;
      const ofItem = db
        .select({ id: pledgeItems.pledgeId })
        .from(pledgeItems)
        .where(eq(pledgeItems.id, itemId));
      const [pledge] = await readPledges(db, and(isPublic, inArray(pledgesTable.id, ofItem)));
      const item = pledge?.items.find(({ id }) => id === itemId);
      return pledge && item && { pledge, item };
    },
  };
};

/** A page of public pledges from `position`, with the total. */
export async function publicPledges(
  { db }: Context,
  limit: number,
  position?: Position,
): Promise<Page<Pledge>> {
  const page = await readPart(db, isPublic, limit, position);
  const items = page.rows.map(({ pledge }) => pledge);
  const { count } = await readSum(db, 'public-pledges');
  return { items, next: page.next, previous: page.previous, total: exactTotal(count) };
}

/** The person's own pledges from `position`, including drafts and hidden ones. */
export async function ownPledges(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  limit: number,
  position?: Position,
): Promise<Page<OwnPledge>> {
  const page = await readPart(db, ownedBy(uid), limit, position);
  return {
    items: page.rows.map(({ own }) => own),
    next: page.next,
    previous: page.previous,
    total: await countRows(db, pledgesTable, ownedBy(uid)),
  };
}

/** One of the person's own pledges with its version; undefined for another person's. */
export async function findOwnPledge(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  id: string,
): Promise<VersionedPledge | undefined> {
  if (!isRecordId(id)) return undefined;
  const [found] = await readStoredPledges(db, and(ownedBy(uid), eq(pledgesTable.id, id)));
  return found && { pledge: found.own, version: found.version };
}

/**
 * Ids of the pledges on a numbered page. Earlier ones are skipped within the index only: a hundred thousand take some
 * milliseconds.
 */
async function readPageIds(
  db: Database,
  associateId: string | undefined,
  page: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: pledgesTable.id })
    .from(pledgesTable)
    .where(
      associateId === undefined
        ? isPublic
        : and(isPublic, eq(pledgesTable.associateId, associateId)),
    )
    .orderBy(desc(pledgesTable.pledgedAt), asc(pledgesTable.id))
    .limit(pledgePageSize)
    .offset((page - 1) * pledgePageSize);
  return rows.map(({ id }) => id);
}
