import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { type GoodsSale, SaleReversal } from '#money/sales/sale.ts';

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
    (body: SaleReversal) => api<GoodsSale>(`/api/office/sales/${sale.id}/reverse`, { body }),
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
