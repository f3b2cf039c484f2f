import type { ReactNode } from 'react';
import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { declaredList } from '#kit/lists/use-list.ts';
import { type MoneyAssociate, moneyAssociatesPageSize } from '#money/overview/money-figures.ts';
import { FigureLink } from './figure-link.tsx';
import { arrivedPath, linesPath, type Months, transfersPath } from './money-links.ts';

export const associateSource = declaredList({
  path: '/admin/money',
  parameters: { year: /^20\d\d$/ },
  api: addressOf('GET /api/office/money/associates'),
  rowKey: ({ id }) => id,
});

type Figure = {
  label: string;
  amount: (row: MoneyAssociate) => number;
  to: (id: string) => string;
};

const figuresOf = (year: string, months: Months): readonly Figure[] => [
  {
    label: '未送金',
    amount: ({ owedYen }) => owedYen,
    to: (id) => linesPath(`owed:associate:${id}`),
  },
  {
    label: '送金中',
    amount: ({ inTransitYen }) => inTransitYen,
    to: (id) => transfersPath('sent', id),
  },
  {
    label: `送金済み（${year}）`,
    amount: ({ sentYen }) => sentYen,
    to: (id) => arrivedPath(months, id),
  },
  {
    label: `組戻し（${year}）`,
    amount: ({ returnedYen }) => returnedYen,
    to: (id) => linesPath(`returned:associate:${id}`, months),
  },
  {
    label: `事務手数料（${year}）`,
    amount: ({ feeYen }) => feeYen,
    to: (id) => linesPath(`service-fee:associate:${id}`, months),
  },
  {
    label: `送料・作業費（${year}）`,
    amount: ({ handlingYen }) => handlingYen,
    to: (id) => linesPath(`handling:associate:${id}`, months),
  },
];

const AssociateFigure = ({ row, figure }: { row: MoneyAssociate; figure: Figure }) => (
  <FigureLink
    to={figure.to(row.id)}
    label={`${row.name}の${figure.label}`}
    amount={figure.amount(row)}
  />
);

/** What of an organisation is not nought, two figures a line. */
function AssociateCard({
  row,
  figures,
  children,
}: {
  row: MoneyAssociate;
  figures: readonly Figure[];
  children: ReactNode;
}) {
  const moved = figures.filter(({ amount }) => amount(row) !== 0);
  return (
    <>
      {children}
      {moved.length === 0 && <p className="text-sm text-ink-2">すべて0円</p>}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {moved.map((figure) => (
          <div key={figure.label} className="min-w-0">
            <dt className="text-ink-2">{figure.label}</dt>
            <dd className="tabular-nums wrap-anywhere">
              <AssociateFigure row={row} figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** `months` are those of the year whose moves are shown; `year` is that year in words. */
export function associateLook(year: string, months: Months): ListDisplay<MoneyAssociate> {
  const figures = figuresOf(year, months);
  const nameOf = ({ id, name }: MoneyAssociate, links: RowLinks) => (
    <RowLink {...links.page(`/admin/associates/${id}`)}>{name}</RowLink>
  );
  return {
    title: '団体ごとの額',
    pageSize: moneyAssociatesPageSize,
    csv: addressOf('GET /api/office/money/associates.csv'),
    columns: (links) => [
      { label: '団体', isRowHeader: true, cell: (row) => nameOf(row, links) },
      ...figures.map((figure) => ({
        label: figure.label,
        isNumber: true,
        cell: (row: MoneyAssociate) => <AssociateFigure row={row} figure={figure} />,
      })),
    ],
    card: (row, links) => (
      <AssociateCard row={row} figures={figures}>
        {nameOf(row, links)}
      </AssociateCard>
    ),
    empty: () => ({ title: '団体はまだありません' }),
  };
}
