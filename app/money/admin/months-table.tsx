import { type Column, Table } from '#app/ui/table.tsx';
import { monthLabel } from '#domain/books/book-month.ts';
import type { MoneyMonth } from '#domain/money/money-figures.ts';
import { FigureLink } from './figure-link.tsx';
import { linesPath, transfersPath } from './money-links.ts';

const of = (
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
  of(
    '未送金（月末）',
    ({ owedYen }) => owedYen,
    (month) => linesPath('owed:associate', month),
  ),
  of(
    '送金中（月末）',
    ({ inTransitYen }) => inTransitYen,
    (month) => linesPath('in-transit', month),
  ),
  of(
    '基金（月末）',
    ({ fundYen }) => fundYen,
    (month) => linesPath('owed:fund', month),
  ),
  of(
    '送金済み',
    ({ sentYen }) => sentYen,
    () => transfersPath('confirmed'),
  ),
  of(
    '組戻し',
    ({ returnedYen }) => returnedYen,
    () => transfersPath('returned'),
  ),
  of(
    '事務手数料',
    ({ feeYen }) => feeYen,
    (month) => linesPath('service-fee', month),
  ),
  of(
    '送料・作業費',
    ({ handlingYen }) => handlingYen,
    (month) => linesPath('handling', month),
  ),
];

/** The money month by month, the newest first; each figure leads to its rows. */
export const MonthsTable = ({ months }: { months: readonly MoneyMonth[] }) => (
  <Table
    caption="月ごとの額"
    columns={columns}
    rows={months.toReversed()}
    rowKey={({ month }) => month}
    onPhones="cards"
    isDense
  />
);
