import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { TakingOutReason } from '#warehouse/results/waiting-result.ts';

const ReasonInput = z.object({ reason: TakingOutReason });

/** Asks for the reason of a step, and sends it for the version shown. */
export function ReasonForm({
  path,
  version,
  label,
  action,
  onDone,
}: {
  path: string;
  version: number;
  label: string;
  action: string;
  onDone: () => void;
}) {
  const form = useForm({ schema: ReasonInput, initial: { reason: '' } });
  const submission = useSubmission(
    (body: z.infer<typeof ReasonInput>, idempotencyKey) =>
      api<unknown>(path, { body: { ...body, version }, idempotencyKey }),
    { form, onDone },
  );
  return (
    <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
      <TextArea form={form} path="reason" label={label} required rows={2} maxLength={500} />
      <SubmitError message={submission.message} />
      <div className="flex justify-end">
        <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
