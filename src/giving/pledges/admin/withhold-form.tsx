import { type AdminPledge, WithholdPledge } from '#giving/pledges/admin-pledge-report.ts';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showToast } from '#kit/ui/toast.tsx';

/** Asks for the reason for withholding a pledge, which is mailed to its author. */
export function WithholdForm({
  pledgeId,
  onCancel,
  onWithheld,
}: {
  pledgeId: string;
  onCancel: () => void;
  onWithheld: () => void;
}) {
  const form = useForm({ schema: WithholdPledge, initial: { reason: '' } });
  const submission = useSubmission(
    (body: WithholdPledge) =>
      api<AdminPledge>(`/api/office/pledges/${pledgeId}/withhold`, { body }),
    {
      form,
      onDone() {
        showToast('公開を止めました。書いた方にメールでお知らせします。');
        onWithheld();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextArea
        form={form}
        path="reason"
        label="公開を止める理由"
        required
        rows={4}
        maxLength={1000}
        help="この文章は、書いた方にそのままメールで届きます。通報した方のことは書かないでください。"
      />
      <FormButtons submission={submission} onCancel={onCancel}>
        {submission.isPending ? '止めています' : '公開を止める'}
      </FormButtons>
    </Form>
  );
}
