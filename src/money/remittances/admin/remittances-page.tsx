import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { RunChip } from '#money/remittances/admin/state-chips.tsx';
import { type Run, runsPageSize } from '#money/remittances/run.ts';
import { useSession } from '#people/session/session.ts';
import { NextRunPanel } from './next-run.tsx';

export const meta = () => [{ title: '送金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** What is to be paid next, and the runs that there were. */
export default function RemittancesPage() {
  const list = useList(runSource);
  const { role } = useSession();
  return (
    <>
      <PageHead title="送金">
        <ButtonLink to="/admin/remittances/transfers" variant="outline" size="small">
          すべての送金
        </ButtonLink>
        <ButtonLink to="/admin/remittances/bank-answers" variant="outline" size="small">
          銀行の明細
        </ButtonLink>
        <ButtonLink to="/admin/remittances/settings" variant="outline" size="small">
          振込の設定
        </ButtonLink>
      </PageHead>
      <div className="grid gap-4">
        <NextRunPanel mayManage={may(role, 'remittances.manage')} />
        <Panel title="これまでの送金">
          <ListScreen list={list} look={runLook} />
        </Panel>
      </div>
    </>
  );
}

const runSource = declaredList({
  path: '/admin/remittances',
  api: addressOf('GET /api/office/remittance-runs'),
  rowKey: ({ id }) => id,
});

/** The runs, newest first, and how much of each has arrived. */
const runLook: ListDisplay<Run> = {
  title: '送金',
  pageSize: runsPageSize,
  csv: addressOf('GET /api/office/remittance-runs.csv'),
  columns: (links) => [
    { label: '番号', isRowHeader: true, cell: (run) => <RunLink run={run} links={links} /> },
    { label: '状態', cell: ({ state }) => <RunChip state={state} /> },
    { label: '対象期間', cell: (run) => <Period run={run} /> },
    { label: '振込指定日', cell: ({ transferOn }) => <Day day={transferOn} /> },
    { label: '団体', isNumber: true, cell: ({ remittances }) => formatYen(remittances) },
    { label: '送金額', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
    { label: '着金', cell: (run) => <Arrived run={run} /> },
  ],
  card: (run, links) => (
    <>
      <CardLine>
        <RunLink run={run} links={links} />
        <RunChip state={run.state} />
      </CardLine>
      <CardLine>
        <span className="text-sm text-ink-2">
          {formatYen(run.remittances)}団体・{formatDate(run.transferOn)}
        </span>
        <span className="figures">{yenWords(run.amountYen)}</span>
      </CardLine>
      <Arrived run={run} />
    </>
  ),
  empty: () => ({
    title: '送金はまだありません',
    advice: '「準備する」を押すと、ここに並びます。',
  }),
};

const RunLink = ({ run: { id, number }, links }: { run: Run; links: RowLinks }) => (
  <RowLink {...links.page(`/admin/remittances/${id}`)} className="whitespace-nowrap tabular-nums">
    {number}
  </RowLink>
);

const Day = ({ day }: { day: string }) => (
  <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>
);

const Period = ({ run: { periodFrom, periodTo } }: { run: Run }) => (
  <span className="text-sm tabular-nums">
    <span className="whitespace-nowrap">{formatDate(periodFrom)}から</span>{' '}
    <span className="whitespace-nowrap">{formatDate(periodTo)}まで</span>
  </span>
);

/** Nothing arrives before the bank has it. */
function Arrived({ run: { state, remittances, confirmed, returned } }: { run: Run }) {
  if (state !== 'sent' && state !== 'done') return null;
  return (
    <div className="min-w-36">
      <ProgressBar
        label={`${formatYen(confirmed)}／${formatYen(remittances)}団体`}
        value={confirmed}
        max={remittances}
      />
      {returned > 0 && <p className="text-sm text-error">組戻し {formatYen(returned)}団体</p>}
    </div>
  );
}
