import { formatYen } from '#kit/values/yen.ts';

/** A total; the API stops counting at a limit. */
export type ListTotal = { count: number; isMore: boolean };

/** Position of a page within its list. */
export type PagePosition = {
  /** As counted in the address. */
  page: number;
  rows: number;
  total: ListTotal | undefined;
  isFirst: boolean;
  isLast: boolean;
};

/** Number of the page: 1 if there is none before it, whatever the address says. */
export const currentPage = ({ page, isFirst }: Pick<PagePosition, 'page' | 'isFirst'>): number =>
  isFirst ? 1 : Math.max(2, page);

/** "120件中 51～100件": the range of rows within the total. */
export function rangeLabel(shown: PagePosition, pageSize: number): string {
  const { rows, total, isLast } = shown;
  // On the last page the total is more reliable than the counted pages.
  const firstRow =
    isLast && total && !total.isMore
      ? total.count - rows + 1
      : (currentPage(shown) - 1) * pageSize + 1;
  const first = Math.max(1, firstRow);
  const last = first + rows - 1;
  const range = `${formatYen(first)}～${formatYen(last)}件`;
  if (!total) return range;
  // The total is at least the last row, even if counting stopped earlier.
  return total.isMore
    ? `${formatYen(Math.max(total.count, last))}件以上のうち ${range}`
    : `${formatYen(total.count)}件中 ${range}`;
}

/** Parses a total: a number, with "+" if there are more. */
export function totalOf(header: string | null): ListTotal | undefined {
  const [, count, plus] = /^(\d+)(\+?)$/.exec(header ?? '') ?? [];
  return count === undefined ? undefined : { count: Number(count), isMore: plus === '+' };
}
