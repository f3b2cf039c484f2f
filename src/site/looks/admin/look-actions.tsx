import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { type Look, SentBack } from '#site/looks/look.ts';

type ActionProps = { look: Look; onDone: () => void };
const versionKey = ({ kind, key, tag }: Look) => ({ kind, key, tag });

/** Publishes a reviewed draft, or returns it with a reason. */
export function LookActions({ look, onDone }: ActionProps) {
  const [isReturning, setReturning] = useState(false);
  const publication = useSubmission(
    () => api('/api/office/looks/publish', { body: versionKey(look) }),
    {
      onDone() {
        showToast('公開しました。');
        onDone();
      },
    },
  );
  if (isReturning) {
    return <ReturnForm look={look} onDone={onDone} onCancel={() => setReturning(false)} />;
  }
  return (
    <>
      <SubmitError message={publication.message} />
      <p className="mt-3 flex flex-wrap gap-3">
        <Button
          size="small"
          isBusy={publication.isPending}
          onClick={() => publication.send(undefined)}
        >
          公開する
        </Button>
        <Button variant="outline" size="small" onClick={() => setReturning(true)}>
          差し戻す
        </Button>
      </p>
    </>
  );
}

function ReturnForm({ look, onDone, onCancel }: ActionProps & { onCancel: () => void }) {
  const form = useForm({ schema: SentBack, initial: { ...versionKey(look), reason: '' } });
  const submission = useSubmission((body: SentBack) => api('/api/office/looks/return', { body }), {
    form,
    onDone() {
      showToast('差し戻しました。');
      onDone();
    },
  });
  return (
    <Form form={form} className="mt-3 grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="差し戻す理由"
        required
        maxLength={200}
        help="団体の担当者にそのまま表示されます。"
      />
      <SubmitError message={submission.message} />
      <p className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={submission.isPending}>
          差し戻す
        </Button>
        <Button variant="outline" size="small" onClick={onCancel}>
          やめる
        </Button>
      </p>
    </Form>
  );
}
