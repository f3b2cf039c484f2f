import { refuse } from '#kit/errors/refusal.ts';
import type { BankAnswerChoice } from './bank-answer.ts';
import type { BankLineRow, Judged } from './judge-answer.server.ts';
import type { MatchedRow, RowAct } from './match-bank-rows.server.ts';

export type Plan = {
  acts: RowAct[];
  /** Rows without a transfer, including those deselected. */
  lines: BankLineRow[];
  /** Ambiguous rows without a choice. */
  open: MatchedRow[];
};

/**
 * Effects of the rows: as proposed, and for ambiguous rows as chosen; null chooses a line without a transfer. Refuses a
 * choice that its row does not match, or that is made twice.
 */
export function planAnswer(
  { matched, lines }: Pick<Judged, 'matched' | 'lines'>,
  choices: readonly BankAnswerChoice[],
): Plan {
  const chosen = new Map(choices.map(({ row, remittanceId }) => [row, remittanceId]));
  const plan: Plan = { acts: [], lines: [...lines], open: [] };
  const leaveOut = (row: MatchedRow['row']) => plan.lines.push({ ...row, lineKind: 'unexplained' });
  for (const one of matched) {
    const { proposal, row } = one;
    const choice = chosen.get(proposal.row);
    chosen.delete(proposal.row);
    if (proposal.kind !== 'ambiguous') {
      if (typeof choice === 'string') throw wrongChoice(proposal.row);
      if (choice === undefined) plan.acts.push(effectOf(row, proposal));
      else leaveOut(row);
      continue;
    }
    if (choice === undefined) plan.open.push(one);
    else if (choice === null) leaveOut(row);
    else if (!proposal.ids.includes(choice)) throw wrongChoice(proposal.row);
    else if (proposal.of === 'total') {
      plan.acts.push({ row, kind: 'total', runId: choice });
    } else {
      plan.acts.push({ row, kind: proposal.of, remittanceId: choice });
    }
  }
  const [unasked] = chosen.keys();
  if (unasked !== undefined) throw wrongChoice(unasked);
  demandEachOnce(plan.acts);
  return plan;
}

const effectOf = (
  row: MatchedRow['row'],
  proposal: Exclude<MatchedRow['proposal'], { kind: 'ambiguous' }>,
): RowAct =>
  proposal.kind === 'total'
    ? { row, kind: 'total', runId: proposal.runId }
    : { row, kind: proposal.kind, remittanceId: proposal.remittanceId };

const wrongChoice = (row: number) =>
  refuse(
    'ValidationError',
    `${row}行めの選択が、明細の内容に合いません。もう一度ためし読みして、選び直してください。`,
  );

function demandEachOnce(acts: readonly RowAct[]): void {
  const taken = new Set<string>();
  for (const act of acts) {
    const id = `${act.kind} ${act.kind === 'total' ? act.runId : act.remittanceId}`;
    if (taken.has(id)) {
      throw refuse(
        'ValidationError',
        `${act.row.row}行めには、ほかの行と同じ送金が選ばれています。一つの送金には、1行だけを選んでください。`,
      );
    }
    taken.add(id);
  }
}
