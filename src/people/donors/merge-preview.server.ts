import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { DonorLine } from './donor.ts';
import { readLines } from './donor-list.server.ts';
import { type MergePreview, previewedRows } from './donor-merge.ts';
import { donorMerges, donorSearch } from './donor-tables.server.ts';
import { sharedFields } from './evidence.server.ts';
import { countMoving } from './moved-rows.server.ts';
import { type DonorOrGuest, type Member, noSuchDonor, theirApplications } from './whose.server.ts';

type Source = Database | Transaction;

/** Id of a donor in the list; for a guest the number of the newest application. */
export async function listedIdOf(db: Source, whose: DonorOrGuest): Promise<string> {
  if (whose.kind === 'member') return whose.uid;
  const [found] = await db
    .select({ id: donorSearch.id })
    .from(donorSearch)
    .where(and(eq(donorSearch.email, whose.email), isNull(donorSearch.uid)));
  if (!found) throw noSuchDonor();
  return found.id;
}

async function lineOf(db: Source, whose: DonorOrGuest): Promise<DonorLine> {
  const [line] = await readLines(db, [await listedIdOf(db, whose)]);
  if (!line) throw noSuchDonor();
  return line;
}

/** Why these two cannot be merged; "" if they can. */
export async function mergeBlocker(db: Source, from: DonorOrGuest, into: Member): Promise<string> {
  if (from.kind === 'member' && from.uid === into.uid) return '同じ記録です。';
  const uids = [into.uid, ...(from.kind === 'member' ? [from.uid] : [])];
  const rows = await db
    .select({ uid: users.uid, role: users.role, lockedAt: users.lockedAt })
    .from(users)
    .where(inArray(users.uid, uids));
  if (rows.some(({ role }) => role !== 'donor')) {
    return '運営や団体の担当者のアカウントは、統合できません。';
  }
  const [earlier] = await db
    .select({ fromUid: donorMerges.fromUid })
    .from(donorMerges)
    .where(and(inArray(donorMerges.fromUid, uids), isNull(donorMerges.undoneAt)))
    .limit(1);
  if (earlier) {
    return earlier.fromUid === into.uid
      ? '統合先の記録は、すでにほかの記録に統合されています。'
      : 'この記録は、すでにほかの記録に統合されています。';
  }
  const isLocked = rows.some(({ uid, lockedAt }) => uid === into.uid && lockedAt !== null);
  return isLocked ? '統合先の記録がロックされています。先にロックを解除してください。' : '';
}

/** Effects of a merge, and the evidence for it. */
export async function previewOf(
  db: Source,
  from: DonorOrGuest,
  into: Member,
): Promise<MergePreview> {
  const found = await selectApplications(db, theirApplications(from))
    .orderBy(desc(applications.createdAt), desc(applications.appraisalId))
    .limit(previewedRows);
  const rows = found.map(toRow);
  const given = await amounts(
    db,
    rows.map(({ appraisalId }) => appraisalId),
  );
  const papers = await db
    .select({ number: receipts.number, year: receipts.year, amountYen: receipts.amountYen })
    .from(receipts)
    .where(from.kind === 'member' ? eq(receipts.uid, from.uid) : sql`false`)
    .orderBy(desc(receipts.issuedAt))
    .limit(previewedRows);
  return {
    from: await lineOf(db, from),
    into: await lineOf(db, into),
    same: await sharedFields(db, from, into),
    moving: await countMoving(db, from, into),
    applications: rows.map(({ appraisalId, targetName, state, createdAt }) => ({
      appraisalId,
      targetName,
      state: state as ApplicationState,
      amountYen: given.get(appraisalId) ?? null,
      createdAt: toTimestamp(createdAt),
    })),
    receipts: papers,
    refusal: await mergeBlocker(db, from, into),
  };
}

async function amounts(db: Source, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: donations.appraisalId, amountYen: donations.amountYen })
    .from(donations)
    .where(and(inArray(donations.appraisalId, ids), isNull(donations.reversedAt)));
  return new Map(rows.map(({ id, amountYen }) => [id, amountYen]));
}
