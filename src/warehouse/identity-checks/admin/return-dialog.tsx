import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type AdminPapers,
  PapersReturn,
} from '#warehouse/identity-checks/identity-check-schema.ts';

/** Asks for the reason of returning the papers, which the donor reads. */
export function ReturnDialog({
  isOpen,
  check: { appraisalId, version },
  onClose,
  onReturned,
}: {
  isOpen: boolean;
  check: AdminPapers;
  onClose: () => void;
  onReturned: () => void;
}) {
  const form = useForm({ schema: PapersReturn, initial: { reason: '' } });
  const submission = useSubmission(
    (body: PapersReturn) =>
      api(`/api/office/identity/${appraisalId}/return`, { body, ifMatch: `"${version}"` }),
    {
      form,
      onDone() {
        onClose();
        form.reset();
        showToast('書類を差し戻しました。理由をメールでお知らせします。');
        onReturned();
      },
    },
  );
  return (
    <Dialog isOpen={isOpen} title="書類を差し戻しますか？" onClose={onClose}>
      <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
        <ErrorSummary form={form} />
        <p>お預かりした書類は、この操作ですぐに消去されます。</p>
        <TextArea
          form={form}
          path="reason"
          label="理由"
          required
          help="寄付者がメールと画面で読みます。どうすればよいかも、お書きください。"
          rows={4}
          maxLength={500}
        />
        <FormButtons submission={submission} onCancel={onClose}>
          差し戻す
        </FormButtons>
      </Form>
    </Dialog>
  );
}
