import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { showToast } from '#app/ui/toast.tsx';
import { type AdminPledge, WithholdPledge } from '#domain/pledges/admin-pledge-report.ts';

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
