import { formatYen } from '#domain/values/yen.ts';

/** How many there are; the API counts no further than a bound. */
export type Total = { count: number; isMore: boolean };

/** A page of a list, as far as its answer tells where it is. */
export type Shown = {
  /** As the address counts it. */
  page: number;
  rows: number;
  total: Total | undefined;
  isFirst: boolean;
  isLast: boolean;
};

/** Which page is shown: nothing before it makes it the first, whatever the address says. */
export const pageShown = ({ page, isFirst }: Pick<Shown, 'page' | 'isFirst'>): number =>
  isFirst ? 1 : Math.max(2, page);

/** "120件中 51～100件": which rows of how many are shown. */
export function rangeLabel(shown: Shown, pageSize: number): string {
  const { rows, total, isLast } = shown;
  // At the end the count knows better than the pages that were turned.
  const from =
    isLast && total && !total.isMore
      ? total.count - rows + 1
      : (pageShown(shown) - 1) * pageSize + 1;
  const first = Math.max(1, from);
  const last = first + rows - 1;
  const range = `${formatYen(first)}～${formatYen(last)}件`;
  if (!total) return range;
  // What is shown is at least that many, however early the counting ended.
  return total.isMore
    ? `${formatYen(Math.max(total.count, last))}件以上のうち ${range}`
    : `${formatYen(total.count)}件中 ${range}`;
}

/** A count, or one with a plus: so many and more. */
export function totalOf(header: string | null): Total | undefined {
  const [, count, plus] = /^(\d+)(\+?)$/.exec(header ?? '') ?? [];
  return count === undefined ? undefined : { count: Number(count), isMore: plus === '+' };
}
