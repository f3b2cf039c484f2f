import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { type Key, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { timestampToDate, toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { AdminPledge, AdminPledgeState } from './admin-pledge-report.ts';
import type { OwnPledge, OwnPledgeState, Pledge, PledgeItem } from './pledge.ts';
import { publicWordsOf, wordsOf } from './pledge-draft.ts';
import { pledgeItems, pledges } from './pledge-tables.server.ts';
import { publicAuthor } from './public-author.ts';

type Part = { limit?: number | undefined; orderBy?: SQL[] };
/** A pledge, with its author's view, the state the author chose, and its version. */
export type StoredPledge = {
  pledge: Pledge;
  own: OwnPledge;
  chosen: AdminPledgeState;
  version: number;
};

/** Pledges as shown, the newest first. `which` may refer to the application too. */
export async function readPledges(
  db: Database,
  which: SQL | undefined,
  part: Part = {},
): Promise<Pledge[]> {
  return (await readStoredPledges(db, which, part)).map(({ pledge }) => pledge);
}

/** Pledges as their author sees them. `which` must exclude removed ones. */
export async function readStoredPledges(
  db: Database | Transaction,
  which: SQL | undefined,
  { limit, orderBy = [desc(pledges.pledgedAt), asc(pledges.id)] }: Part = {},
): Promise<StoredPledge[]> {
  const query = db
    .select({
      ...getTableColumns(pledges),
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
    .orderBy(...orderBy);
  const rows = await (limit === undefined ? query : query.limit(limit));
  const itemsOf = await findItems(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const author = { uid: row.uid, name: row.authorName, image: imagePath(row.authorImageId) };
    const pledge = {
      id: row.id,
      appraisalId: row.appraisalId,
      pledgedAt: toTimestamp(row.pledgedAt),
      ...publicWordsOf(row),
      author: publicAuthor(author),
      donation: {
        associateId: row.associateId ?? '',
        socialChallengeId: row.socialChallengeId ?? '',
        associateName: row.associateName ?? row.fundName ?? '',
        amount: row.showsAmount ? row.amountYen : null,
      },
      items: itemsOf.get(row.id) ?? [],
      reply: row.reply,
    };
    const { withheldReason, version } = row;
    const state = withheldReason === '' ? (row.state as OwnPledgeState) : 'withheld';
    return {
      pledge,
      own: { ...pledge, author, ...wordsOf(row), state, withheldReason },
      chosen: authorStateOf(row.state),
      version,
    };
  });
}

/** The newest first, the order of every list of pledges. */
const keys: readonly Key[] = [
  { by: pledges.pledgedAt, direction: 'desc', type: 'timestamptz' },
  { by: pledges.id, direction: 'asc', type: 'text' },
];

/** A page of a list of pledges. */
export const readPart = (
  db: Database,
  which: SQL | undefined,
  size: number,
  position: Position | undefined,
) =>
  readKeysetPage({
    keys,
    position,
    size,
    read: ({ where, orderBy, limit }) =>
      readStoredPledges(db, and(which, where), { orderBy, limit }),
    valuesOf: ({ pledge }) => [timestampToDate(pledge.pledgedAt).getTime(), pledge.id],
  });

/** A pledge for moderation by the operator. */
export const toAdminPledge = ({ pledge, own, chosen }: StoredPledge): AdminPledge => ({
  ...pledge,
  author: own.author,
  state: chosen,
  isWithheld: own.state === 'withheld',
  withheldReason: own.withheldReason,
});

/** State that the author chose, from the row's state: only a public pledge becomes 'withheld'. */
export const authorStateOf = (state: string) =>
  (state === 'withheld' ? 'published' : state) as AdminPledgeState;

async function findItems(
  db: Database | Transaction,
  pledgeIds: string[],
): Promise<Map<string, PledgeItem[]>> {
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
