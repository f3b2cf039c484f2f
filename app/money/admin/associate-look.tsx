import type { ListLook } from '#app/admin/list-screen.tsx';
import { RowLink } from '#app/admin/row-link.tsx';
import type { ListSource } from '#app/admin/use-list.ts';
import type { Column } from '#app/ui/table.tsx';
import { type MoneyAssociate, moneyAssociatesPageSize } from '#domain/money/money-figures.ts';
import { FigureLink } from './figure-link.tsx';
import { arrivedPath, linesPath, type Months, transfersPath } from './money-links.ts';

export const associateSource: ListSource<MoneyAssociate> = {
  path: '/admin/money',
  parameters: { year: /^20\d\d$/ },
  api: '/api/office/money/associates',
  rowKey: ({ id }) => id,
};

const amountColumn = (
  label: string,
  amount: (row: MoneyAssociate) => number,
  to: (id: string) => string,
): Column<MoneyAssociate> => ({
  label,
  isNumber: true,
  cell: (row) => (
    <FigureLink to={to(row.id)} label={`${row.name}の${label}`} amount={amount(row)} />
  ),
});

/**
 * Columns of the list by organisation. `months` are those of the year whose movements are shown; `year` is its label.
 */
export const associateLook = (year: string, months: Months): ListLook<MoneyAssociate> => ({
  title: '団体ごとの額',
  pageSize: moneyAssociatesPageSize,
  csv: '/api/office/money/associates.csv',
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: ({ id, name }) => <RowLink {...links.page(`/admin/associates/${id}`)}>{name}</RowLink>,
    },
    amountColumn(
      '未送金',
      ({ owedYen }) => owedYen,
      (id) => linesPath(`owed:associate:${id}`),
    ),
    amountColumn(
      '送金中',
      ({ inTransitYen }) => inTransitYen,
      (id) => transfersPath('sent', id),
    ),
    amountColumn(
      `送金済み（${year}）`,
      ({ sentYen }) => sentYen,
      (id) => arrivedPath(months, id),
    ),
    amountColumn(
      `組戻し（${year}）`,
      ({ returnedYen }) => returnedYen,
      (id) => linesPath(`returned:associate:${id}`, months),
    ),
    amountColumn(
      `事務手数料（${year}）`,
      ({ feeYen }) => feeYen,
      (id) => linesPath(`service-fee:associate:${id}`, months),
    ),
    amountColumn(
      `送料・作業費（${year}）`,
      ({ handlingYen }) => handlingYen,
      (id) => linesPath(`handling:associate:${id}`, months),
    ),
  ],
  empty: () => ({ title: '団体はまだありません' }),
});
