import type { AppraisalOutcome } from '#warehouse/results/appraisal-result.ts';
import type { ItemContent } from './draft-item.ts';

export type AppraisalTotals = {
  /** Lines of the list. */
  items: number;
  pieces: number;
  /** Pieces with a positive amount. */
  pricedPieces: number;
  appraisedYen: number;
};

/** Totals of items; one without a price counts as 0. */
export const totalsOf = (items: readonly ItemContent[]): AppraisalTotals =>
  items.reduce(
    (sum, { quantity, amountYen }) => ({
      items: sum.items + 1,
      pieces: sum.pieces + quantity,
      pricedPieces: sum.pricedPieces + ((amountYen ?? 0) > 0 ? quantity : 0),
      appraisedYen: sum.appraisedYen + (amountYen ?? 0),
    }),
    { items: 0, pieces: 0, pricedPieces: 0, appraisedYen: 0 },
  );

/**
 * Outcome implied by the items: completed if any has a positive amount, else returned or discarded
 * if all are, else unpriced.
 */
export function outcomeOf(items: readonly ItemContent[]): AppraisalOutcome {
  if (totalsOf(items).appraisedYen > 0) return 'completed';
  const all = (destination: string) =>
    items.length > 0 && items.every((item) => item.destination === destination);
  if (all('returned')) return 'returned';
  return all('discarded') ? 'discarded' : 'unpriced';
}
