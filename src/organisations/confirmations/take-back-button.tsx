import { useState } from 'react';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { type RoomTransfer, TakingBack } from './confirmation.ts';

type TakeBackProps = {
  transfer: RoomTransfer;
  associateId: string;
  onDone: (changed: RoomTransfer) => void;
};

/** Takes a mistaken confirmation back, after asking for the reason. */
export function TakeBackButton(props: TakeBackProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const amount = `${formatYen(props.transfer.amountYen)}円`;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        取り消す<span className="sr-only">：{amount}の受け取り</span>
      </Button>
      <Dialog isOpen={isOpen} title={`${amount}の受け取りを取り消す`} onClose={close}>
        <p className="mb-4">
          間違えてお知らせしたときに、お使いください。お知らせと取り消しの両方が、公開の記録に残ります。
        </p>
        <TakeBackForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function TakeBackForm({
  transfer: { id, turn },
  associateId,
  onDone,
  onClose,
}: TakeBackProps & { onClose: () => void }) {
  const form = useForm({ schema: TakingBack, initial: { turn, reason: '' } });
  const submission = useSubmission(
    (body: TakingBack) =>
      send('POST /api/staff/associates/:associateId/transfers/:id/take-back', {
        ...{ params: { associateId, id }, body },
      }),
    {
      form,
      onDone(changed) {
        onClose();
        showToast('受け取りのお知らせを取り消しました。');
        onDone(changed);
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="取り消す理由"
        required
        maxLength={200}
        help="例：別の入金と見間違えたため。運営が読みます。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        取り消す
      </FormButtons>
    </Form>
  );
}
