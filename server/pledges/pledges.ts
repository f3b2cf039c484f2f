import { and, count, eq, inArray, ne, type SQL } from 'drizzle-orm';
import {
  type OwnPledge,
  type Pledge,
  type PledgeItem,
  pledgePageSize,
} from '#domain/pledges/pledge.ts';
import { isRecordId } from '#domain/values/record-id.ts';
import type { Person } from '#server/actor.ts';
import { applications } from '#server/db/schema/applications.ts';
import { pledgeItems, pledges as pledgesTable } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readPledges, readStoredPledges } from './read-pledges.ts';

const isPublic = eq(pledgesTable.state, 'published');

/** A page of a list of pledges. */
export type PledgePage = { items: Pledge[]; page: number; pageCount: number; total: number };

export type VersionedPledge = { pledge: OwnPledge; version: number };

const ownedBy = (uid: string) => and(eq(pledgesTable.uid, uid), ne(pledgesTable.state, 'removed'));

/** #mypledge: what donors say about a donation, newest first (spec section 4). */
export const pledges = ({ db }: Pick<Dependencies, 'db'>) => {
  async function countOf(which: SQL | undefined): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(pledgesTable)
      .innerJoin(applications, eq(applications.appraisalId, pledgesTable.appraisalId))
      .where(which);
    return row?.total ?? 0;
  }

  return {
    /** The public pledges, or the `limit` newest of them. */
    list: ({ limit }: { limit?: number | undefined } = {}): Promise<Pledge[]> =>
      readPledges(db, isPublic, { limit }),

    /** How many public pledges there are. */
    count: (): Promise<number> => countOf(isPublic),

    /** A page of the public pledges, of one organisation's when named; undefined beyond the last. */
    async page(page: number, associateId?: string): Promise<PledgePage | undefined> {
      const which =
        associateId === undefined
          ? isPublic
          : and(isPublic, eq(applications.associateId, associateId));
      const total = await countOf(which);
      const pageCount = Math.max(1, Math.ceil(total / pledgePageSize));
      if (page > pageCount) return undefined;
      const offset = (page - 1) * pledgePageSize;
      const items = await readPledges(db, which, { limit: pledgePageSize, offset });
      return { items, page, pageCount, total };
    },

    /** A public pledge; undefined for what is hidden, removed or a draft. */
    async find(id: string): Promise<Pledge | undefined> {
      if (!isRecordId(id)) return undefined;
      const [pledge] = await readPledges(db, and(isPublic, eq(pledgesTable.id, id)));
      return pledge;
    },

    /** One picture of a public pledge, with the pledge that it belongs to. */
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

    /** The person's own pledges, drafts and hidden ones too. */
    async mine({ uid }: Pick<Person, 'uid'>): Promise<OwnPledge[]> {
      return (await readStoredPledges(db, ownedBy(uid))).map(({ own }) => own);
    },

    /** One of the person's own pledges with its version; undefined for what is another's. */
    async findMine({ uid }: Pick<Person, 'uid'>, id: string): Promise<VersionedPledge | undefined> {
      if (!isRecordId(id)) return undefined;
      const [found] = await readStoredPledges(db, and(ownedBy(uid), eq(pledgesTable.id, id)));
      return found && { pledge: found.own, version: found.version };
    },
  };
};
