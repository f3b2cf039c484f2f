import { useState } from 'react';
import * as z from 'zod/mini';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type Payout, PayoutWithdrawal, payoutsPageSize } from '#money/funds/fund.ts';
import { type PayoutState, payoutStateLabels } from '#money/funds/payout-state.ts';

const tones: Record<PayoutState, ChipTone> = {
  decided: 'honey',
  sent: 'sky',
  arrived: 'leaf',
  'came-back': 'error',
  withdrawn: 'plain',
};

type LookOptions = {
  csv: string;
  /** Adds the fund to each row. */
  ofAllFunds?: boolean;
  mayPay: boolean;
  onChanged: () => void;
};

/** The columns of pay-outs, of one fund or of all. */
export function payoutLook({
  csv,
  ofAllFunds = false,
  mayPay,
  onChanged,
}: LookOptions): ListDisplay<Payout> {
  const action = (payout: Payout) =>
    mayPay && payout.mayWithdraw && <WithdrawButton payout={payout} onDone={onChanged} />;
  return {
    title: '支払い',
    pageSize: payoutsPageSize,
    csv,
    columns: () => [
      {
        label: '決定日',
        cell: ({ decidedOn, decidedBy }) => (
          <>
            <span className="whitespace-nowrap tabular-nums">{formatDate(decidedOn)}</span>
            <span className="block text-sm wrap-anywhere text-ink-2">{decidedBy}</span>
          </>
        ),
      },
      ...(ofAllFunds ? [{ label: '基金', cell: ({ fundName }: Payout) => fundName }] : []),
      {
        label: '団体',
        isRowHeader: true,
        cell: ({ associateName }) => <span className="wrap-anywhere">{associateName}</span>,
      },
      { label: '金額', isNumber: true, cell: (payout) => <Amount payout={payout} /> },
      { label: '理由', cell: (payout) => <Reason payout={payout} /> },
      { label: '状態', cell: (payout) => <State payout={payout} /> },
      { label: '操作', isLabelHidden: true, cell: action },
    ],
    card: (payout) => (
      <>
        <CardLine>
          <b className="wrap-anywhere">{payout.associateName}</b>
          <Amount payout={payout} />
        </CardLine>
        <CardLine>
          <span className="text-sm text-ink-2 tabular-nums">{formatDate(payout.decidedOn)}</span>
          <State payout={payout} />
        </CardLine>
        {ofAllFunds && <p className="text-sm">{payout.fundName}</p>}
        <Reason payout={payout} />
        {action(payout)}
      </>
    ),
    empty: () => ({
      title: '支払いはまだありません',
      advice: '決めた支払いは、日付・金額・団体・理由とともに、ここと公開のページに並びます。',
    }),
  };
}

const Amount = ({ payout: { amountYen, state } }: { payout: Payout }) => {
  const text = `${formatYen(amountYen)}円`;
  return state === 'withdrawn' ? (
    <s className="figures text-ink-2">{text}</s>
  ) : (
    <span className="figures">{text}</span>
  );
};

const Reason = ({ payout: { reason, withdrawalReason } }: { payout: Payout }) => (
  <>
    <span className="block max-w-96 text-sm whitespace-pre-line wrap-anywhere">{reason}</span>
    {withdrawalReason !== '' && (
      <span className="mt-1 block max-w-96 text-sm wrap-anywhere text-ink-2">
        取り消しの理由：{withdrawalReason}
      </span>
    )}
  </>
);

const State = ({ payout: { state, receivedOn, runNumber } }: { payout: Payout }) => (
  <span className="inline-block">
    <Chip tone={tones[state]}>{payoutStateLabels[state]}</Chip>
    {(receivedOn !== null || runNumber !== '') && (
      <span className="block text-sm whitespace-nowrap text-ink-2 tabular-nums">
        {receivedOn === null ? `送金 ${runNumber}` : `${formatDate(receivedOn)}着金`}
      </span>
    )}
  </span>
);

const Entry = z.object({ reason: PayoutWithdrawal.shape.reason });

type Props = { payout: Payout; onDone: () => void };

/** Withdraws a pay-out that is not in a run yet, with a reason. */
export function WithdrawButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="whitespace-nowrap"
        onClick={() => setOpen(true)}
      >
        取り消す
        <span className="sr-only">：{props.payout.associateName}への支払い</span>
      </Button>
      <Dialog isOpen={isOpen} title="この支払いを取り消しますか？" onClose={close}>
        <WithdrawForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function WithdrawForm({ payout, onDone, onClose }: Props & { onClose: () => void }) {
  const form = useForm({ schema: Entry, initial: { reason: '' } });
  const submission = useSubmission(
    ({ reason }: z.infer<typeof Entry>) =>
      send('POST /api/office/fund-payouts/:id/withdraw', {
        params: { id: payout.id },
        body: { reason, version: payout.version },
      }),
    {
      form,
      onDone() {
        showToast('支払いを取り消しました。基金の残高に戻っています。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        {payout.associateName}への{formatYen(payout.amountYen)}
        円を、基金に戻します。支払いの記録は、取り消したものとして残ります。
      </p>
      <TextArea
        form={form}
        path="reason"
        label="取り消しの理由"
        required
        rows={2}
        maxLength={200}
        help="基金の公開ページに表示されます。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        支払いを取り消す
      </FormButtons>
    </Form>
  );
}
