import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import { imagePath } from '#domain/image.ts';
import type { Pledge, PledgeItem } from '#domain/pledge.ts';
import { toTimestamp } from '#domain/timestamp.ts';
import type { Person } from '#server/actor.ts';
import type { Database } from '#server/db/database.ts';
import { applications, donations } from '#server/db/schema/donating.ts';
import { associates, socialChallenges } from '#server/db/schema/organisations.ts';
import { users } from '#server/db/schema/people.ts';
import { pledgeItems, pledges as pledgesTable } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';

const isPublic = eq(pledgesTable.state, 'published');

/** #mypledge: what donors say about a donation, newest first (spec section 4). */
export const pledges = ({ db }: Pick<Dependencies, 'db'>) => ({
  /** The public pledges, or the `limit` newest of them. */
  list: ({ limit }: { limit?: number | undefined } = {}): Promise<Pledge[]> =>
    select(db, isPublic, limit),

  /** How many public pledges there are. */
  async count(): Promise<number> {
    const [row] = await db.select({ total: count() }).from(pledgesTable).where(isPublic);
    return row?.total ?? 0;
  },

  /** A public pledge; undefined for what is hidden, removed or a draft. */
  async find(id: string): Promise<Pledge | undefined> {
    const [pledge] = await select(db, and(isPublic, eq(pledgesTable.id, id)));
    return pledge;
  },

  /** The person's own pledges, drafts and hidden ones too. */
  mine: ({ uid }: Pick<Person, 'uid'>): Promise<Pledge[]> =>
    select(db, and(eq(pledgesTable.uid, uid), ne(pledgesTable.state, 'removed'))),
});

async function select(db: Database, which: SQL | undefined, limit?: number): Promise<Pledge[]> {
  const query = db
    .select({
      id: pledgesTable.id,
      appraisalId: pledgesTable.appraisalId,
      pledgedAt: pledgesTable.pledgedAt,
      text: pledgesTable.text,
      showsAmount: pledgesTable.showsAmount,
      reply: pledgesTable.reply,
      uid: pledgesTable.uid,
      authorName: users.profileName,
      authorImageId: users.imageId,
      associateId: applications.associateId,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      amountYen: donations.amountYen,
    })
    .from(pledgesTable)
    .innerJoin(users, eq(users.uid, pledgesTable.uid))
    .innerJoin(applications, eq(applications.appraisalId, pledgesTable.appraisalId))
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .leftJoin(
      donations,
      and(eq(donations.appraisalId, pledgesTable.appraisalId), isNull(donations.reversedAt)),
    )
    .where(which)
    .orderBy(desc(pledgesTable.pledgedAt), asc(pledgesTable.id));
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
    .select()
    .from(pledgeItems)
    .where(inArray(pledgeItems.pledgeId, pledgeIds))
    .orderBy(asc(pledgeItems.pledgeId), asc(pledgeItems.position));
  const byPledge = new Map<string, PledgeItem[]>();
  for (const { id, pledgeId, imageId, name, comment } of rows) {
    const item = { id, image: imagePath(imageId), name, comment };
    byPledge.set(pledgeId, [...(byPledge.get(pledgeId) ?? []), item]);
  }
  return byPledge;
}
