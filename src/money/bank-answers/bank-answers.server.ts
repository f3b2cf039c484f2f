import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { bankAnswers as table } from '#money/remittances/transfer-tables.server.ts';
import type { AnswerUpload } from './answer-body.server.ts';
import { selectAnswers, takenBefore, toAnswer } from './answer-list.server.ts';
import {
  type BankAnswer,
  type BankAnswerResult,
  maxGroupRows,
  sampleRowCount,
} from './bank-answer.ts';
import { type Judged, judgeAnswer } from './judge-answer.server.ts';
import type { MatchedRow, RowAct } from './match-bank-rows.server.ts';
import { type Plan, planAnswer } from './plan-answer.server.ts';
import { applyAnswer, staleAnswer } from './take-answer.server.ts';

type Facts = { takenBefore: { at: Date; by: string } | null };

/** A judged file for the operator's screen. */
function toResult(judged: Judged, { acts, lines, open }: Plan, { takenBefore }: Facts) {
  const { read, underWay } = judged;
  const nameOf = (id: string) => underWay.byId.get(id)?.targetName ?? '';
  const runOf = (id: string) => underWay.runs.find(({ runId }) => runId === id);
  const transfersOf = (kind: 'transfer' | 'returned') =>
    acts.flatMap((act) =>
      act.kind === kind
        ? [
            {
              ...factsOf(act),
              remittanceId: act.remittanceId,
              targetName: nameOf(act.remittanceId),
            },
          ]
        : [],
    );
  const transfers = transfersOf('transfer');
  const totals = acts.flatMap((act) => {
    if (act.kind !== 'total') return [];
    const run = runOf(act.runId);
    const { runNumber = '', count = 0 } = run ?? {};
    return [{ ...factsOf(act), runId: act.runId, runNumber, count }];
  });
  const descriptions = new Map(acts.map(({ row }) => [row.row, row.description]));
  const returns = transfersOf('returned').map((one) => ({
    ...one,
    description: descriptions.get(one.row) ?? '',
  }));
  const candidateOf = (id: string, of: string) => {
    const run = of === 'total' ? runOf(id) : undefined;
    const name = run ? `送金${run.runNumber}の残り${run.count}団体` : nameOf(id);
    return { remittanceId: id, targetName: name };
  };
  const ambiguous = open.flatMap(({ row, proposal }) =>
    proposal.kind === 'ambiguous'
      ? [
          {
            ...factsOf({ row }),
            direction: proposal.of === 'returned' ? ('deposit' as const) : ('withdrawal' as const),
            description: row.description,
            candidates: proposal.ids.map((id) => candidateOf(id, proposal.of)),
          },
        ]
      : [],
  );
  const isRead = read.columns !== null;
  const errors = isRead ? read.errors : [];
  const most = <Item>(items: readonly Item[]) => items.slice(0, maxGroupRows);
  return {
    encoding: read.encoding,
    columns: read.columns,
    columnsVersion: judged.columnsVersion,
    seen: judged.seen,
    takenBefore: takenBefore && { at: toTimestamp(takenBefore.at), by: takenBefore.by },
    sampleRows: isRead
      ? read.firstRows.slice(0, Math.max(sampleRowCount, (read.columns.headerRow ?? 0) + 4))
      : read.firstRows,
    rows: isRead ? read.rowCount : 0,
    known: judged.known,
    booked: judged.booked.length,
    transfers: most(transfers),
    totals: most(totals),
    returns: most(returns),
    ambiguous: most(ambiguous),
    lines: most(
      lines.map(({ row, day, amountYen, description, lineKind: kind }) => {
        return { row, day, amountYen, description, kind };
      }),
    ),
    errors: most(errors.map(({ row, column, message }) => ({ row, column, message }))),
    rowCounts: {
      transfers: transfers.length,
      totals: totals.length,
      returns: returns.length,
      ambiguous: ambiguous.length,
      lines: lines.length,
      errors: isRead ? read.errorCount : 0,
    },
  } satisfies BankAnswerResult;
}

const factsOf = ({ row }: Pick<MatchedRow | RowAct, 'row'>) => ({
  row: row.row,
  day: row.day,
  amountYen: Math.abs(row.amountYen),
});

const beforeOf = (db: Database, { read }: Judged) =>
  read.columns === null ? null : takenBefore(db, read.fileHash);

/** Outcome of a bank statement about our transfers (docs/decisions/0025); writes nothing. Consumes its bytes. */
export async function tryAnswer(ctx: Context, upload: AnswerUpload): Promise<BankAnswerResult> {
  const judged = await judgeAnswer(ctx, upload);
  return toResult(judged, planAnswer(judged, upload.choices), {
    takenBefore: await beforeOf(ctx.db, judged),
  });
}

/**
 * Applies a file's rows, with the operator's choices, in one transaction. Refuses if the outcome differs from the one
 * shown, and without columns.
 */
export async function takeAnswer(
  ctx: Context,
  operator: Person,
  upload: AnswerUpload,
): Promise<BankAnswerResult> {
  const judged = await judgeAnswer(ctx, upload);
  const { read } = judged;
  if (read.columns === null) {
    throw refuse(
      'ValidationError',
      '列の読み取り方がわかりませんでした。ためし読みで、どの列が何かを選んでください。',
    );
  }
  if (judged.seen !== upload.seen) throw await staleAnswer(ctx.db, judged);
  const plan = planAnswer(judged, upload.choices);
  const before = await beforeOf(ctx.db, judged);
  await applyAnswer(ctx, operator, upload, { ...judged, read }, plan);
  return toResult(judged, plan, { takenBefore: before });
}

export async function readAnswer({ db }: Context, id: string): Promise<BankAnswer> {
  const [row] = await selectAnswers(db).where(eq(table.id, id));
  if (!row) throw notFound('取り込み');
  return toAnswer(row);
}
