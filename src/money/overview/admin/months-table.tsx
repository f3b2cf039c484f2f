import { LongTable } from '#kit/lists/long-table.tsx';
import { useIsPhone } from '#kit/lists/use-is-phone.ts';
import type { Column } from '#kit/ui/table.tsx';
import { monthLabel } from '#money/books/book-month.ts';
import type { MoneyMonth } from '#money/overview/money-figures.ts';
import { FigureLink } from './figure-link.tsx';
import { arrivedPath, linesPath } from './money-links.ts';

const amountColumn = (
  label: string,
  amount: (month: MoneyMonth) => number,
  to: (month: string) => string,
): Column<MoneyMonth> => ({
  label,
  isNumber: true,
  cell: (row) => (
    <FigureLink
      to={to(row.month)}
      label={`${monthLabel(row.month)}の${label}`}
      amount={amount(row)}
    />
  ),
});

const columns: Column<MoneyMonth>[] = [
  { label: '月', isRowHeader: true, cell: ({ month }) => monthLabel(month) },
  amountColumn(
    '未送金（月末）',
    ({ owedYen }) => owedYen,
    (to) => linesPath('owed:associate', { to }),
  ),
  amountColumn(
    '送金中（月末）',
    ({ inTransitYen }) => inTransitYen,
    (to) => linesPath('in-transit', { to }),
  ),
  amountColumn(
    '基金（月末）',
    ({ fundYen }) => fundYen,
    (to) => linesPath('owed:fund', { to }),
  ),
  amountColumn(
    '送金済み',
    ({ sentYen }) => sentYen,
    (month) => arrivedPath({ from: month, to: month }),
  ),
  amountColumn(
    '組戻し',
    ({ returnedYen }) => returnedYen,
    (month) => linesPath('returned', { from: month }),
  ),
  amountColumn(
    '事務手数料',
    ({ feeYen }) => feeYen,
    (month) => linesPath('service-fee', { from: month }),
  ),
  amountColumn(
    '送料・作業費',
    ({ handlingYen }) => handlingYen,
    (month) => linesPath('handling', { from: month }),
  ),
];

/** Money by month, newest first; each figure links to its rows. A phone begins with the last three. */
export const MonthsTable = ({ months }: { months: readonly MoneyMonth[] }) => (
  <LongTable
    caption="月ごとの額"
    most={useIsPhone() ? 3 : 12}
    noun="か月"
    columns={columns}
    rows={months.toReversed()}
    rowKey={({ month }) => month}
    onPhones="cards"
    isDense
  />
);
