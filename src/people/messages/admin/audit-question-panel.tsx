import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { AuditQuestion, type AuditSubject } from '#people/messages/audit-question.ts';
import { useSession } from '#people/session/session.ts';

type QuestionProps = { subject: AuditSubject; subjectId: string };

/** An auditor's question about what the page shows; nothing for other roles. */
export function AuditQuestionPanel(props: QuestionProps) {
  const { role } = useSession();
  return may(role, 'audit.question') ? <QuestionForm {...props} /> : null;
}

function QuestionForm({ subject, subjectId }: QuestionProps) {
  const form = useForm({ schema: AuditQuestion, initial: { subject, subjectId, question: '' } });
  const submission = useSubmission(
    (body: AuditQuestion) => send('POST /api/office/audit-questions', { body }),
    {
      form,
      onDone({ id }) {
        form.reset();
        showToast(`質問を届けました（受付番号 ${id}）。お返事はメールで届きます。`);
      },
    },
  );
  return (
    <Panel title="運営に質問する">
      <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
        <ErrorSummary form={form} />
        <TextArea form={form} path="question" label="質問" required rows={4} maxLength={2_000} />
        <SubmitError message={submission.message} />
        <Button type="submit" size="small" isBusy={submission.isPending}>
          質問を届ける
        </Button>
      </Form>
    </Panel>
  );
}
