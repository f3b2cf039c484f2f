import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { type Payout, PayoutWithdrawal } from '#money/funds/fund.ts';

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
      api<Payout>(`/api/office/fund-payouts/${payout.id}/withdraw`, {
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
