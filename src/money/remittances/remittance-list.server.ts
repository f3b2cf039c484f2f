import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, exactTotal } from '#kit/db/keyset.server.ts';
import { addMonths, jstDay, startOfJstMonth } from '#kit/values/timestamp.ts';
import { accountLine } from '#money/bank-accounts/account-line.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { remittanceRuns, remittances } from './remittance-tables.server.ts';
import {
  type Carried,
  type CarriedReason,
  type Remittance,
  type RemittanceItem,
  type RemittanceState,
  type Run,
  remittancesPageSize,
  runsPageSize,
} from './run.ts';
import { type RunRow, selectRuns, toRun } from './run-rows.server.ts';
import { carriedOver } from './transfer-tables.server.ts';

type Source = Database | Transaction;

/** All runs, the newest first. */
export const runList: AuditedList<Record<never, never>, RunRow, Run> = {
  name: 'remittances',
  isPersonal: false,
  subjectType: 'remittance-runs',
  subjectId: () => 'all',
  pageSize: runsPageSize,
  keys: () => [
    { by: remittanceRuns.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: remittanceRuns.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ run }) => [run.createdAt.getTime(), run.id],
  idOf: ({ run }) => run.id,
  read: (db, _selection, part) =>
    selectRuns(db)
      .where(part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db) => exactTotal(await db.$count(remittanceRuns)),
  toItems: (_db, rows) => rows.map(toRun),
};

export const selectRemittances = (source: Source, condition: SQL | undefined) =>
  source
    .select({
      row: remittances,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      runNumber: remittanceRuns.number,
    })
    .from(remittances)
    .leftJoin(associates, eq(associates.id, remittances.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, remittances.socialChallengeId))
    .leftJoin(remittanceRuns, eq(remittanceRuns.id, remittances.runId))
    .where(condition)
    .$dynamic();
type RemittanceRow = Awaited<ReturnType<typeof selectRemittances>>[number];

export const toRemittance = ({
  row,
  associateName,
  fundName,
  runNumber,
}: RemittanceRow): Remittance => ({
  id: row.id,
  runId: row.runId ?? '',
  runNumber: runNumber ?? '',
  associateId: row.associateId ?? '',
  targetName: associateName ?? fundName ?? '',
  state: row.state as RemittanceState,
  openingYen: row.openingYen,
  giftCount: row.giftCount,
  giftYen: row.giftYen,
  feeYen: row.feeYen,
  handlingYen: row.handlingYen,
  correctionYen: row.correctionYen,
  payoutYen: row.payoutYen,
  amountYen: row.amountYen,
  account: accountLine(row.account),
  statementNumber: row.statementNumber ?? '',
  receivedOn: row.receivedOn,
  returnedOn: row.returnedOn,
  reason: row.state === 'taken-out' ? row.takenOutReason : row.returnReason,
  version: row.version,
});

export type RemittanceSelection = {
  runId?: string | undefined;
  associateId?: string | undefined;
  state?: RemittanceState | undefined;
  /** YYYY-MM: the months that the arrival is booked in, whatever became of it since. */
  arrivedFrom?: string | undefined;
  arrivedTo?: string | undefined;
};

/** As the dashboard counts what was sent: by the day in the books; those of before runs by their own. */
function arrivedIn({ arrivedFrom, arrivedTo }: RemittanceSelection): SQL | undefined {
  if (arrivedFrom === undefined && arrivedTo === undefined) return undefined;
  const from = arrivedFrom ? startOfJstMonth(arrivedFrom) : undefined;
  const before = arrivedTo ? startOfJstMonth(addMonths(arrivedTo, 1)) : undefined;
  const booked = and(
    sql`l.remittance_id = ${remittances.id} and l.account like 'in-transit:%' and l.posting_id like 'confirmed%'`,
    from && sql`l.at >= ${from.toISOString()}::timestamptz`,
    before && sql`l.at < ${before.toISOString()}::timestamptz`,
  );
  const earlier = and(
    isNull(remittances.runId),
    isNotNull(remittances.receivedOn),
    from && gte(remittances.receivedOn, jstDay(from)),
    before && lt(remittances.receivedOn, jstDay(before)),
  );
  return or(sql`exists (select from ledger_lines l where ${booked})`, earlier);
}

const selected = ({ runId, associateId, state, ...arrived }: RemittanceSelection) =>
  and(
    runId === undefined ? undefined : eq(remittances.runId, runId),
    associateId === undefined ? undefined : eq(remittances.associateId, associateId),
    state === undefined ? undefined : eq(remittances.state, state),
    arrivedIn(arrived),
  );

/** Remittances: of a run in the order of its file, else the newest first. */
export const remittanceList: AuditedList<RemittanceSelection, RemittanceRow, Remittance> = {
  name: 'remittances',
  isPersonal: false,
  subjectType: 'remittances',
  subjectId: ({ runId, associateId, state }) => runId ?? associateId ?? state ?? 'all',
  pageSize: remittancesPageSize,
  keys: ({ runId }) => [
    ...(runId === undefined
      ? [{ by: remittances.createdAt, direction: 'desc', type: 'timestamptz' } as const]
      : []),
    { by: remittances.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ row }, { runId }) => [
    ...(runId === undefined ? [row.createdAt.getTime()] : []),
    row.id,
  ],
  idOf: ({ row }) => row.id,
  read: (db, selection, part) =>
    selectRemittances(db, and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, remittances, selected(selection)),
  toItems: (_db, rows) => rows.map(toRemittance),
};

type CarriedRow = Omit<Carried, 'reason'> & { reason: string };

/** Whom a run leaves for the next. */
export const carriedList: AuditedList<{ runId: string }, CarriedRow, Carried> = {
  name: 'remittances',
  isPersonal: false,
  subjectType: 'carried-over',
  subjectId: ({ runId }) => runId,
  pageSize: remittancesPageSize,
  keys: () => [{ by: carriedOver.associateId, direction: 'asc', type: 'text' }],
  valuesOf: ({ associateId }) => [associateId],
  idOf: ({ associateId }) => associateId,
  read: (db, { runId }, part) =>
    db
      .select({
        associateId: carriedOver.associateId,
        targetName: associates.name,
        amountYen: carriedOver.amountYen,
        reason: carriedOver.reason,
      })
      .from(carriedOver)
      .innerJoin(associates, eq(associates.id, carriedOver.associateId))
      .where(and(eq(carriedOver.runId, runId), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, { runId }) => countRows(db, carriedOver, eq(carriedOver.runId, runId)),
  toItems: (_db, rows) => rows.map((row) => ({ ...row, reason: row.reason as CarriedReason })),
};

/** Items of a remittance; a gift has the figures of its donation. */
const selectItems = (source: Source, condition: SQL | undefined) =>
  source
    .select({
      id: owedItems.id,
      kind: owedItems.kind,
      day: owedItems.day,
      appraisalId: owedItems.appraisalId,
      note: sql<string>`coalesce(
        (select c.fund_name from fund_payouts p join social_challenges c on c.id = p.social_challenge_id where p.id = ${owedItems.payoutId}),
        (select run.number from remittances r join remittance_runs run on run.id = r.run_id where r.id = ${owedItems.returnedId}), '')`,
      giftYen: sql<number>`coalesce(gift.amount_yen, 0)::int`,
      feeYen: sql<number>`coalesce(gift.fee_yen, 0)::int`,
      handlingYen: sql<number>`coalesce(gift.handling_yen, 0)::int`,
      amountYen: owedItems.amountYen,
      postingId: owedItems.postingId,
    })
    .from(owedItems)
    .leftJoin(
      sql`donations as gift`,
      sql`${owedItems.kind} = 'gift' and gift.id = substr(${owedItems.postingId}, 10)`,
    )
    .where(condition)
    .$dynamic();
type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

/** The lines of a remittance, in the order in which they came to be owed. */
export const itemList: AuditedList<{ remittanceId: string }, ItemRow, RemittanceItem> = {
  name: 'remittances',
  isPersonal: false,
  subjectType: 'remittance-items',
  subjectId: ({ remittanceId }) => remittanceId,
  pageSize: remittancesPageSize,
  keys: () => [{ by: owedItems.id, direction: 'asc', type: 'bigint' }],
  valuesOf: ({ id }) => [id],
  idOf: ({ id }) => id,
  read: (db, { remittanceId }, part) =>
    selectItems(db, and(itemsOf(remittanceId), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, { remittanceId }) => countRows(db, owedItems, itemsOf(remittanceId)),
  toItems: (_db, rows) =>
    rows.map((row) => ({
      ...row,
      kind: row.kind as RemittanceItem['kind'],
      appraisalId: row.appraisalId ?? '',
    })),
};

/** A fund's gifts that a pay-out covers are the fund's, not lines of what was sent. */
const itemsOf = (remittanceId: string) =>
  and(eq(owedItems.remittanceId, remittanceId), sql`${owedItems.associateId} is not null`);
