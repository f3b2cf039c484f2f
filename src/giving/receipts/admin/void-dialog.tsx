import { doubleReason, VoidReceipt } from '#giving/receipts/receipt-double.ts';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';

type Props = { number: string; onClose: () => void; onDone: () => void };

/** Voids a receipt permanently, with a reason. */
export function VoidDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      title={`番号${props.number}の証明書を無効にしますか？`}
      onClose={props.onClose}
    >
      <VoidForm {...props} />
    </Dialog>
  );
}

function VoidForm({ number, onClose, onDone }: Props) {
  const form = useForm({ schema: VoidReceipt, initial: { reason: doubleReason } });
  const submission = useSubmission(
    (body: VoidReceipt) => api(`/api/office/receipts/${number}/void`, { body }),
    {
      form,
      onDone() {
        showToast('証明書を無効にしました。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>無効にした証明書は、有効に戻せません。もう一方の証明書は、そのままお使いになれます。</p>
      <TextField
        form={form}
        path="reason"
        label="無効にする理由"
        required
        maxLength={200}
        help="「…ため」の形でお書きください。寄付者と、証明書を確かめた方に表示されます。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        無効にする
      </FormButtons>
    </Form>
  );
}
