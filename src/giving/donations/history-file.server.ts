import { and, asc, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { formatDate, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { donations } from './donation-tables.server.ts';
import { decidedDayLabel, receivedDayLabel } from './two-days.ts';

/** A file generated while it is sent. */
export type HistoryFile = { fileName: string; parts: AsyncGenerator<Uint8Array> };

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
