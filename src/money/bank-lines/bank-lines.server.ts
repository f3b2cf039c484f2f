import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { bankAnswerRows } from '#money/remittances/transfer-tables.server.ts';
import type { BankLine, BankLineExplanation, BankLineKind } from './bank-line.ts';
import { bookLines } from './book-lines.server.ts';
import { bankLineList, selectLines, toLine } from './line-list.server.ts';

/** Statement lines without a transfer (docs/decisions/0026): listed, and explained. */
export const bankLines = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db, clock } = dependencies;
  return {
    bankLineList: auditedList(dependencies, bankLineList),

    /** Explains a line by a counter-entry with the reason. Refuses (Conflict) a stale version. */
    explainLine: (
      operator: Person,
      of: { answerId: string; row: number },
      { kind, reason, version }: BankLineExplanation,
    ): Promise<BankLine> =>
      transaction(db, async (tx) => {
        const itself = and(
          eq(bankAnswerRows.answerId, of.answerId),
          eq(bankAnswerRows.row, of.row),
          eq(bankAnswerRows.kind, 'line'),
        );
        await tx
          .select({ row: bankAnswerRows.row })
          .from(bankAnswerRows)
          .where(itself)
          .for('update');
        const [found] = await selectLines(tx).where(itself);
        if (!found) throw notFound('明細の行');
        const line = toLine(found);
        if (line.version !== version) {
          throw refuse(
            'Conflict',
            `${line.by || '運営の担当者'}さんが、この行を変更しています。画面を読み込み直してください。`,
          );
        }
        if (line.isTakenBack) {
          throw refuse(
            'Conflict',
            'この行は、明細からもう一度読み込むために、すでに外されています。',
          );
        }
        if (line.kind === kind) throw refuse('Conflict', 'この行は、すでにその内容です。');
        const now = clock();
        const { postingId, day, amountYen } = line;
        const was = { kind: line.kind, postingId };
        const next = { ...of, day, amountYen, was, kind, reason, version: version + 1 };
        await bookLines(tx, [next], { actorUid: operator.uid, now });
        await tx
          .update(bankAnswerRows)
          .set({
            version: version + 1,
            ...(kind === 'again'
              ? { takenBackAt: now }
              : { lineKind: kind satisfies BankLineKind }),
          })
          .where(itself);
        await audit(tx, operator, 'bank-lines.explain', ['bank-answer', of.answerId], {
          at: now,
          row: of.row,
          kind,
        });
        const [row] = await selectLines(tx).where(itself);
        if (!row) throw new Error('the line is there');
        return toLine(row);
      }),
  };
};
