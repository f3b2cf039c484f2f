import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { monthLabel, monthPattern } from '#money/books/book-month.ts';
import {
  type Remittance,
  remittanceStateLabels,
  remittanceStates,
  remittancesPageSize,
} from '#money/remittances/run.ts';
import { yenWords } from './amounts.ts';
import { moneyColumns, PartsLine, Standing, TransferLink } from './transfer-columns.tsx';

export const meta = () => [
  { title: 'すべての送金｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/remittances/transfers',
  parameters: {
    state: remittanceStates,
    associateId: /^[\w-]{1,100}$/,
    arrivedFrom: monthPattern,
    arrivedTo: monthPattern,
  },
  api: addressOf('GET /api/office/remittances'),
  rowKey: ({ id }) => id,
});

const look: ListDisplay<Remittance> = {
  title: '団体への送金',
  pageSize: remittancesPageSize,
  csv: addressOf('GET /api/office/remittances.csv'),
  chips: {
    parameter: 'state',
    choices: [
      ['', 'すべて'],
      ...remittanceStates.map((state) => [state, remittanceStateLabels[state]] as const),
    ],
  },
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: (remittance) => <TransferLink remittance={remittance} links={links} />,
    },
    { label: '送金', cell: (remittance) => <RunLink remittance={remittance} links={links} /> },
    ...moneyColumns,
    { label: '状態', cell: (remittance) => <Standing remittance={remittance} /> },
  ],
  card: (remittance, links) => (
    <>
      <CardLine>
        <TransferLink remittance={remittance} links={links} />
        <b className="figures ml-auto">{yenWords(remittance.amountYen)}</b>
      </CardLine>
      <PartsLine remittance={remittance} />
      <CardLine>
        <RunLink remittance={remittance} links={links} />
        <Standing remittance={remittance} />
      </CardLine>
    </>
  ),
};

/** Every transfer there was, of all runs. */
export default function TransfersPage() {
  const list = useList(source);
  const { associateId = '', arrivedFrom = '', arrivedTo = '' } = list.place.filters;
  const narrow = (changed: Filters) =>
    list.goTo({ ...firstPage, filters: { ...list.place.filters, ...changed } });
  const name = list.rows?.find((row) => row.associateId === associateId)?.targetName;
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="すべての送金" />
      <Panel label="団体への送金の一覧">
        <ListScreen
          list={list}
          look={look}
          narrowing={
            <>
              {associateId !== '' && (
                <Button variant="quiet" size="small" onClick={() => narrow({ associateId: '' })}>
                  {name ?? 'この団体'}だけを表示中（絞り込みを外す）
                </Button>
              )}
              {(arrivedFrom || arrivedTo) && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => narrow({ arrivedFrom: '', arrivedTo: '' })}
                >
                  {arrivedFrom && monthLabel(arrivedFrom)}
                  {arrivedFrom !== arrivedTo && `〜${arrivedTo && monthLabel(arrivedTo)}`}
                  に着金したものを表示中（絞り込みを外す）
                </Button>
              )}
            </>
          }
        />
      </Panel>
    </>
  );
}

/** Those of before were noted one by one, in no run. */
const RunLink = ({
  remittance: { runId, runNumber },
  links,
}: {
  remittance: Remittance;
  links: RowLinks;
}) =>
  runId === '' ? (
    <span className="text-sm text-ink-2">以前の記録</span>
  ) : (
    <RowLink
      {...links.page(`/admin/remittances/${encodeURIComponent(runId)}`)}
      className="whitespace-nowrap tabular-nums"
    >
      {runNumber}
    </RowLink>
  );
