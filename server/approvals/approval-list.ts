import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type Approval,
  type ApprovalKind,
  type ApprovalState,
  approvalsPageSize,
} from '#domain/approvals/approval.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import { personName } from '#server/accounts/person-name.ts';
import type { AuditedList } from '#server/audit/audited-list.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { countRows } from '#server/db/keyset.ts';
import { approvals } from '#server/db/schema/people.ts';
import { wordsOf } from './approval-words.ts';
import { appraisalIdsOf, type StandingDonations, standingDonations } from './standing-donations.ts';

export type ApprovalSelection = {
  state?: ApprovalState | undefined;
  /** What the reader may decide on. */
  kinds: readonly ApprovalKind[];
  readerUid: string;
};

/** The actor of what time alone does. */
export const systemUid = 'system';
const systemName = 'システム';
export const paymentAccountName = 'サービスの振込元';

/** Whose role or account it is; '' where the change itself says so. */
const subjectName = sql<string>`case
  when ${approvals.kind} = 'role' then ${personName(sql`${approvals.subjectId}`)}
  when ${approvals.kind} in ('remittance', 'remittance-run', 'month-close') then ''
  when ${approvals.subjectId} = '' then ${paymentAccountName}
  else coalesce((select owner.name from associates as owner where owner.id = ${approvals.subjectId}), '') end`;

export const selectApprovals = (db: Database | Transaction) =>
  db
    .select({
      row: approvals,
      subject: subjectName,
      askedByName: personName(sql`${approvals.askedBy}`),
      decidedByName: personName(sql`${approvals.decidedBy}`),
    })
    .from(approvals)
    .$dynamic();
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

/** As the index approvals_rank has it: what waits comes first. */
const rank = sql`(case ${approvals.state} when 'waiting' then 0 else 1 end)`;

const selected = ({ state, kinds }: ApprovalSelection): SQL | undefined =>
  and(inArray(approvals.kind, [...kinds]), state && eq(approvals.state, state));

/** Approvals as `readerUid` reads them, with the sums of remittances as they are now. */
export async function toApprovals(
  db: Database | Transaction,
  rows: readonly ApprovalRow[],
  readerUid: string,
): Promise<Approval[]> {
  const given = await standingDonations(
    db,
    rows.flatMap(({ row }) => appraisalIdsOf(row)),
  );
  return rows.map((row) => toApproval(row, readerUid, given));
}

function toApproval(
  { row, subject, askedByName, decidedByName }: ApprovalRow,
  readerUid: string,
  given: StandingDonations,
): Approval {
  const kind = row.kind as ApprovalKind;
  const words = wordsOf(kind, row.change, given);
  const isWaiting = row.state === 'waiting';
  return {
    id: row.id,
    kind,
    state: row.state as ApprovalState,
    title: words.title,
    subject: words.subject ?? subject,
    facts: words.facts,
    appraisalIds: appraisalIdsOf(row),
    reason: row.reason,
    askedBy: askedByName,
    askedAt: toTimestamp(row.askedAt),
    dueAt: row.dueAt && toTimestamp(row.dueAt),
    decidedBy: row.decidedBy === systemUid ? systemName : decidedByName,
    decidedAt: row.decidedAt && toTimestamp(row.decidedAt),
    note: row.decisionNote,
    mayDecide: isWaiting && readerUid !== row.askedBy && readerUid !== row.subjectId,
    mayWithdraw: isWaiting && readerUid === row.askedBy,
  };
}

type Row = ApprovalRow & { readerUid: string };

/** What waits, then what was decided, the newest first. */
export const approvalList: AuditedList<ApprovalSelection, Row, Approval> = {
  name: 'approvals',
  subjectType: 'approvals',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: approvalsPageSize,
  keys: ({ state }) => [
    ...(state === undefined ? [{ by: rank, direction: 'asc', type: 'integer' } as const] : []),
    { by: approvals.askedAt, direction: 'desc', type: 'timestamptz' },
    { by: approvals.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ row }, { state }) => [
    ...(state === undefined ? [row.state === 'waiting' ? 0 : 1] : []),
    row.askedAt.getTime(),
    row.id,
  ],
  idOf: ({ row }) => row.id,
  read: async (db, selection, part) => {
    const rows = await selectApprovals(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit);
    return rows.map((row) => ({ ...row, readerUid: selection.readerUid }));
  },
  total: (db, selection) => countRows(db, approvals, selected(selection)),
  toItems: (db, rows) => toApprovals(db, rows, rows[0]?.readerUid ?? ''),
};
