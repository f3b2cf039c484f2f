import {
  type AnswerProposal,
  type KeyedBankRow,
  type MatchInput,
  matchAnswers,
} from '#domain/bank-answers/match-answers.ts';
import { type Packed, pack, unpack } from '#server/threads/packed.ts';

/** A row that is about a transfer, or may be. */
export type MatchedRow = {
  proposal: Exclude<AnswerProposal, { kind: 'known' | 'unrelated' }>;
  row: KeyedBankRow;
};

/** `matchAnswers` of the rows that `readBankAnswer` read: of 50,000 it takes a second, so it runs in a thread. */
export function matchBankRows({
  rows: packed,
  known,
  ...open
}: Omit<MatchInput, 'rows' | 'known'> & {
  rows: Packed<KeyedBankRow>[];
  known: readonly string[];
}): { matched: Packed<MatchedRow>[]; known: number; unrelated: number } {
  const rows = packed.flatMap((part) => unpack(part));
  const proposals = matchAnswers({ ...open, rows, known: new Set(known) });
  const count = (kind: AnswerProposal['kind']) =>
    proposals.filter((proposal) => proposal.kind === kind).length;
  return {
    matched: pack(
      proposals.flatMap((proposal, index) => {
        const row = rows[index];
        const isOurs = proposal.kind !== 'known' && proposal.kind !== 'unrelated';
        return row && isOurs ? [{ proposal, row }] : [];
      }),
    ),
    known: count('known'),
    unrelated: count('unrelated'),
  };
}
