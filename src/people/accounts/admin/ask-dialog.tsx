import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { resetReasonLength, SecondFactorResetRequest } from '#people/sign-in/second-factor.ts';

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
