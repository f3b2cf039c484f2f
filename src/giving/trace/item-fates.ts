import { destinationOf } from '#warehouse/results/destinations.ts';
import type { ItemFate } from './trace-schema.ts';

/** A sale that was not reversed. */
type Sale = {
  soldOn: string;
  amountYen: number;
  isLast: boolean;
  place: string;
  /** Line of the result's list, from 1; null for a sale of the box or a lot, or of an earlier result. */
  itemPosition: number | null;
};

/**
 * What became of an item by its box's sales, oldest first. Only goods with a price go on sale; once all is sold, an item
 * without a sale of its own went with the rest.
 */
export function fateOf(
  {
    position,
    amountYen,
    destination,
  }: { position: number; amountYen: number; destination: string },
  sales: readonly Sale[],
): ItemFate {
  const own = sales.filter(({ itemPosition }) => itemPosition === position);
  const [first] = own;
  if (first) {
    const last = own.at(-1) ?? first;
    const soldYen = own.reduce((sum, sale) => sum + sale.amountYen, 0);
    return { kind: 'sold', soldOn: last.soldOn, place: last.place, soldYen };
  }
  if ((destinationOf(destination) ?? 'sold') !== 'sold' || amountYen === 0) {
    return { kind: 'not-for-sale' };
  }
  const whole = sales.findLast(({ isLast }) => isLast);
  return whole
    ? { kind: 'sold-together', soldOn: whole.soldOn, place: whole.place }
    : { kind: 'waiting' };
}
