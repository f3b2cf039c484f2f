import { and, eq, gte, like, lt, type SQL, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { addMonths, startOfJstMonth, toTimestamp } from '#kit/values/timestamp.ts';
import { readAccount } from '#money/ledger/accounts.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { accountCodes, accountName, ownersOf } from './account.ts';
import { countedLines, periodOf } from './account-figures.server.ts';
import { type LedgerLine, ledgerLinesPageSize } from './book-rows.ts';
import type { Source } from './month-sums.server.ts';

export type LineSelection = {
  /** An account of the chart, including its sub-accounts, or a sub-account. */
  account?: string | undefined;
  /** YYYY-MM. */
  month?: string | undefined;
  /** YYYY-MM: the last of several months, from `month` on or from the first. */
  until?: string | undefined;
  order: 'newest' | 'oldest';
};

/** Whether an account of the chart has sub-accounts of organisations or funds. */
const isWhole = (account: string): boolean =>
  accountCodes.some((code) => code === account && ownersOf(code).length > 0);

const selectedLines = ({ account, month, until = month }: LineSelection): SQL | undefined =>
  and(
    account === undefined
      ? undefined
      : isWhole(account)
        ? like(ledgerLines.account, `${account}:%`)
        : eq(ledgerLines.account, account),
    month === undefined ? undefined : gte(ledgerLines.at, startOfJstMonth(month)),
    until === undefined ? undefined : lt(ledgerLines.at, startOfJstMonth(addMonths(until, 1))),
  );

/** Lines with related names; the caller orders and limits. */
export const selectLines = (db: Source, condition: SQL | undefined) =>
  db
    .select({
      line: ledgerLines,
      appraisalId: donations.appraisalId,
      runId: remittances.runId,
      runNumber: remittanceRuns.number,
      reason: postingNotes.reason,
      by: joinedPersonName,
    })
    .from(ledgerLines)
    .leftJoin(donations, eq(donations.id, ledgerLines.donationId))
    .leftJoin(remittances, eq(remittances.id, ledgerLines.remittanceId))
    .leftJoin(remittanceRuns, eq(remittanceRuns.id, remittances.runId))
    .leftJoin(postingNotes, eq(postingNotes.postingId, ledgerLines.postingId))
    .leftJoin(users, eq(users.uid, postingNotes.actorUid))
    .where(condition)
    .$dynamic();
export type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

/** Names of accounts' owners, by "associate id" and "fund id". */
async function ownerNames(db: Source, accounts: readonly string[]): Promise<Map<string, string>> {
  const owners = accounts.map(readAccount);
  const idsOf = (whose: 'associate' | 'fund') => [
    ...new Set(owners.flatMap(({ owner, id }) => (owner === whose ? id : []))),
  ];
  const named = db
    .select({ id: associates.id, name: associates.name })
    .from(associates)
    .where(eq(associates.id, oneOf(idsOf('associate'))));
  const funds = db
    .select({ id: socialChallenges.id, name: socialChallenges.fundName })
    .from(socialChallenges)
    .where(eq(socialChallenges.id, oneOf(idsOf('fund'))));
  return new Map([
    ...(await named).map(({ id, name }) => [`associate ${id}`, name] as const),
    ...(await funds).map(({ id, name }) => [`fund ${id}`, name] as const),
  ]);
}

export async function toLines(db: Source, rows: readonly LineRow[]): Promise<LedgerLine[]> {
  const names = await ownerNames(
    db,
    rows.map(({ line }) => line.account),
  );
  return rows.map(({ line, appraisalId, runId, runNumber, reason, by }) => {
    const { owner, id } = readAccount(line.account);
    return {
      id: `${line.postingId}/${line.line}`,
      postingId: line.postingId,
      at: toTimestamp(line.at),
      account: line.account,
      accountName: accountName(line.account),
      // The id if the owner was deleted.
      ownerName: id === '' ? '' : (names.get(`${owner} ${id}`) ?? id),
      debitYen: Math.max(line.amountYen, 0),
      creditYen: Math.max(-line.amountYen, 0),
      appraisalId: appraisalId ?? '',
      remittanceId: line.remittanceId ?? '',
      runId: runId ?? '',
      runNumber: runNumber ?? '',
      reason: reason ?? '',
      by,
    };
  });
}

/** Ledger lines, newest first; the total is a kept sum. */
export const lineList: AuditedList<LineSelection, LineRow, LedgerLine> = {
  name: 'ledger',
  isPersonal: false,
  subjectType: 'ledger',
  subjectId: ({ account = 'all', month, until }) =>
    [account, month, ...(until ? [`..${until}`] : [])].filter(Boolean).join(' '),
  pageSize: ledgerLinesPageSize,
  keys: ({ order }) => [
    { by: ledgerLines.at, direction: order === 'newest' ? 'desc' : 'asc', type: 'timestamptz' },
    { by: ledgerLines.postingId, direction: 'asc', type: 'text' },
    { by: ledgerLines.line, direction: 'asc', type: 'integer' },
  ],
  valuesOf: ({ line }) => [line.at.getTime(), line.postingId, line.line],
  idOf: ({ line }) => `${line.postingId}/${line.line}`,
  read: (db, selection, part) =>
    selectLines(db, and(selectedLines(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, { account, month, until }, at) =>
    exactTotal(
      await countedLines(
        db,
        account === undefined ? accountCodes : [account],
        await periodOf(db, month, at),
        until,
      ),
    ),
  toItems: (db, rows) => toLines(db, rows),
};

/** Some lines of one posting, in order. */
export const linesOfPosting = (db: Source, postingId: string, limit: number) =>
  selectLines(db, eq(ledgerLines.postingId, postingId))
    .orderBy(sql`${ledgerLines.line}`)
    .limit(limit);
