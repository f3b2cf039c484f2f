import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
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
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Table } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { monthInWords } from '#kit/values/days/month.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type GoodsSale, SaleReversal, salesPageSize } from '#money/sales/sale.ts';
import { SaleUpload } from './sale-upload.tsx';

export const meta = () => [
  { title: '売却の実績｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList<GoodsSale>({
  path: '/admin/sales',
  parameters: { application: /^TS-[0-9A-Z]{4}-[0-9A-Z]{4}$/ },
  api: addressOf('GET /api/office/sales'),
  rowKey: ({ id }) => id,
});

const look = (onReverse: (sale: GoodsSale) => void): ListDisplay<GoodsSale> => ({
  title: '売却の実績',
  pageSize: salesPageSize,
  csv: addressOf('GET /api/office/sales.csv'),
  columns: () => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (sale) => <SaleText sale={sale}>{sale.appraisalId}</SaleText>,
    },
    { label: '売却日', cell: ({ soldOn }) => formatDate(soldOn) },
    {
      label: '売却額',
      isNumber: true,
      cell: (sale) => <SaleText sale={sale}>{`${formatYen(sale.amountYen)}円`}</SaleText>,
    },
    { label: '査定額', isNumber: true, cell: appraised },
    { label: '査定との差', isNumber: true, cell: (sale) => <Difference sale={sale} /> },
    { label: '残り', cell: ({ isLast }) => (isLast ? 'なし' : 'あり') },
    { label: 'メモ', cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
    { label: '取り消し', cell: (sale) => <Reversal sale={sale} onReverse={onReverse} /> },
  ],
  card: (sale) => (
    <>
      <CardLine>
        <b className="tabular-nums">
          <SaleText sale={sale}>{sale.appraisalId}</SaleText>
        </b>
        <span className="text-sm text-ink-2 tabular-nums">{formatDate(sale.soldOn)}</span>
      </CardLine>
      <CardLine>
        <SaleText sale={sale}>{`${formatYen(sale.amountYen)}円`}</SaleText>
        <Difference sale={sale} />
      </CardLine>
      {sale.note !== '' && <p className="text-sm wrap-anywhere">{sale.note}</p>}
      <Reversal sale={sale} onReverse={onReverse} />
    </>
  ),
  empty: () => ({
    title: '売却の実績はありません',
    advice: '売却先からの明細をCSVで取り込むと、ここに並びます。',
  }),
});

/** The actual sales of goods: imported from files, with the difference to the appraisal. */
export default function SalesPage() {
  const list = useList(source);
  const [reversed, setReversed] = useState<GoodsSale>();
  // Reloads the months' totals after an import or a reversal.
  const [round, setRound] = useState(0);
  const reload = () => {
    list.reload();
    setRound((before) => before + 1);
  };
  return (
    <>
      <PageHead title="売却の実績" />
      <div className="grid gap-4">
        <SaleUpload onImported={reload} />
        <SaleMonths key={round} />
        <Panel title="取り込んだ売却">
          <ListScreen list={list} look={look(setReversed)} />
        </Panel>
      </div>
      <ReverseSale sale={reversed} onClose={() => setReversed(undefined)} onDone={reload} />
    </>
  );
}

const appraised = ({ appraisedYen }: GoodsSale) =>
  appraisedYen === null ? '取り消し済み' : `${formatYen(appraisedYen)}円`;

/** The content of a sale, struck through if it was reversed. */
const SaleText = ({ sale, children }: { sale: GoodsSale; children: string }) =>
  sale.reversedAt === null ? (
    <span className="tabular-nums">{children}</span>
  ) : (
    <s className="text-ink-2 tabular-nums">{children}</s>
  );

function Difference({ sale: { differenceYen } }: { sale: GoodsSale }) {
  if (differenceYen === 0) return <span className="text-sm text-ink-2">差なし</span>;
  const differenceLabel = `${formatYen(Math.abs(differenceYen))}円${differenceYen > 0 ? '高い' : '低い'}`;
  return <Chip tone={differenceYen > 0 ? 'leaf' : 'honey'}>{differenceLabel}</Chip>;
}

function Reversal({ sale, onReverse }: { sale: GoodsSale; onReverse: (sale: GoodsSale) => void }) {
  if (sale.reversedAt !== null) {
    return (
      <span className="text-sm wrap-anywhere">
        {formatDate(sale.reversedAt)}　{sale.reversedBy}：{sale.reversalReason}
      </span>
    );
  }
  return (
    <Button variant="quiet" size="small" onClick={() => onReverse(sale)}>
      取り消す
    </Button>
  );
}

const yen = (amount: number) => `${formatYen(amount)}円`;

/** Sales above and below the appraisal, by the month of booking. */
function SaleMonths() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/sales/months'));
  return (
    <Panel title="査定との差（月ごと）">
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={3} />
      ) : value.items.length === 0 ? (
        <p className="text-sm text-ink-2">まだ、査定と違う額で売れたものはありません。</p>
      ) : (
        <Table
          caption="査定より高く、または低く売れた額"
          onPhones="cards"
          isDense
          rows={value.items}
          rowKey={({ month }) => month}
          columns={[
            { label: '記帳の月', isRowHeader: true, cell: ({ month }) => monthInWords(month) },
            { label: '高く売れた額', isNumber: true, cell: ({ aboveYen }) => yen(aboveYen) },
            { label: '低く売れた額', isNumber: true, cell: ({ belowYen }) => yen(belowYen) },
            {
              label: '差し引き',
              isNumber: true,
              cell: ({ aboveYen, belowYen }) => yen(aboveYen - belowYen),
            },
          ]}
        />
      )}
    </Panel>
  );
}

type Props = { sale: GoodsSale | undefined; onClose: () => void; onDone: () => void };

/** Asks for the reason before a sale is reversed in the books. */
export const ReverseSale = ({ sale, onClose, onDone }: Props) => (
  <Dialog isOpen={sale !== undefined} title="売却を取り消しますか？" onClose={onClose}>
    {sale && <ReversalForm key={sale.id} sale={sale} onClose={onClose} onDone={onDone} />}
  </Dialog>
);

function ReversalForm({ sale, onClose, onDone }: Props & { sale: GoodsSale }) {
  const form = useForm({ schema: SaleReversal, initial: { reason: '' } });
  const submission = useSubmission(
    (body: SaleReversal) =>
      send('POST /api/office/sales/:id/reverse', { params: { id: sale.id }, body }),
    {
      form,
      onDone() {
        showToast('売却を取り消しました。反対の記帳を加えました。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <p>
        {sale.appraisalId}の{formatYen(sale.amountYen)}
        円の売却を取り消します。もとの記録は残ります。同じ内容の行は、もう取り込まれません。入れ直すときは、メモに違いを書いてください。
      </p>
      <TextArea form={form} path="reason" label="理由" required rows={3} maxLength={300} />
      <FormButtons submission={submission} onCancel={onClose}>
        取り消す
      </FormButtons>
    </Form>
  );
}
