import type { ReactNode } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LongTable } from '#kit/lists/long-table.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Column } from '#kit/ui/table.tsx';
import type { MoneyFund } from '#money/overview/money-figures.ts';
import { FigureLink } from './figure-link.tsx';
import { linesPath, type Months } from './money-links.ts';

const amountColumn = (
  label: string,
  amount: (row: MoneyFund) => number,
  account: 'owed' | 'service-fee' | 'handling',
  months?: Months,
): Column<MoneyFund> => ({
  label,
  isNumber: true,
  cell: (row) => (
    <FigureLink
      to={linesPath(`${account}:fund:${row.id}`, months)}
      label={`${row.name}の${label}`}
      amount={amount(row)}
    />
  ),
});

/** The funds with their balances. */
export function FundsPanel({
  asked,
  year,
  months,
  chartOf,
}: {
  /** The year, or the last months without one. */
  asked: string | undefined;
  year: string;
  months: Months;
  chartOf: (funds: readonly MoneyFund[]) => ReactNode;
}) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/money/funds', { query: { year: asked } }),
  );
  return (
    <Panel title="基金ごと">
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={6} label="基金を読み込んでいます" />
      ) : value.length === 0 ? (
        <p>基金はまだありません。</p>
      ) : (
        <>
          {chartOf(value)}
          <LongTable
            caption="基金ごとの額"
            most={10}
            noun="件"
            columns={[
              { label: '基金', isRowHeader: true, cell: ({ name }) => name },
              amountColumn('残高', ({ balanceYen }) => balanceYen, 'owed'),
              amountColumn(`入った額（${year}）`, ({ receivedYen }) => receivedYen, 'owed', months),
              amountColumn(`支払った額（${year}）`, ({ paidOutYen }) => paidOutYen, 'owed', months),
              amountColumn(`事務手数料（${year}）`, ({ feeYen }) => feeYen, 'service-fee', months),
              amountColumn(
                `送料・作業費（${year}）`,
                ({ handlingYen }) => handlingYen,
                'handling',
                months,
              ),
            ]}
            rows={value}
            rowKey={({ id }) => id}
            onPhones="cards"
            isDense
          />
        </>
      )}
    </Panel>
  );
}
