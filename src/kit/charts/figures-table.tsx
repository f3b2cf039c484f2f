import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Table } from '#kit/ui/table.tsx';
import { formatPublicYen, formatYen } from '#kit/values/yen.ts';

export type FiguresRow = { name: string; count: number; amountYen?: number | null };

/** The figures of a chart as a collapsed table; without a column of amounts if there are none, null for withheld ones. */
export function FiguresTable({
  caption,
  nameLabel,
  rows,
}: {
  caption: string;
  nameLabel: string;
  rows: readonly FiguresRow[];
}) {
  const hasAmounts = rows.some(({ amountYen }) => amountYen !== undefined);
  return (
    <div className="mt-6">
      <Disclosure summary="数字を表で見る">
        <Table
          caption={caption}
          columns={[
            { label: nameLabel, cell: ({ name }: FiguresRow) => name, isRowHeader: true },
            { label: '件数', cell: ({ count }) => formatYen(count), isNumber: true },
            ...(hasAmounts
              ? [
                  {
                    label: '金額（円）',
                    cell: ({ count, amountYen }: FiguresRow) =>
                      formatPublicYen(count === 0 ? (amountYen ?? 0) : (amountYen ?? null)),
                    isNumber: true,
                  },
                ]
              : []),
          ]}
          rows={rows}
          rowKey={({ name }) => name}
          isDense
        />
      </Disclosure>
    </div>
  );
}
