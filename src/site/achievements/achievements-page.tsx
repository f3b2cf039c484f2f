import { BarList } from '#kit/charts/bar-list.tsx';
import { ColumnChart } from '#kit/charts/column-chart.tsx';
import { FiguresTable } from '#kit/charts/figures-table.tsx';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatPublicYen, formatYen } from '#kit/values/yen.ts';
import { publicSumNotes } from '#money/public-book/public-sum-notes.ts';
import type { Route } from './+types/achievements-page.ts';
import { classificationLabel, monthsOfYear, sumByYear } from './achievement-sums.ts';
import { AchievementsPage, ChartSection } from './achievements-frame.tsx';

export const handle = { breadcrumb: '寄付の実績', query: ['year'] };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付の実績',
    description:
      'たすきで成立した寄付の件数と金額（送金前を含む）を、年、月、団体の種別ごとに公開しています。',
  });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { achievements } = context.get(services);
  const [totals, classifications] = await Promise.all([
    achievements.totals(),
    achievements.classifications(),
  ]);
  const { months, ...sums } = totals;
  const years = sumByYear(months);
  const asked = Number(new URL(request.url).searchParams.get('year'));
  // Falls back to the latest year with donations.
  const year = years.find((each) => each.year === asked)?.year ?? years.at(-1)?.year ?? null;
  return {
    sums,
    years,
    year,
    months: year === null ? [] : monthsOfYear(months, year),
    classifications,
  };
}

export default function Achievements({ loaderData }: Route.ComponentProps) {
  const { sums, years, year, months, classifications } = loaderData;
  return (
    <AchievementsPage
      title="寄付の実績"
      lead="成立した寄付の集計です（送金前を含みます）。"
      notes={[
        '件数は、査定が終わって寄付の金額が決まった月（日本時間）で数えています。金額は、公表した月で数えています。',
        ...publicSumNotes,
        '団体への寄付と、社会課題の基金への寄付の合計です。',
        '取り消された寄付は含みません。',
      ]}
    >
      <dl className="mt-8 grid grid-cols-2 gap-y-5 rounded-card border border-line bg-paper py-6 narrow:grid-cols-4">
        <Stat label="累計のご寄付" value={formatYen(sums.totalCount)} unit="件" />
        <YenStat label="累計の金額" yen={sums.totalYen} />
        <Stat label="今月のご寄付" value={formatYen(sums.monthlyCount)} unit="件" />
        <YenStat label="今月の金額" yen={sums.monthlyYen} />
      </dl>
      {year === null ? (
        <NoDonations />
      ) : (
        <>
          <Years years={years} />
          <Months year={year} years={years} months={months} />
          <Classifications classifications={classifications} />
        </>
      )}
    </AchievementsPage>
  );
}

const YenStat = ({ label, yen }: { label: string; yen: number | null }) => (
  <Stat label={label} value={formatPublicYen(yen)} {...(yen !== null && { unit: '円' })} />
);

function NoDonations() {
  return (
    <div className="pt-12">
      <EmptyState
        title="まだ寄付の記録がありません"
        picture="seedling"
        action={<ButtonLink to="/search">寄付先を探す</ButtonLink>}
      >
        最初の寄付が成立すると、ここに数字が並びます。
      </EmptyState>
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

function Years({ years }: Pick<Data, 'years'>) {
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  return (
    <ChartSection title="年ごとの寄付">
      <ColumnChart
        label={`${first}年から${last}年までの、年ごとの寄付の件数の棒グラフ`}
        columns={years.map(({ year, count }) => ({
          name: `’${String(year).slice(2)}`,
          value: count,
        }))}
      />
      <FiguresTable
        caption="年ごとの寄付の件数と金額"
        nameLabel="年"
        rows={years.map(({ year, ...sum }) => ({ name: `${year}年`, ...sum }))}
      />
    </ChartSection>
  );
}

function Months({ year, years, months }: { year: number } & Pick<Data, 'years' | 'months'>) {
  const nameOf = (month: string) => `${Number(month.slice(5))}月`;
  return (
    <ChartSection title={`月ごとの寄付（${year}年）`}>
      <nav aria-label="年を選ぶ" className="mb-6 flex flex-wrap gap-2">
        {years.map((each) => (
          <ChipLink
            key={each.year}
            to={`/achievements?year=${each.year}`}
            isCurrent={each.year === year}
          >
            {each.year}年
          </ChipLink>
        ))}
      </nav>
      <ColumnChart
        label={`${year}年の、月ごとの寄付の件数の棒グラフ`}
        columns={months.map(({ month, count }) => ({
          name: String(Number(month.slice(5))),
          unit: '月',
          value: count,
        }))}
      />
      <FiguresTable
        caption={`${year}年の月ごとの寄付の件数と金額`}
        nameLabel="月"
        rows={months.map(({ month, ...sum }) => ({ name: nameOf(month), ...sum }))}
      />
    </ChartSection>
  );
}

function Classifications({ classifications }: Pick<Data, 'classifications'>) {
  const sorted = [...classifications].sort((a, b) => b.count - a.count);
  return (
    <ChartSection title="団体の種別ごとの寄付">
      <BarList
        label="団体の種別ごとの寄付の件数"
        bars={sorted.map(({ id, count }) => ({
          name: classificationLabel(id),
          parts: [{ count, tone: id === null ? 'honey' : 'coral' }],
        }))}
      />
      <FiguresTable
        caption="団体の種別ごとの寄付の件数と金額"
        nameLabel="団体の種別"
        rows={sorted.map(({ id, ...sum }) => ({ name: classificationLabel(id), ...sum }))}
      />
    </ChartSection>
  );
}
