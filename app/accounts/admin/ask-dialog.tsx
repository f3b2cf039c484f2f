import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { resetReasonLength, SecondFactorResetRequest } from '#domain/auth/second-factor.ts';

type AskDialogProps = { isOpen: boolean; onClose: () => void; onAsked: () => void };

/** Requests the removal of an account's second factors, with the reason. */
export function AskDialog({ isOpen, ...form }: AskDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="2段階認証の解除を依頼する" onClose={form.onClose}>
      <AskForm {...form} />
    </Dialog>
  );
}

function AskForm({ onClose, onAsked }: Omit<AskDialogProps, 'isOpen'>) {
  const form = useForm({ schema: SecondFactorResetRequest, initial: { email: '', reason: '' } });
  const submission = useSubmission(
    (body: SecondFactorResetRequest) => api('/api/office/second-factor-resets', { body }),
    {
      form,
      onDone() {
        showToast('解除を依頼しました。ほかの運営者の承認をお待ちください。');
        onClose();
        onAsked();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        label="対象の方のメールアドレス"
        required
        autoComplete="off"
      />
      <TextArea
        form={form}
        path="reason"
        label="理由"
        required
        rows={3}
        maxLength={resetReasonLength}
        help="ご本人であることをどう確かめたかも、お書きください。運営の記録に残ります。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        依頼する
      </FormButtons>
    </Form>
  );
}
