import { ColumnChart } from '#kit/charts/column-chart.tsx';
import { FiguresTable } from '#kit/charts/figures-table.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { OwnAssociate } from './own-associate.tsx';
import type { StaffMonth } from './staff-associate.ts';
import { useRoom } from './use-room.ts';
import { SuggestedTasks } from './what-waits.tsx';

/** Open tasks and donations of an organisation. */
export default function RoomOverview() {
  const { associate, facts, mayChange } = useRoom();
  return (
    <>
      <p className="mb-6 text-ink-2">
        寄付者のお名前やご住所は表示されません。
        {!mayChange && 'いまの役割では、閲覧だけができます。'}
      </p>
      <SuggestedTasks facts={facts} mayChange={mayChange} />
      <OwnAssociate associate={associate} hasPage={facts.state !== 'draft'}>
        <Months months={associate.months} />
      </OwnAssociate>
      <p className="mt-6">
        <Link
          to={`/staff/${associate.id}/donations`}
          className="inline-flex min-h-11 items-center text-coral-dark underline"
        >
          いただいた寄付の一覧へ
        </Link>
      </p>
    </>
  );
}

/** The donations of the last twelve months, as a chart with a table of its figures. */
function Months({ months }: { months: readonly StaffMonth[] }) {
  return (
    <section aria-labelledby="months" className="mt-10">
      <h3 id="months" className="mb-4 font-sans text-lg">
        この12か月の寄付（円）
      </h3>
      {months.every(({ count }) => count === 0) ? (
        <p className="text-ink-2">ご寄付が届くと、ここに月ごとのグラフが表示されます。</p>
      ) : (
        <Chart months={months} />
      )}
    </section>
  );
}

function Chart({ months }: { months: readonly StaffMonth[] }) {
  return (
    <>
      <ColumnChart
        label="この12か月の、月ごとの寄付の金額の棒グラフ"
        columns={months.map(({ month, yen }) => ({
          name: String(Number(month.slice(5))),
          unit: '月',
          value: yen,
        }))}
      />
      <FiguresTable
        caption="この12か月の、月ごとの寄付の件数と金額"
        nameLabel="月"
        rows={[...months].reverse().map(({ month, count, yen }) => ({
          name: `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
          count,
          amountYen: yen,
        }))}
      />
    </>
  );
}
