import { type Packed, pack, unpack } from '#kit/threads/packed.server.ts';
import {
  type AnswerProposal,
  type KeyedBankRow,
  type MatchInput,
  matchAnswers,
} from './match-answers.ts';

/** A row that matches a transfer, or may match several. */
export type MatchedRow = {
  proposal: Exclude<AnswerProposal, { kind: 'known' | 'unrelated' }>;
  row: KeyedBankRow;
};

/** Effect of a row whose transfer is known. */
export type RowAct = Pick<MatchedRow, 'row'> &
  ({ kind: 'transfer' | 'returned'; remittanceId: string } | { kind: 'total'; runId: string });

/** `matchAnswers` on the rows of `readBankAnswer`: 50,000 take a second, so it runs in a thread. */
export function matchBankRows({
  rows: packed,
  known,
  ...open
}: Omit<MatchInput, 'rows' | 'known'> & {
  rows: Packed<KeyedBankRow>[];
  known: readonly string[];
}): { matched: Packed<MatchedRow>[]; known: number; unrelated: Packed<KeyedBankRow>[] } {
  const rows = packed.flatMap((part) => unpack(part));
  const proposals = matchAnswers({ ...open, rows, known: new Set(known) });
  return {
    matched: pack(
      proposals.flatMap((proposal, index) => {
        const row = rows[index];
        const isOurs = proposal.kind !== 'known' && proposal.kind !== 'unrelated';
        return row && isOurs ? [{ proposal, row }] : [];
      }),
    ),
    known: proposals.filter(({ kind }) => kind === 'known').length,
    unrelated: pack(rows.filter((_row, index) => proposals[index]?.kind === 'unrelated')),
  };
}
