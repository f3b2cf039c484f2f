import { useQuery } from '#kit/client/use-query.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Table } from '#kit/ui/table.tsx';
import { monthInWords } from '#kit/values/days/month-schema.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { SaleMonth } from '#money/sales/sale.ts';

const yen = (amount: number) => `${formatYen(amount)}円`;

/** Sales above and below the appraisal, by the month of booking. */
export function SaleMonths() {
  const { value, problem, reload } = useQuery<{ items: SaleMonth[] }>('/api/office/sales/months');
  return (
    <Panel title="査定との差（月ごと）">
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={3} />
      ) : value.items.length === 0 ? (
        <p className="text-sm text-ink-2">まだ、査定と違う額で売れたものはありません。</p>
      ) : (
        <Table
          caption="査定より高く、または低く売れた額"
          onPhones="cards"
          isDense
          rows={value.items}
          rowKey={({ month }) => month}
          columns={[
            { label: '記帳の月', isRowHeader: true, cell: ({ month }) => monthInWords(month) },
            { label: '高く売れた額', isNumber: true, cell: ({ aboveYen }) => yen(aboveYen) },
            { label: '低く売れた額', isNumber: true, cell: ({ belowYen }) => yen(belowYen) },
            {
              label: '差し引き',
              isNumber: true,
              cell: ({ aboveYen, belowYen }) => yen(aboveYen - belowYen),
            },
          ]}
        />
      )}
    </Panel>
  );
}
