import type { BankRow } from './bank-row.ts';
import { mostIds, type OpenRun, type OpenTransfer, openTransfers } from './open-transfers.ts';

/** Proposed match of a statement row; a person or the caller's rule decides. */
export type AnswerProposal = { row: number } & (
  | { kind: 'transfer'; remittanceId: string }
  | { kind: 'total'; runId: string }
  | { kind: 'returned'; remittanceId: string }
  /** Several match, of which up to 20 are listed. */
  | {
      kind: 'ambiguous';
      of: 'transfer' | 'total' | 'returned';
      ids: string[];
      hasMore: boolean;
    }
  | { kind: 'known' }
  | { kind: 'unrelated' }
);

export type KeyedBankRow = BankRow & { key: string };

export type MatchInput = {
  /** Sent to the bank, not confirmed yet. */
  transfers: readonly OpenTransfer[];
  /** Confirmed earlier; can only be returned. */
  settled?: readonly OpenTransfer[];
  /** Runs that may be withdrawn as one sum: `totalYen` is the part still in transit. */
  runs: readonly OpenRun[];
  /** Rows with their deduplication keys: `bankRowKeys`, or hashes of them. */
  rows: readonly KeyedBankRow[];
  /** Keys of rows from earlier files. */
  known?: ReadonlySet<string>;
};

const returnWords = /組み?戻|振込返却|資金返却|返却|ｸﾐﾓﾄﾞｼ/;

/**
 * Matches each row of a statement, in row order. A transfer is withdrawn once and returned once;
 * rows are processed by day, withdrawals first. O(n log n) in rows and transfers together.
 */
export function matchAnswers({
  transfers,
  settled = [],
  runs,
  rows,
  known = new Set(),
}: MatchInput): AnswerProposal[] {
  const open = openTransfers(transfers, settled, runs);
  const seen = new Set<string>();
  const proposals = new Map<number, AnswerProposal>();
  for (const index of inOrderOfDays(rows)) {
    const row = rows[index];
    if (row === undefined) continue;
    const isKnown = known.has(row.key) || seen.has(row.key);
    seen.add(row.key);
    proposals.set(index, isKnown ? { row: row.row, kind: 'known' } : propose(row, open));
  }
  return rows.flatMap((_, index) => proposals.get(index) ?? []);
}

/** Row indexes by day, withdrawals first; files may begin with the newest or the oldest row. */
const inOrderOfDays = (rows: readonly BankRow[]): number[] =>
  rows
    .map(({ day, amountYen }, index) => ({ order: `${day}${amountYen < 0 ? 0 : 1}`, index }))
    .sort((one, other) =>
      one.order === other.order ? one.index - other.index : one.order < other.order ? -1 : 1,
    )
    .map(({ index }) => index);

function propose(row: BankRow, open: ReturnType<typeof openTransfers>): AnswerProposal {
  return (
    (row.amountYen < 0 ? withdrawal(row, open) : deposit(row, open)) ?? {
      row: row.row,
      kind: 'unrelated',
    }
  );
}

function withdrawal(
  { row, day, amountYen, descriptionKana }: BankRow,
  open: ReturnType<typeof openTransfers>,
): AnswerProposal | undefined {
  const transfers = open.leaving(-amountYen, day, descriptionKana);
  const [transfer] = transfers;
  if (transfer && transfers.length === 1) {
    open.leave(transfer);
    return { row, kind: 'transfer', remittanceId: transfer.remittanceId };
  }
  if (transfer) return ambiguous(row, 'transfer', transfers.map(idOf));
  const runs = open.leavingRuns(-amountYen, day);
  const [run] = runs;
  if (run && runs.length === 1) {
    open.leaveAll(run);
    return { row, kind: 'total', runId: run.runId };
  }
  const runIds = runs.map(({ runId }) => runId);
  return run && ambiguous(row, 'total', runIds);
}

function deposit(
  { row, day, amountYen, description, descriptionKana }: BankRow,
  open: ReturnType<typeof openTransfers>,
): AnswerProposal | undefined {
  const named = open.returning(amountYen, day, descriptionKana);
  const isReturn =
    returnWords.test(description.normalize('NFKC')) || returnWords.test(descriptionKana);
  const matching = named.length === 0 && isReturn ? open.returning(amountYen, day) : named;
  const [transfer] = matching;
  if (!transfer) return undefined;
  if (matching.length > 1) return ambiguous(row, 'returned', matching.map(idOf));
  open.comeBack(transfer);
  return { row, kind: 'returned', remittanceId: transfer.remittanceId };
}

const idOf = ({ remittanceId }: OpenTransfer) => remittanceId;

const ambiguous = (
  row: number,
  of: 'transfer' | 'total' | 'returned',
  ids: readonly string[],
): AnswerProposal => ({
  row,
  kind: 'ambiguous',
  of,
  ids: ids.slice(0, mostIds),
  hasMore: ids.length > mostIds,
});
