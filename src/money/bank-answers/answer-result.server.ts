import { toTimestamp } from '#kit/values/timestamp.ts';
import { type BankAnswerResult, maxGroupRows, sampleRowCount } from './bank-answer.ts';
import type { Judged } from './judge-answer.server.ts';
import type { MatchedRow, RowAct } from './match-bank-rows.server.ts';
import type { Plan } from './plan-answer.server.ts';

type Facts = { takenBefore: { at: Date; by: string } | null };

/** A judged file for the operator's screen. */
export function toResult(judged: Judged, { acts, lines, open }: Plan, { takenBefore }: Facts) {
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
