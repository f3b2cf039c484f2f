import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type BankAnswerRow,
  bankAnswerRowLabels,
  bankAnswerRowsPageSize,
} from '#money/bank-answers/bank-answer.ts';
import { bankLineLabels } from '#money/bank-lines/bank-line.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { transferPath } from '#money/remittances/admin/transfer-columns.tsx';
import type { Route } from './+types/answer-page.ts';

export const meta: Route.MetaFunction = () => [
  { title: '取り込んだ明細｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const all = { path: '/admin/remittances/bank-answers', label: '銀行の明細' };

/** A statement that was taken, with its rows that were about transfers. */
export default function AnswerPage({ params: { id } }: Route.ComponentProps) {
  return <Answer key={id} id={id} />;
}

function Answer({ id }: { id: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/bank-answers/:id', { params: { id } }),
  );
  const list = useList(
    declaredList({
      path: `${all.path}/${encodeURIComponent(id)}`,
      api: addressOf('GET /api/office/bank-answers/:answerId/rows', { params: { answerId: id } }),
      rowKey: ({ row }) => String(row),
    }),
  );
  if (problem?.type === 'NotFound') {
    return (
      <>
        <PageHead title="取り込んだ明細" />
        <EmptyState
          title="取り込みが見つかりませんでした"
          action={
            <ButtonLink to={all.path} variant="outline" size="small">
              銀行の明細へ
            </ButtonLink>
          }
        />
      </>
    );
  }
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) {
    return (
      <Panel label="取り込んだ明細">
        <Skeleton lines={6} label="明細を読み込んでいます" />
      </Panel>
    );
  }
  return (
    <>
      <BackLink list={all} />
      <PageHead title="取り込んだ明細" />
      <div className="grid gap-4">
        <Panel label="ファイル">
          <Facts>
            <Fact label="ファイル">
              <span className="break-all">{value.fileName || '名前のないファイル'}</span>（
              {formatYen(value.rows)}行）
            </Fact>
            <Fact label="取り込み">
              <span className="mr-3 whitespace-nowrap">{formatDateTime(value.uploadedAt)}</span>
              <span className="inline-block">{value.uploadedBy}</span>
            </Fact>
          </Facts>
        </Panel>
        <Panel title="取り込んだ行">
          <ListScreen list={list} look={lookOf(id)} />
        </Panel>
      </div>
    </>
  );
}

const lookOf = (answerId: string): ListDisplay<BankAnswerRow> => ({
  title: '明細の行',
  pageSize: bankAnswerRowsPageSize,
  csv: addressOf('GET /api/office/bank-answers/:answerId/rows.csv', { params: { answerId } }),
  columns: (links) => [
    { label: '行', isNumber: true, cell: ({ row }) => formatYen(row) },
    { label: '日付', cell: ({ day }) => <Day day={day} /> },
    { label: '内容', cell: (row) => <Kind row={row} /> },
    { label: '送金', isRowHeader: true, cell: (row) => <Target row={row} links={links} /> },
    { label: '金額', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
  ],
  card: (row, links) => (
    <>
      <CardLine>
        <Target row={row} links={links} />
        <b className="figures ml-auto">{yenWords(row.amountYen)}</b>
      </CardLine>
      <CardLine>
        <Kind row={row} />
        <span className="text-sm text-ink-2">
          <Day day={row.day} />　{formatYen(row.row)}行め
        </span>
      </CardLine>
    </>
  ),
});

const Day = ({ day }: { day: string }) => (
  <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>
);

const Kind = ({ row: { kind, lineKind, takenBackAt } }: { row: BankAnswerRow }) => (
  <span>
    {lineKind ? bankLineLabels[lineKind] : bankAnswerRowLabels[kind]}
    {takenBackAt && (
      <span className="block text-sm text-error">{formatDateTime(takenBackAt)}に取り消し</span>
    )}
  </span>
);

const Target = ({
  row: { remittanceId, runId, targetName },
  links,
}: {
  row: BankAnswerRow;
  links: RowLinks;
}) => (
  <RowLink
    {...links.page(
      remittanceId === ''
        ? `/admin/remittances/${encodeURIComponent(runId)}`
        : transferPath(remittanceId),
    )}
    className="wrap-anywhere"
  >
    {remittanceId === '' ? `送金 ${targetName}` : targetName}
  </RowLink>
);
