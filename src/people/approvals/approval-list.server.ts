import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { invalidVotes } from './another-person.server.ts';
import { ineligibleVoterMessages } from './another-person.ts';
import {
  type Approval,
  type ApprovalKind,
  type ApprovalOrigin,
  type ApprovalState,
  approvalsPageSize,
} from './approval.ts';
import { wordsOf } from './approval-words.server.ts';
import { currentOrigin } from './current-origin.server.ts';
import {
  appraisalIdsOf,
  type StandingDonations,
  standingDonations,
} from './standing-donations.server.ts';

export type ApprovalSelection = {
  state?: ApprovalState | undefined;
  /** Kinds that the reader may decide on. */
  kinds: readonly ApprovalKind[];
  readerUid: string;
};

/** The reader, and the origin of their request. */
export type Reader = { readerUid: string; via: ApprovalOrigin };

/** Actor of decisions by time. */
export const systemUid = 'system';
const systemName = 'システム';
export const paymentAccountName = 'サービスの振込元';

/** Name of the affected person or organisation; '' if the change itself contains it. */
const subjectName = sql<string>`case
  when ${approvals.kind} = 'role' then ${personName(sql`${approvals.subjectId}`)}
  when ${approvals.kind} in ('remittance', 'remittance-run', 'month-close', 'associate-merge', 'fund-payout') then ''
  when ${approvals.subjectId} = '' then ${paymentAccountName}
  else coalesce((select owner.name from associates as owner where owner.id = ${approvals.subjectId}), '') end`;

/** Without the approved content: the list does not show it, and a large run has many lines. */
const { shown: _shown, ...listed } = getTableColumns(approvals);

export const selectApprovals = (db: Database | Transaction) =>
  db
    .select({
      row: listed,
      subject: subjectName,
      askedByName: personName(sql`${approvals.askedBy}`),
      decidedByName: personName(sql`${approvals.decidedBy}`),
    })
    .from(approvals)
    .$dynamic();
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

/** Matches the index approvals_rank: waiting ones first. */
const rank = sql`(case ${approvals.state} when 'waiting' then 0 else 1 end)`;

const selected = ({ state, kinds }: ApprovalSelection): SQL | undefined =>
  and(inArray(approvals.kind, [...kinds]), state && eq(approvals.state, state));

type Place = Pick<Dependencies, 'clock' | 'allowSampleSignIns'>;

const ownMessage = 'ご自身の依頼とご自身についての依頼は、ほかの方が判断します。';

/** Approvals as a reader sees them, with the current sums of remittances. */
export async function toApprovals(
  db: Database | Transaction,
  rows: readonly ApprovalRow[],
  reader: Reader,
  place: Place,
): Promise<Approval[]> {
  const given = await standingDonations(
    db,
    rows.flatMap(({ row }) => appraisalIdsOf(row)),
  );
  const waiting = rows.flatMap(({ row }) => (row.state === 'waiting' ? [row] : []));
  const refused = await invalidVotes(db, waiting, reader.readerUid, place);
  return rows.map((row) => toApproval(row, reader, given, refused.get(row.row.id)));
}

function toApproval(
  { row, subject, askedByName, decidedByName }: ApprovalRow,
  { readerUid, via }: Reader,
  given: StandingDonations,
  refused: 'one' | 'new' | undefined,
): Approval {
  const kind = row.kind as ApprovalKind;
  const words = wordsOf(kind, row.change, given);
  const isWaiting = row.state === 'waiting';
  const isOwn = readerUid === row.askedBy || readerUid === row.subjectId;
  const reason = isOwn ? ownMessage : refused ? ineligibleVoterMessages[refused] : '';
  const decidedVia = { device: row.decidedDevice, from: row.decidedFrom };
  return {
    id: row.id,
    kind,
    state: row.state as ApprovalState,
    title: words.title,
    to: words.to(row.subjectId),
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
    askedVia: { device: row.askedDevice, from: row.askedFrom },
    decidedVia: isWaiting ? via : row.decidedBy === systemUid ? null : decidedVia,
    mayDecide: isWaiting && reason === '',
    whyNot: isWaiting ? reason : '',
    mayWithdraw: isWaiting && readerUid === row.askedBy,
  };
}

type Row = ApprovalRow & { readerUid: string };

/** Waiting requests, then decided ones, newest first. */
export const approvalList = (place: Place): AuditedList<ApprovalSelection, Row, Approval> => ({
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
  toItems: (db, rows) =>
    toApprovals(db, rows, { readerUid: rows[0]?.readerUid ?? '', via: currentOrigin() }, place),
});
