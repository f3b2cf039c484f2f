import * as z from 'zod/mini';
import { StepError } from '#app/admin/steps/step-error.tsx';
import { useStep } from '#app/admin/steps/use-step.ts';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { yenWords } from '#app/remittances/admin/amounts.ts';
import { addressOf } from '#app/session/calls/send.ts';
import { Button } from '#app/ui/button.tsx';
import { AskRunRequest } from '#domain/remittances/run.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { RunProps } from './run-props.ts';

const Asked = z.object({ reason: AskRunRequest.shape.reason });

/** Asks a second person for the run as it is shown. */
export function AskForRun({ detail: { run }, onChanged, onReload }: RunProps) {
  const form = useForm({ schema: Asked, initial: { reason: '' } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/ask', { params: { runId: run.id } }),
    {
      form,
      done: '承認を依頼しました。',
      onDone: onChanged,
    },
  );
  return (
    <Form
      form={form}
      className="grid max-w-narrow gap-4"
      onSubmit={form.submit(({ reason }) => step.send({ reason, version: run.version }))}
    >
      <ErrorSummary form={form} />
      <TextField form={form} path="reason" label="承認する人へのメモ" optional maxLength={200} />
      <StepError step={step} onReload={onReload} />
      <div>
        <Button type="submit" isBusy={step.isPending}>
          {formatYen(run.remittances)}団体・{yenWords(run.amountYen)}の承認を依頼する
        </Button>
      </div>
    </Form>
  );
}
