import { and, asc, count, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { formatDate, jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { type Donation, type DonationHistoryEntry, toHistoryEntry } from './donation.ts';
import { findDonation } from './donation-history.ts';
import { donations, donations as donationsTable } from './donation-tables.server.ts';
import { decidedDayLabel, receivedDayLabel } from './two-days.ts';

/** A file generated while it is sent. */
type HistoryFile = { fileName: string; parts: AsyncGenerator<Uint8Array> };

/** Rows per batch: few enough to neither block the event loop nor fill the memory. */
const rowsAtOnce = 500;
/** Spreadsheets recognise UTF-8 by this mark. */
const byteOrderMark = '\uFEFF';

const header = [
  decidedDayLabel,
  '申込番号',
  '寄付先',
  '寄付先の種類',
  '寄付額（円）',
  '受領証明書',
  'お申し込み日',
  '査定完了日',
  'お品物の点数',
  '値段のついた点数',
  '査定額（円）',
  '加算額（円）',
  '寄付先が負担する費用（円）',
  '寄付先に届く額（円）',
  receivedDayLabel,
];

/** The person's donations, newest first, as CSV: all, or those of a year (YYYY, Asia/Tokyo). */
export function historyFile(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  year?: string,
): HistoryFile {
  const periodLabel = year === undefined ? 'すべて' : `${year}年`;
  return { fileName: `寄付の履歴（${periodLabel}）.csv`, parts: written(db, uid, year) };
}

async function* written(db: Database, uid: string, year: string | undefined) {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  yield bytesOf(byteOrderMark + csvForPeople([header]));
  for (let last: Row | undefined; ; ) {
    const rows = await readPart(db, and(donationsOfYear(uid, year), after(last)));
    if (rows.length > 0) yield bytesOf(csvForPeople(rows.map(toLine)));
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

function donationsOfYear(uid: string, year: string | undefined): SQL | undefined {
  const from = year === undefined ? undefined : startOfJstDay(`${year}-01-01`);
  const to = year === undefined ? undefined : startOfJstDay(`${Number(year) + 1}-01-01`);
  return and(
    eq(donations.uid, uid),
    isNull(donations.reversedAt),
    from && gte(donations.donatedAt, from),
    to && lt(donations.donatedAt, to),
  );
}

/** Continues by key after the last written row, since rows may change meanwhile. */
function after(last: Pick<Row, 'donatedAt' | 'appraisalId'> | undefined): SQL | undefined {
  if (!last) return undefined;
  const { donatedAt, appraisalId } = last;
  return or(
    lt(donations.donatedAt, donatedAt),
    and(eq(donations.donatedAt, donatedAt), gt(donations.appraisalId, appraisalId)),
  );
}

type Row = Awaited<ReturnType<typeof readPart>>[number];

const readPart = (db: Database, which: SQL | undefined) =>
  db
    .select({
      appraisalId: donations.appraisalId,
      donatedAt: donations.donatedAt,
      amountYen: donations.amountYen,
      costYen: sql<number>`${donations.feeYen} + ${donations.handlingYen}`,
      needReceipt: donations.needReceipt,
      receivedOn: donations.receivedOn,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      appliedAt: applications.createdAt,
      appraisedOn: appraisals.appraisedOn,
      itemCount: appraisals.itemCount,
      pricedCount: appraisals.pricedCount,
      appraisedYen: appraisals.appraisedYen,
      bonusYen: appraisals.bonusYen,
    })
    .from(donations)
    .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
    .innerJoin(appraisals, eq(appraisals.id, donations.appraisalRowId))
    .leftJoin(associates, eq(associates.id, donations.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donations.socialChallengeId))
    .where(which)
    .orderBy(desc(donations.donatedAt), asc(donations.appraisalId))
    .limit(rowsAtOnce);

const toLine = (row: Row): string[] => [
  formatDate(jstDay(row.donatedAt)),
  row.appraisalId,
  row.associateName ?? row.fundName ?? '',
  row.associateName === null ? '基金' : '団体',
  String(row.amountYen),
  row.needReceipt ? '希望する' : '希望しない',
  formatDate(jstDay(row.appliedAt)),
  formatDate(row.appraisedOn),
  String(row.itemCount),
  String(row.pricedCount),
  String(row.appraisedYen),
  String(row.bonusYen),
  String(row.costYen),
  String(row.amountYen - row.costYen),
  row.receivedOn === null ? '' : formatDate(row.receivedOn),
];

export type HistorySelection = { limit?: number | undefined; cursor?: string | undefined };

/** Limit of a response; longer histories are read by `cursor` or as a file. */
const maxRows = 10_000;

/**
 * The person's donations, newest first (docs/product.md, Lists and orders): all, or `limit` of them after `cursor`,
 * the number of the last one seen. A fund's has associateId ''.
 */
export async function ownDonations(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  { limit, cursor }: HistorySelection = {},
): Promise<{ donations: Donation[]; total: number }> {
  const mine = and(eq(donationsTable.uid, uid), isNull(donationsTable.reversedAt));
  const [all] = await db.select({ total: count() }).from(donationsTable).where(mine);
  const total = all?.total ?? 0;
  let after: SQL | undefined;
  if (cursor !== undefined) {
    // Even if reversed meanwhile, the last one seen still gives the position.
    const [last] = await db
      .select({ donatedAt: donationsTable.donatedAt })
      .from(donationsTable)
      .where(and(eq(donationsTable.uid, uid), eq(donationsTable.appraisalId, cursor)))
      .orderBy(desc(donationsTable.donatedAt))
      .limit(1);
    if (!last) return { donations: [], total };
    const { donatedAt } = last;
    after = or(
      lt(donationsTable.donatedAt, donatedAt),
      and(eq(donationsTable.donatedAt, donatedAt), gt(donationsTable.appraisalId, cursor)),
    );
  }
  const rows = await selectDonations(db)
    .where(and(mine, after))
    .orderBy(desc(donationsTable.donatedAt), asc(donationsTable.appraisalId))
    .limit(limit ?? maxRows);
  return { donations: rows.map(toDonation), total };
}

/** The person's history entry of a donation, or an empty object. */
export async function ownDonation(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  donationId: string,
): Promise<DonationHistoryEntry | Record<string, never>> {
  const appraisalId = parseAppraisalId(donationId);
  if (appraisalId === undefined) return {};
  const rows = await selectDonations(db)
    .where(
      and(
        eq(donationsTable.uid, uid),
        eq(donationsTable.appraisalId, appraisalId),
        isNull(donationsTable.reversedAt),
      ),
    )
    .limit(1);
  return findDonation(
    rows.map((row) => toHistoryEntry(toDonation(row))),
    appraisalId,
  );
}

const selectDonations = (db: Database) =>
  db
    .select({
      appraisalId: donationsTable.appraisalId,
      associateId: donationsTable.associateId,
      associateName: associates.name,
      socialChallengeId: donationsTable.socialChallengeId,
      fundName: socialChallenges.fundName,
      amountYen: donationsTable.amountYen,
      donatedAt: donationsTable.donatedAt,
      receivedOn: donationsTable.receivedOn,
      needReceipt: donationsTable.needReceipt,
    })
    .from(donationsTable)
    .leftJoin(associates, eq(associates.id, donationsTable.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donationsTable.socialChallengeId))
    .$dynamic();

const toDonation = (row: Awaited<ReturnType<typeof selectDonations>>[number]): Donation => ({
  appraisalId: row.appraisalId,
  associateId: row.associateId ?? '',
  socialChallengeId: row.socialChallengeId ?? '',
  associateName: row.associateName ?? row.fundName ?? '',
  amount: row.amountYen,
  donatedAt: toTimestamp(row.donatedAt),
  receivedOn: row.receivedOn ?? '',
  needReceipt: row.needReceipt,
});
