import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { bankAnswers as table } from '#money/remittances/transfer-tables.server.ts';
import type { AnswerUpload } from './answer-body.server.ts';
import {
  answerList,
  answerRowList,
  selectAnswers,
  takenBefore,
  toAnswer,
} from './answer-list.server.ts';
import { toResult } from './answer-result.server.ts';
import type { BankAnswer, BankAnswerResult } from './bank-answer.ts';
import { type Judged, judgeAnswer } from './judge-answer.server.ts';
import { planAnswer } from './plan-answer.server.ts';
import { answerTaker, staleAnswer } from './take-answer.server.ts';

/** A transaction with many transfers takes some seconds. */
const takingMs = 60_000;

/** Bank statements about our transfers: tried, accepted and stored (docs/decisions/0025). */
export const bankAnswers = (dependencies: Dependencies) => {
  const db = withTimeout(dependencies.db, takingMs);
  const own = { ...dependencies, db };
  const take = answerTaker(own);
  const beforeOf = ({ read }: Judged) =>
    read.columns === null ? null : takenBefore(db, read.fileHash);

  return {
    /** Outcome of a file; writes nothing. Consumes its bytes. */
    async tryAnswer(upload: AnswerUpload): Promise<BankAnswerResult> {
      const judged = await judgeAnswer(own, upload);
      return toResult(judged, planAnswer(judged, upload.choices), {
        takenBefore: await beforeOf(judged),
      });
    },

    /**
     * Applies a file's rows, with the operator's choices, in one transaction. Refuses if the outcome differs from the
     * one shown, and without columns.
     */
    async takeAnswer(operator: Person, upload: AnswerUpload): Promise<BankAnswerResult> {
      const judged = await judgeAnswer(own, upload);
      const { read } = judged;
      if (read.columns === null) {
        throw refuse(
          'ValidationError',
          '列の読み取り方がわかりませんでした。ためし読みで、どの列が何かを選んでください。',
        );
      }
      if (judged.seen !== upload.seen) throw await staleAnswer(db, judged);
      const plan = planAnswer(judged, upload.choices);
      const before = await beforeOf(judged);
      await take(operator, upload, { ...judged, read }, plan);
      return toResult(judged, plan, { takenBefore: before });
    },

    answerList: auditedList(dependencies, answerList),
    answerRowList: auditedList(dependencies, answerRowList),
    async answer(id: string): Promise<BankAnswer> {
      const [row] = await selectAnswers(db).where(eq(table.id, id));
      if (!row) throw notFound('取り込み');
      return toAnswer(row);
    },
  };
};
