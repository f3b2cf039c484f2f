import { useState } from 'react';
import { BarList } from '#kit/charts/bar-list.tsx';
import { ColumnChart } from '#kit/charts/column-chart.tsx';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { CsvExport } from '#kit/lists/csv-export.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { LongTable } from '#kit/lists/long-table.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useIsPhone } from '#kit/lists/use-is-phone.ts';
import { type List, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { monthLabel } from '#money/books/book-month.ts';
import type { MoneyAssociate, MoneyFigures, MoneyMonth } from '#money/overview/money-figures.ts';
import { associateLook, associateSource } from './associate-look.tsx';
import { FigureLink } from './figure-link.tsx';
import { FundsPanel } from './funds-panel.tsx';
import { arrivedPath, linesPath, transfersPath } from './money-links.ts';

export const meta = () => [
  { title: 'お金の状況｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The money held by the service: now, by month, by organisation and by fund. */
export default function MoneyPage() {
  const list = useList(associateSource);
  const { year } = list.place.filters;
  const { value, problem, isLoading, reload } = useQuery(
    addressOf('GET /api/office/money', { query: { year } }),
    undefined,
    { keepsLast: true },
  );
  const yearWords = year ? `${year}年` : '今年';
  const ofYear = year ?? jstDay(new Date()).slice(0, 4);
  const months = { from: `${ofYear}-01`, to: `${ofYear}-12` };
  return (
    <>
      <PageHead title="お金の状況" />
      <div className="grid gap-4">
        {problem ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : !value ? (
          <Panel label="お金の状況">
            <Skeleton lines={12} label="お金の状況を読み込んでいます" />
          </Panel>
        ) : (
          <div aria-busy={isLoading} className={`grid gap-4 ${isLoading ? 'opacity-60' : ''}`}>
            <Now figures={value} />
            <Months figures={value} asked={year} />
          </div>
        )}
        <Panel title="団体ごと">
          <LargestAmounts
            label="未送金の多い団体"
            amounts={firstOf(list).map(({ id, name, owedYen }) => ({
              id,
              name,
              amount: owedYen,
            }))}
          />
          <ListScreen list={list} look={associateLook(yearWords, months)} />
        </Panel>
        <FundsPanel
          asked={year}
          year={yearWords}
          months={months}
          chartOf={(funds) => (
            <LargestAmounts
              label="残高の多い基金"
              amounts={funds.map(({ id, name, balanceYen }) => ({ id, name, amount: balanceYen }))}
            />
          )}
        />
      </div>
    </>
  );
}

/** The largest amounts; later pages of the list have smaller ones. */
const firstOf = ({ place, rows = [] }: List<MoneyAssociate>) => (place.page === 1 ? rows : []);

/** Maximum number of bars; the table shows all. */
const mostBars = 10;

/** The largest amounts of a list as bars, without zeros. */
function LargestAmounts({
  label,
  amounts,
}: {
  label: string;
  amounts: readonly { id: string; name: string; amount: number }[];
}) {
  const bars = amounts.filter(({ amount }) => amount > 0).slice(0, mostBars);
  if (bars.length === 0) return null;
  return (
    <section className="mb-6">
      <h3 className="mb-2 font-bold">{label}</h3>
      <BarList
        label={`${label}の棒グラフ`}
        unit="円"
        bars={bars.map(({ id, name, amount }) => ({
          id,
          name,
          parts: [{ count: amount, tone: 'coral' }],
        }))}
      />
    </section>
  );
}

function Now({ figures: { now, total, year, months } }: { figures: MoneyFigures }) {
  const shown = { from: months.at(0)?.month, to: months.at(-1)?.month };
  const period = year === null ? '12か月' : `${year}年`;
  const stats = [
    { label: '未送金', amount: now.owedYen, to: linesPath('owed:associate') },
    { label: '送金中', amount: now.inTransitYen, to: transfersPath('sent') },
    { label: '基金の残高', amount: now.fundYen, to: linesPath('owed:fund') },
    { label: '送金しすぎた額', amount: now.overpaidYen, to: linesPath('overpaid') },
    { label: `送金済み（${period}）`, amount: total.sentYen, to: arrivedPath(shown) },
    { label: `組戻し（${period}）`, amount: total.returnedYen, to: linesPath('returned', shown) },
    { label: `事務手数料（${period}）`, amount: total.feeYen, to: linesPath('service-fee', shown) },
    {
      label: `送料・作業費（${period}）`,
      amount: total.handlingYen,
      to: linesPath('handling', shown),
    },
  ];
  return (
    <Panel title="いまの額">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 narrow:grid-cols-4">
        {stats.map(({ label, amount, to }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="figures text-lg wrap-anywhere narrow:text-xl">
              <FigureLink to={to} label={label} amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const charts: readonly { title: string; value: (month: MoneyMonth) => number }[] = [
  { title: '未送金（月末）', value: ({ owedYen }) => owedYen },
  { title: '送金中（月末）', value: ({ inTransitYen }) => inTransitYen },
  { title: '送金済み', value: ({ sentYen }) => sentYen },
  { title: '組戻し', value: ({ returnedYen }) => returnedYen },
  { title: '基金の残高（月末）', value: ({ fundYen }) => fundYen },
  {
    title: '事務手数料と送料・作業費',
    value: ({ feeYen, handlingYen }) => feeYen + handlingYen,
  },
];

function Months({ figures, asked }: { figures: MoneyFigures; asked: string | undefined }) {
  const { months, year, years } = figures;
  const [isExporting, setExporting] = useState(false);
  const period = year === null ? '直近12か月' : `${year}年`;
  const chartOf = (value: (month: MoneyMonth) => number) =>
    months.map((month) => ({
      name: String(Number(month.month.slice(5))),
      unit: '月',
      value: Math.max(0, value(month)),
    }));
  return (
    <Panel
      title={`月ごと（${period}）`}
      action={
        <Button variant="outline" size="small" onClick={() => setExporting(true)}>
          月ごとの額をCSVで保存
        </Button>
      }
    >
      <nav aria-label="期間を選ぶ" className="mb-5 flex flex-wrap gap-2">
        <ChipLink to="/admin/money" isCurrent={year === null}>
          直近12か月
        </ChipLink>
        {years.map((one) => (
          <ChipLink key={one} to={`/admin/money?year=${one}`} isCurrent={one === year}>
            {one}年
          </ChipLink>
        ))}
      </nav>
      {months.length === 0 ? (
        <p>この年の記録はまだありません。</p>
      ) : (
        <>
          <div className="grid gap-6">
            {charts.map(({ title, value }) => (
              <section key={title} className="min-w-0">
                <h3 className="mb-2 font-bold">{title}（円）</h3>
                <ColumnChart
                  label={`${period}の、月ごとの${title}の額の棒グラフ`}
                  columns={chartOf(value)}
                />
              </section>
            ))}
          </div>
          <div className="mt-6">
            <MonthsTable months={months} />
          </div>
        </>
      )}
      <CsvExport
        question={(encoding) => ({
          path: addressOf('GET /api/office/money/months.csv', { query: { year: asked, encoding } }),
        })}
        isOpen={isExporting}
        onClose={() => setExporting(false)}
      />
    </Panel>
  );
}

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
