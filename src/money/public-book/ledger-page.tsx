import { data } from 'react-router';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { Table } from '#kit/ui/table.tsx';
import { formatPublicYen, formatYen } from '#kit/values/yen.ts';
import type { Route } from './+types/ledger-page.ts';
import type { LedgerMonth, LedgerRow } from './ledger.ts';
import { LedgerList } from './ledger-list.tsx';
import {
  type LedgerSelection,
  ledgerParameters,
  ledgerPath,
  readLedgerSelection,
} from './ledger-selection.ts';
import type { MoneyWay } from './money-way.ts';
import { publicSumNotes } from './public-sum-notes.ts';
import { stopsOf, WayChart } from './way-chart.tsx';

export const handle = { breadcrumb: 'お金の記録', query: ledgerParameters };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お金の記録',
    description:
      '団体への送金と基金からの支払いを、決まった日から着金まで、一件ずつ公開しています。',
    path: '/ledger',
  });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { reads } = context.get(services);
  const url = new URL(request.url);
  const selection = readLedgerSelection(url);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const found = selection && (await reads.ledger(selection, cursor));
  if (!selection || !found) throw data('This page could not be found', { status: 404 });
  return { selection, ...found };
}

const isWhole = ({ associate, fund, month }: LedgerSelection) => !(associate || fund || month);

export default function Ledger({ loaderData }: Route.ComponentProps) {
  const { selection, items, cursors, months, way } = loaderData;
  return (
    <div className="page-container py-10">
      <h1>お金の記録</h1>
      <p className="mt-2 text-ink-2">
        お預かりした寄付が団体に届くまでを、一件ずつ公開しています。一度公開した記録は、消したり書き換えたりしません。
      </p>
      {isWhole(selection) ? way && <Way way={way} /> : <Selected {...{ selection, items }} />}
      {items.length === 0 ? (
        <Nothing />
      ) : (
        <>
          {!selection.month && <Months {...{ selection, months }} />}
          <section className="pt-12" aria-labelledby="transfers">
            <h2 id="transfers" className="mb-4 text-xl narrow:text-2xl">
              送金と支払い
            </h2>
            <LedgerList rows={items} />
            <Pages {...{ selection, cursors }} />
          </section>
        </>
      )}
      <Downloads selection={selection} />
    </div>
  );
}

function Nothing() {
  return (
    <div className="pt-12">
      <EmptyState title="まだ記録がありません" picture="seedling">
        送金が決まると、翌日からここに並びます。
      </EmptyState>
    </div>
  );
}

/** What is selected, with a way back to everything. */
function Selected({ selection, items }: { selection: LedgerSelection; items: LedgerRow[] }) {
  const { associate, fund, month } = selection;
  const [first] = items;
  return (
    <p className="mt-6 flex flex-wrap items-center gap-2">
      {associate && (
        <ChipLink to={ledgerPath({ associate })} isCurrent>
          {first?.associateName || '選んだ団体'}
        </ChipLink>
      )}
      {fund && (
        <ChipLink to={ledgerPath({ fund })} isCurrent>
          {first?.fundName || '選んだ基金'}
        </ChipLink>
      )}
      {month && (
        <ChipLink to={ledgerPath({ month })} isCurrent>
          {monthName(month)}
        </ChipLink>
      )}
      <Link to="/ledger" className="text-coral-dark underline">
        すべての記録を見る
      </Link>
    </p>
  );
}

const monthName = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`;

function Way({ way }: { way: MoneyWay }) {
  const { columns } = stopsOf(way);
  const costYen = way.toAssociates.costYen + way.toFunds.costYen;
  return (
    <section className="pt-8" aria-labelledby="way">
      <dl className="grid grid-cols-1 gap-4 rounded-card border border-line bg-paper py-6 narrow:grid-cols-3">
        <Stat
          label={`寄付額（${formatYen(way.gifts)}件）`}
          value={formatYen(way.givenYen)}
          unit="円"
        />
        <Stat label="団体と基金が負担する費用" value={formatYen(costYen)} unit="円" tone="ink" />
        <Stat
          label="団体へ届いた額（基金からを除く）"
          value={formatYen(way.toAssociates.arrivedYen)}
          unit="円"
          tone="ink"
        />
      </dl>
      <h2 id="way" className="mt-12 mb-4 text-xl narrow:text-2xl">
        お金の流れ
      </h2>
      <p className="mb-6 text-ink-2">
        査定額に加算額を足したものが寄付額です。費用を差し引いた額が、団体に届きます。
      </p>
      <WayChart way={way} />
      <div className="mt-6">
        <Disclosure summary="数字を表で見る">
          <Table
            caption="お金の流れ"
            columns={[
              { label: '区分', cell: ({ name }) => name, isRowHeader: true },
              { label: '金額（円）', cell: ({ yen }) => formatYen(yen), isNumber: true },
            ]}
            rows={columns.flat()}
            rowKey={({ id }) => id}
            isDense
          />
        </Disclosure>
      </div>
    </section>
  );
}

/** A form rather than a link for each month, which readers without people would all follow. */
function MonthChoice({ selection, months }: { selection: LedgerSelection; months: LedgerMonth[] }) {
  const { associate, fund } = selection;
  return (
    <form action="/ledger" className="mb-4 flex flex-wrap items-end gap-3">
      {associate && <input type="hidden" name="associate" value={associate} />}
      {fund && <input type="hidden" name="fund" value={fund} />}
      <div className="grid gap-1">
        <label htmlFor="month" className="text-sm font-bold">
          月を選ぶ
        </label>
        <SelectInput
          id="month"
          name="month"
          choices={months.map(({ month }) => ({ value: month, label: monthName(month) }))}
        />
      </div>
      <Button type="submit" variant="outline" size="small">
        その月の記録を見る
      </Button>
    </form>
  );
}

function Months({ selection, months }: { selection: LedgerSelection; months: LedgerMonth[] }) {
  return (
    <section className="pt-12" aria-labelledby="months">
      <h2 id="months" className="mb-4 text-xl narrow:text-2xl">
        月ごとの送金
      </h2>
      <MonthChoice {...{ selection, months }} />
      <Disclosure summary={`${months.length}か月分の金額を表で見る`}>
        <Table
          caption="月ごとの送金"
          columns={[
            { label: '決まった月', cell: ({ month }) => monthName(month), isRowHeader: true },
            { label: '記録', cell: ({ transfers }) => formatYen(transfers), isNumber: true },
            { label: '寄付', cell: ({ gifts }) => formatYen(gifts), isNumber: true },
            {
              label: '寄付額（円）',
              cell: ({ givenYen }) => formatPublicYen(givenYen),
              isNumber: true,
            },
            {
              label: '費用（円）',
              cell: ({ costYen }) => formatPublicYen(costYen),
              isNumber: true,
            },
            {
              label: '届いた額（円）',
              cell: ({ arrivedYen }) => formatPublicYen(arrivedYen),
              isNumber: true,
            },
          ]}
          rows={months}
          rowKey={({ month }) => month}
          isDense
        />
      </Disclosure>
    </section>
  );
}

type Cursors = { next: string | undefined; previous: string | undefined };

function Pages({ selection, cursors }: { selection: LedgerSelection; cursors: Cursors }) {
  if (!cursors.next && !cursors.previous) return null;
  return (
    <nav aria-label="ページ" className="mt-6 flex justify-center gap-4">
      {cursors.previous && (
        <ButtonLink
          to={ledgerPath({ ...selection, cursor: cursors.previous })}
          variant="outline"
          size="small"
        >
          新しい記録
        </ButtonLink>
      )}
      {cursors.next && (
        <ButtonLink
          to={ledgerPath({ ...selection, cursor: cursors.next })}
          variant="outline"
          size="small"
        >
          前の記録
        </ButtonLink>
      )}
    </nav>
  );
}

function Downloads({ selection }: { selection: LedgerSelection }) {
  const query = ledgerPath(selection).slice('/ledger'.length);
  return (
    <section className="pt-16">
      <h2 className="text-xl">記録をダウンロード</h2>
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={`/api/ledger/ledger.csv${query}`} download variant="outline">
          <Icon name="download" />
          CSVをダウンロード
        </ButtonLink>
        <ButtonLink href="/api/ledger/datapackage.json" download variant="outline">
          <Icon name="download" />
          CSVの列の説明
        </ButtonLink>
        <ButtonLink href="/ledger/feed.xml" variant="outline">
          更新を購読（Atom）
        </ButtonLink>
      </p>
      <ul className="prose mt-6 list-disc pl-6 text-sm text-ink-2">
        {publicSumNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>
          送金の金額は、着金のあとに公表します。5件に満たない端数は、次の送金の金額に含めます。
        </li>
        <li>お一人お一人の寄付の金額は、どの数字からもわからないようにしています。</li>
      </ul>
    </section>
  );
}
