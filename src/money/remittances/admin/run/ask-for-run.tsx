import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { AskRunRequest } from '#money/remittances/run.ts';
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
