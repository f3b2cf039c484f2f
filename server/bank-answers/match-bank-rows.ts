import {
  type AnswerProposal,
  type KeyedBankRow,
  type MatchInput,
  matchAnswers,
} from '#domain/bank-answers/match-answers.ts';
import { type Packed, pack, unpack } from '#server/threads/packed.ts';

/** `matchAnswers` of the rows that `readBankAnswer` read: of 50,000 it takes a second, so it runs in a thread. */
export const matchBankRows = ({
  rows,
  known,
  ...open
}: Omit<MatchInput, 'rows' | 'known'> & {
  rows: Packed<KeyedBankRow>[];
  known: readonly string[];
}): Packed<AnswerProposal>[] =>
  pack(
    matchAnswers({
      ...open,
      rows: rows.flatMap((part) => unpack(part)),
      known: new Set(known),
    }),
  );
