import { receivedDayLabel } from '#giving/donations/two-days.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Card } from '#kit/ui/card.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { roomApi, roomPath, useRoom } from '#organisations/room/use-room.ts';
import { FiscalYearPanel } from './fiscal-year-panel.tsx';
import { taxRate } from './invoice.ts';
import { NextPanel } from './next-panel.tsx';
import { calendarYearOf, type Period, periodLabel } from './period.ts';
import {
  type NextRemittance,
  returnInWords,
  type StatementRow,
  statementsPageSize,
} from './statement.ts';
import { StatementChip } from './statement-chip.tsx';
import { StatementFiles, YearFiles } from './statement-files.tsx';
import { StatementLines } from './statement-lines.tsx';
import { costYenOf, type StatementYear, yearLinesOf } from './year.ts';

/** The transfers to an organisation by year, and the next one. */
export default function RoomStatements() {
  const { associate, mayChange } = useRoom();
  const api = roomApi(associate.id);
  const next = useQuery<NextRemittance>(`${api}/next-remittance`);
  const years = useQuery<StatementYear[]>(`${api}/statement-years`);
  const list = useList(statementSource(associate.id));
  const chosen = list.place.filters.period;
  const year =
    chosen === undefined ? years.value?.[0] : years.value?.find(({ period }) => period === chosen);
  const isOfCalendar = year !== undefined && isCalendar(year);
  const shown = years.value?.filter((one) => isCalendar(one) === isOfCalendar) ?? [];
  const other = years.value?.find((one) => isCalendar(one) !== isOfCalendar);
  return (
    <Card as="section" aria-label="送金の明細">
      <p className="mb-5 text-ink-2">
        団体への送金ごとの明細書と、1年分の明細書を保存できます。寄付者のお名前は載りません。
      </p>
      <NextPanel asked={next} />
      {years.problem && !years.value && (
        <LoadFailure message={years.problem.message} onRetry={years.reload} />
      )}
      {!years.value && !years.problem && (
        <Skeleton lines={4} label="年ごとの合計を読み込んでいます" />
      )}
      {year && <YearTotals year={year} api={api} />}
      {other && (
        <p className="mb-6">
          <Link
            to={`${roomPath(associate.id, 'statements')}?period=${other.period}`}
            className="inline-flex min-h-11 items-center text-coral-dark underline"
          >
            {isCalendar(other) ? '暦年（1月〜12月）で見る' : '事業年度で見る'}
          </Link>
        </p>
      )}
      <h2 className="mb-3 font-sans text-lg">送金ごとの明細書</h2>
      <ListScreen list={list} look={statementLook(associate.id, shown)} />
      <div className="mt-8">
        <FiscalYearPanel
          associateId={associate.id}
          from="room"
          mayChange={mayChange}
          onChanged={years.reload}
        />
      </div>
    </Card>
  );
}

const statementSource = (associateId: string): ListConfig<StatementRow> => ({
  path: roomPath(associateId, 'statements'),
  parameters: { period: /^\d{4}-\d{2}_\d{4}-\d{2}$/ },
  api: roomApi(associateId, '/statements'),
  rowKey: ({ id }) => id,
});

const isCalendar = ({ period }: StatementYear): boolean => calendarYearOf(period) !== undefined;

/** 2026年度, 2026年（1〜12月）. */
const shortLabelOf = (period: Period): string => {
  const year = calendarYearOf(period);
  return year === undefined ? `${period.slice(0, 4)}年度` : `${year}年（1〜12月）`;
};

const statementLook = (
  associateId: string,
  years: readonly StatementYear[],
): ListDisplay<StatementRow> => ({
  title: '明細書',
  pageSize: statementsPageSize,
  csv: `${roomApi(associateId, '/statements')}.csv`,
  ...(years.length > 0 && {
    chips: {
      parameter: 'period',
      choices: [
        ['', 'すべて'],
        ...years.map(({ period }) => [period, shortLabelOf(period)] as const),
      ] as const,
    },
  }),
  columns: (links) => [
    {
      label: '明細書番号',
      isRowHeader: true,
      cell: (row) => <StatementLink row={row} links={links} associateId={associateId} />,
    },
    { label: receivedDayLabel, cell: ({ receivedOn }) => receivedOn && formatDate(receivedOn) },
    { label: '状態', cell: ({ state }) => <StatementChip state={state} /> },
    {
      label: '寄付の件数',
      isNumber: true,
      cell: ({ giftCount }) => giftCount > 0 && formatYen(giftCount),
    },
    {
      label: 'お支払い額',
      isNumber: true,
      cell: ({ amountYen }) => <b className="figures">{formatYen(amountYen)}円</b>,
    },
    {
      label: '保存',
      cell: (row) => <StatementFiles statement={row} api={roomApi(associateId)} />,
    },
  ],
  card: (row, links) => (
    <div className="grid gap-1.5 py-1">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <StatementLink row={row} links={links} associateId={associateId} />
        <b className="figures">{formatYen(row.amountYen)}円</b>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
        <StatementChip state={row.state} />
        {row.receivedOn && <span>{formatDate(row.receivedOn)}着金</span>}
        {row.returnedOn && <span>{formatDate(row.returnedOn)}組戻し</span>}
        {row.giftCount > 0 && <span>寄付{formatYen(row.giftCount)}件</span>}
      </p>
      <StatementFiles statement={row} api={roomApi(associateId)} />
    </div>
  ),
  empty: ({ filters }) =>
    filters.period === undefined
      ? {
          title: '送金の明細書はまだありません',
          advice: '最初の送金が団体の口座に届くと、ここに明細書が並びます。',
        }
      : undefined,
});

const StatementLink = ({
  row,
  links,
  associateId,
}: {
  row: StatementRow;
  links: RowLinks;
  associateId: string;
}) => (
  <RowLink
    {...links.page(roomPath(associateId, `statements/${encodeURIComponent(row.id)}`))}
    className="whitespace-nowrap tabular-nums"
  >
    {row.number || `${formatDate(row.day)}の送金`}
  </RowLink>
);

/** Gifts received in a year, the costs that the organisation bears, and the amount that arrived. */
function YearTotals({ year, api }: { year: StatementYear; api: string }) {
  const { giftCount, giftYen, payoutYen } = year;
  return (
    <section aria-labelledby="year" className="mb-6">
      <h2 id="year" className="mb-4 font-sans text-lg">
        {periodLabel(year.period)}に団体へ届いた額
      </h2>
      <dl className="grid grid-cols-2 gap-y-5 narrow:grid-cols-4">
        <Stat label="団体へ届いた額" value={formatYen(year.amountYen)} unit="円" />
        <Stat
          label={giftCount > 0 ? `寄付額（${formatYen(giftCount)}件）` : '寄付額'}
          value={formatYen(giftYen)}
          unit="円"
          tone="ink"
        />
        <Stat label="団体が負担する費用" value={formatYen(costYenOf(year))} unit="円" tone="ink" />
        {payoutYen > 0 ? (
          <Stat label="基金からの助成" value={formatYen(payoutYen)} unit="円" tone="ink" />
        ) : (
          <Stat label="送金の回数" value={formatYen(year.remittances)} unit="回" tone="ink" />
        )}
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        寄付額は、この期間に届いた寄付のいまの額です
        {calendarYearOf(year.period) === undefined ? '。' : '（受領証明書に書く額と同じです）。'}
        {year.voids > 0 &&
          `組戻しと取消（${formatYen(year.voids)}件）の送金は、合計に入っていません。`}
      </p>
      <div className="mt-4 grid gap-3">
        <YearFiles period={year.period} api={api} />
        <Disclosure summary="この年の内訳を見る">
          <StatementLines
            lines={yearLinesOf(year)}
            total="団体へ届いた額"
            amountYen={year.amountYen}
          />
          <p className="mt-2 text-sm text-ink-2 tabular-nums">
            送金ごとの明細書でご請求した費用は{formatYen(year.chargedYen)}円（{taxRate}
            %対象・税込、うち消費税額 {formatYen(year.taxYen)}円）です。
          </p>
          <Returns year={year} />
        </Disclosure>
      </div>
    </section>
  );
}

function Returns({ year: { returns, returnCount } }: { year: StatementYear }) {
  if (returns.length === 0) return null;
  const more = returnCount - returns.length;
  return (
    <ul className="mt-3 grid gap-2 text-sm">
      {returns.map((one) => (
        <li key={one.number}>
          明細書{one.number}は{formatDate(one.returnedOn)}に組戻しとなりました（{one.reason}）。
          {returnInWords(one)}
        </li>
      ))}
      {more > 0 && <li>ほかに{formatYen(more)}件の組戻しがあります。</li>}
    </ul>
  );
}
