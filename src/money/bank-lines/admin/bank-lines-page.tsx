import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type BankLine,
  BankLineExplanation,
  bankLineKinds,
  bankLineLabels,
  bankLinesPageSize,
} from '#money/bank-lines/bank-line.ts';
import { useSession } from '#people/session/session.ts';

export const meta = () => [
  { title: '銀行の入出金｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/bank-lines',
  parameters: { kind: bankLineKinds },
  api: addressOf('GET /api/office/bank-lines'),
  rowKey: ({ answerId, row }) => `${answerId}:${row}`,
});

type OnExplain = ((line: BankLine) => void) | undefined;

const look = (onExplain: OnExplain): ListDisplay<BankLine> => ({
  title: '送金のほかの入出金',
  pageSize: bankLinesPageSize,
  csv: addressOf('GET /api/office/bank-lines.csv'),
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

type Props = { line: BankLine | undefined; onClose: () => void; onDone: () => void };

/** Asks for the kind and the reason of a bank statement line. */
const ExplainLine = ({ line, onClose, onDone }: Props) => (
  <Dialog isOpen={line !== undefined} title="何の入出金ですか？" onClose={onClose}>
    {line && (
      <ExplanationForm
        key={`${line.answerId}:${line.row}:${line.version}`}
        line={line}
        onClose={onClose}
        onDone={onDone}
      />
    )}
  </Dialog>
);

function ExplanationForm({ line, onClose, onDone }: Props & { line: BankLine }) {
  const { answerId, row, version } = line;
  const form = useForm({
    schema: BankLineExplanation,
    initial: { kind: '' as BankLineExplanation['kind'], reason: '', version },
  });
  const submission = useSubmission(
    (body: BankLineExplanation) =>
      send('POST /api/office/bank-lines/:answerId/:row/explain', {
        params: { answerId, row },
        body,
      }),
    {
      form,
      onDone() {
        showToast('記録しました。反対の記帳を加えました。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <p className="wrap-anywhere">
        {formatDate(line.day)}の{line.amountYen < 0 ? '出金' : '入金'}
        <b className="mx-1 tabular-nums">{formatYen(Math.abs(line.amountYen))}円</b>（
        {line.description}）を、いまの「{bankLineLabels[line.kind]}」から変えます。
      </p>
      <SelectField
        form={form}
        path="kind"
        label="内容"
        required
        emptyLabel="選んでください"
        choices={[
          ...bankLineKinds
            .filter((kind) => kind !== line.kind)
            .map((kind) => ({ value: kind, label: bankLineLabels[kind] })),
          { value: 'again', label: '送金の着金・組戻しとして、明細から読み直す' },
        ]}
      />
      <TextArea form={form} path="reason" label="理由" required rows={3} maxLength={300} />
      <FormButtons submission={submission} onCancel={onClose}>
        記録する
      </FormButtons>
    </Form>
  );
}
