import { useState } from 'react';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type BankLine,
  bankLineKinds,
  bankLineLabels,
  bankLinesPageSize,
} from '#money/bank-lines/bank-line.ts';
import { useSession } from '#people/session/session.ts';
import { ExplainLine } from './explain-line.tsx';

export const meta = () => [
  { title: '銀行の入出金｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<BankLine> = {
  path: '/admin/bank-lines',
  parameters: { kind: bankLineKinds },
  api: '/api/office/bank-lines',
  rowKey: ({ answerId, row }) => `${answerId}:${row}`,
};

type OnExplain = ((line: BankLine) => void) | undefined;

const look = (onExplain: OnExplain): ListDisplay<BankLine> => ({
  title: '送金のほかの入出金',
  pageSize: bankLinesPageSize,
  csv: '/api/office/bank-lines.csv',
  chips: {
    parameter: 'kind',
    choices: [
      ['', 'すべて'],
      ...bankLineKinds.map((kind) => [kind, bankLineLabels[kind]] as const),
    ],
  },
  columns: () => [
    { label: '日付', isRowHeader: true, cell: ({ day }) => formatDate(day) },
    { label: '金額', isNumber: true, cell: (line) => <Sum line={line} /> },
    {
      label: '摘要',
      cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
    },
    { label: '内容', cell: (line) => <Kind line={line} /> },
    { label: '理由', cell: (line) => <Reason line={line} /> },
    ...(onExplain
      ? [{ label: '操作', cell: (line: BankLine) => <Explain line={line} onExplain={onExplain} /> }]
      : []),
  ],
  card: (line) => (
    <>
      <CardLine>
        <b className="tabular-nums">{formatDate(line.day)}</b>
        <Sum line={line} />
      </CardLine>
      <p className="text-sm wrap-anywhere">{line.description}</p>
      <CardLine>
        <Kind line={line} />
        {onExplain && <Explain line={line} onExplain={onExplain} />}
      </CardLine>
      <Reason line={line} />
    </>
  ),
  empty: () => ({
    title: '入出金はありません',
    advice:
      '「送金」の「銀行の明細」で明細を取り込むと、手数料や利息、不明な入出金がここに並びます。',
  }),
});

/** Bank statement lines that match no transfer: their explanations, and those still unexplained. */
export default function BankLinesPage() {
  const list = useList(source);
  const { role } = useSession();
  const [explained, setExplained] = useState<BankLine>();
  const onExplain = may(role, 'remittances.manage') ? setExplained : undefined;
  return (
    <>
      <PageHead title="銀行の入出金" />
      <Panel title="送金のほかの入出金">
        <ListScreen list={list} look={look(onExplain)} />
      </Panel>
      <ExplainLine line={explained} onClose={() => setExplained(undefined)} onDone={list.reload} />
    </>
  );
}

const Sum = ({ line: { amountYen } }: { line: BankLine }) => (
  <span className="whitespace-nowrap tabular-nums">
    {amountYen < 0 ? '出金 ' : '入金 '}
    {formatYen(Math.abs(amountYen))}円
  </span>
);

const Kind = ({ line: { kind, isTakenBack } }: { line: BankLine }) =>
  isTakenBack ? (
    <Chip>読み直し待ち</Chip>
  ) : (
    <Chip tone={kind === 'unexplained' ? 'honey' : 'leaf'}>{bankLineLabels[kind]}</Chip>
  );

function Reason({ line: { kind, reason, by } }: { line: BankLine }) {
  if (reason !== '') {
    return (
      <span className="text-sm wrap-anywhere">
        {by}：{reason}
      </span>
    );
  }
  return kind === 'unexplained' ? null : <span className="text-sm text-ink-2">摘要から</span>;
}

function Explain({ line, onExplain }: { line: BankLine; onExplain: (line: BankLine) => void }) {
  if (line.isTakenBack) return null;
  return (
    <Button variant="quiet" size="small" onClick={() => onExplain(line)}>
      {line.kind === 'unexplained' ? '説明する' : '直す'}
    </Button>
  );
}
