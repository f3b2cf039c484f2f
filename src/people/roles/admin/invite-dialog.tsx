import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { askedMessage } from '#people/roles/asked-message.ts';
import { AdminInvitationDraft, type InvitationOutcome } from '#people/roles/invitation.ts';
import { roleChoices } from './role-choices.ts';

type InviteDialogProps = { isOpen: boolean; onClose: () => void; onInvited: () => void };

/** Invites a person to run the service. */
export function InviteDialog({ isOpen, ...form }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="運営に招待する" onClose={form.onClose}>
      <InviteForm {...form} />
    </Dialog>
  );
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'isOpen'>) {
  const form = useForm({
    schema: AdminInvitationDraft,
    initial: { email: '', role: '', reason: '' },
  });
  const submission = useSubmission(
    (body: AdminInvitationDraft) => api<InvitationOutcome>('/api/office/invitations', { body }),
    {
      form,
      onDone({ outcome, dueAt }) {
        showToast(outcome === 'sent' ? '招待のメールを送りました。' : askedMessage(dueAt));
        onClose();
        onInvited();
      },
    },
  );
  const needsApproval = may(form.values.role as Role, 'approvals.decide');
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        required
        autoComplete="off"
        help="7日以内に一度だけ使えるリンクをお送りします。"
      />
      <RadioCards form={form} path="role" label="役割" required choices={roleChoices} columns={2} />
      {needsApproval && (
        <TextArea
          form={form}
          path="reason"
          label="理由"
          rows={2}
          maxLength={500}
          help="この役割への招待は、もう1人の承認のあとに送られます。"
        />
      )}
      <FormButtons submission={submission} onCancel={onClose}>
        {needsApproval ? '招待を依頼する' : '招待を送る'}
      </FormButtons>
    </Form>
  );
}
