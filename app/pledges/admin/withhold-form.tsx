import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { type AdminPledge, WithholdPledge } from '#domain/pledges/admin-pledge-report.ts';

/** Asks for the reason, which its author is mailed, before a pledge is withheld. */
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
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onCancel}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          {submission.isPending ? '止めています' : '公開を止める'}
        </Button>
      </div>
    </Form>
  );
}
