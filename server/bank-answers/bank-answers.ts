import { eq } from 'drizzle-orm';
import type { BankAnswer, BankAnswerResult } from '#domain/bank-answers/bank-answer.ts';
import { notFound, refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import { withTimeout } from '#server/db/database.ts';
import { bankAnswers as table } from '#server/db/schema/money/transfers.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { AnswerUpload } from './answer-body.ts';
import { answerList, answerRowList, selectAnswers, takenBefore, toAnswer } from './answer-list.ts';
import { toResult } from './answer-result.ts';
import { type Judged, judgeAnswer } from './judge-answer.ts';
import { planAnswer } from './plan-answer.ts';
import { answerTaker, staleAnswer } from './take-answer.ts';

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
