import { and, asc, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { lockDonations } from '#giving/donations/lock-donations.server.ts';
import { pledgeItems, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences } from '#people/mail/mail-tables.server.ts';
import type { Moving } from './donor-merge.ts';
import { type DonorOrGuest, type Member, theirApplications, theirNumbers } from './whose.server.ts';

type Source = Database | Transaction;

/** Rows moved by a merge, as stored in donor_merges: ids by table, and whether the account was locked before. */
export type Moved = Record<keyof Moving, string[]> & { images: string[]; wasLocked: boolean };

const isTheirDonation = (whose: DonorOrGuest): SQL | undefined =>
  whose.kind === 'member'
    ? eq(donations.uid, whose.uid)
    : and(isNull(donations.uid), sql`${donations.appraisalId} in ${theirNumbers(whose)}`);
/** Condition on rows that only an account has. */
const ofAccount = <Column extends typeof receipts.uid | typeof pledges.uid>(
  column: Column,
  whose: DonorOrGuest,
): SQL => (whose.kind === 'member' ? eq(column, whose.uid) : sql`false`);
/** Mail preferences of `from` without a choice of `into`, whose own choices stay. */
const preferencesOf = (from: DonorOrGuest, into: Member): SQL | undefined =>
  from.kind === 'member'
    ? and(
        eq(mailPreferences.uid, from.uid),
        notInArray(
          mailPreferences.kind,
          sql`(select kind from mail_preferences where uid = ${into.uid})`,
        ),
      )
    : sql`false`;

/** Number of rows that a merge of these two would move. */
export async function countMoving(db: Source, from: DonorOrGuest, into: Member): Promise<Moving> {
  return {
    applications: await db.$count(applications, theirApplications(from)),
    donations: await db.$count(donations, isTheirDonation(from)),
    receipts: await db.$count(receipts, ofAccount(receipts.uid, from)),
    pledges: await db.$count(pledges, ofAccount(pledges.uid, from)),
    preferences: await db.$count(mailPreferences, preferencesOf(from, into)),
  };
}

/** Locks people in a fixed order, then the donations of the first (src/giving/donations/lock-donations.server.ts). */
export async function lockPeople(tx: Transaction, uids: readonly string[]): Promise<void> {
  await tx
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.uid, [...uids]))
    .orderBy(asc(users.uid))
    .for('update');
}
export async function lockGiving(tx: Transaction, which: SQL | undefined): Promise<void> {
  const found = await tx
    .select({ id: applications.appraisalId })
    .from(applications)
    .where(which)
    .orderBy(asc(applications.appraisalId))
    .for('update');
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await lockDonations(tx, inArray(donations.appraisalId, ids));
}

/** Moves everything of `from` to `into`; changes only the owner of rows. */
export async function moveRows(tx: Transaction, from: DonorOrGuest, into: Member) {
  const { uid } = into;
  // Before the applications, by which a guest's donations are found.
  const movedDonations = await tx
    .update(donations)
    .set({ uid })
    .where(isTheirDonation(from))
    .returning({ id: donations.id });
  const movedApplications = await tx
    .update(applications)
    .set({ uid })
    .where(theirApplications(from))
    .returning({ id: applications.appraisalId });
  const movedReceipts = await tx
    .update(receipts)
    .set({ uid })
    .where(ofAccount(receipts.uid, from))
    .returning({ id: receipts.number });
  const movedPledges = await tx
    .update(pledges)
    .set({ uid })
    .where(ofAccount(pledges.uid, from))
    .returning({ id: pledges.id });
  const movedPreferences = await tx
    .update(mailPreferences)
    .set({ uid })
    .where(preferencesOf(from, into))
    .returning({ id: mailPreferences.kind });
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const pledgeIds = ids(movedPledges);
  const pictures =
    from.kind === 'member' ? await movePictures(tx, pledgeIds, { from: from.uid, to: uid }) : [];
  return {
    applications: ids(movedApplications),
    donations: ids(movedDonations),
    receipts: ids(movedReceipts),
    pledges: pledgeIds,
    preferences: ids(movedPreferences),
    images: pictures,
  };
}

/** Moves the pictures of pledges along: otherwise they would be erased with their former owner. */
async function movePictures(
  tx: Transaction,
  pledgeIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  if (pledgeIds.length === 0) return [];
  const shown = tx
    .select({ id: pledgeItems.imageId })
    .from(pledgeItems)
    .where(inArray(pledgeItems.pledgeId, [...pledgeIds]));
  const moved = await tx
    .update(images)
    .set({ ownerUid: to })
    .where(and(eq(images.ownerUid, from), inArray(images.id, shown)))
    .returning({ id: images.id });
  return moved.map(({ id }) => id).sort();
}

const among = (column: Parameters<typeof inArray>[0], ids: readonly string[]): SQL =>
  ids.length === 0 ? sql`false` : inArray(column, [...ids]);

/**
 * Moved applications that stay: they belong to another person by now, or have a newer pledge or receipt that names the
 * donor.
 */
async function boundApplications(
  tx: Transaction,
  moved: Moved,
  intoUid: string,
): Promise<Set<string>> {
  const here = await tx
    .select({ id: applications.appraisalId })
    .from(applications)
    .where(and(among(applications.appraisalId, moved.applications), eq(applications.uid, intoUid)));
  const pledged = await tx
    .select({ id: pledges.appraisalId, of: pledges.id })
    .from(pledges)
    .where(and(among(pledges.appraisalId, moved.applications), eq(pledges.uid, intoUid)));
  const stated = await tx
    .select({ id: receiptGifts.appraisalId, of: receipts.number })
    .from(receipts)
    .innerJoin(receiptGifts, eq(receiptGifts.receiptNumber, receipts.number))
    .where(and(among(receiptGifts.appraisalId, moved.applications), eq(receipts.uid, intoUid)));
  const stillHere = new Set(here.map(({ id }) => id));
  return new Set([
    ...moved.applications.filter((id) => !stillHere.has(id)),
    ...pledged.filter(({ of }) => !moved.pledges.includes(of)).map(({ id }) => id),
    ...stated.filter(({ of }) => !moved.receipts.includes(of)).map(({ id }) => id),
  ]);
}

/** Moves the moved rows back, as far as they are still there; `fromUid` is null for a guest. */
export async function moveBack(
  tx: Transaction,
  moved: Moved,
  { fromUid, intoUid }: { fromUid: string | null; intoUid: string },
): Promise<{ moved: Moving; left: string[] }> {
  const left = await boundApplications(tx, moved, intoUid);
  const back = moved.applications.filter((id) => !left.has(id));
  const staying = [...left];
  const notStaying = (column: Parameters<typeof inArray>[0]) =>
    staying.length === 0 ? undefined : notInArray(column, staying);
  const movedReceipts = await tx
    .update(receipts)
    .set({ uid: fromUid })
    .where(
      and(
        among(receipts.number, moved.receipts),
        eq(receipts.uid, intoUid),
        sql`not exists (select from receipt_gifts g where g.receipt_number = ${receipts.number}
          and g.appraisal_id = any(${sql.param(staying)}::text[]))`,
      ),
    )
    .returning({ id: receipts.number });
  const movedDonations = await tx
    .update(donations)
    .set({ uid: fromUid })
    // Includes donations made since from a moved application.
    .where(and(among(donations.appraisalId, back), eq(donations.uid, intoUid)))
    .returning({ id: donations.id });
  const movedApplications = await tx
    .update(applications)
    .set({ uid: fromUid })
    .where(and(among(applications.appraisalId, back), eq(applications.uid, intoUid)))
    .returning({ id: applications.appraisalId });
  let movedPledges: { id: string }[] = [];
  let movedPreferences: { id: string }[] = [];
  if (fromUid !== null) {
    movedPledges = await tx
      .update(pledges)
      .set({ uid: fromUid })
      .where(
        and(
          among(pledges.id, moved.pledges),
          eq(pledges.uid, intoUid),
          notStaying(pledges.appraisalId),
        ),
      )
      .returning({ id: pledges.id });
    await tx
      .update(images)
      .set({ ownerUid: fromUid })
      .where(
        and(
          among(images.id, moved.images),
          eq(images.ownerUid, intoUid),
          inArray(
            images.id,
            sql`(select image_id from pledge_items where pledge_id = any(${sql.param(movedPledges.map(({ id }) => id))}::text[]))`,
          ),
        ),
      );
    movedPreferences = await tx
      .update(mailPreferences)
      .set({ uid: fromUid })
      .where(
        and(
          among(mailPreferences.kind, moved.preferences),
          eq(mailPreferences.uid, intoUid),
          notInArray(
            mailPreferences.kind,
            sql`(select kind from mail_preferences where uid = ${fromUid})`,
          ),
        ),
      )
      .returning({ id: mailPreferences.kind });
  }
  return {
    moved: {
      applications: movedApplications.length,
      donations: movedDonations.length,
      receipts: movedReceipts.length,
      pledges: movedPledges.length,
      preferences: movedPreferences.length,
    },
    left: staying.sort(),
  };
}
