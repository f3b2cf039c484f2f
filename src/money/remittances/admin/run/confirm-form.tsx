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
import { ConfirmRequest } from '#money/remittances/run.ts';
import type { RunProps } from './run-props.ts';

const Arrived = z.object({ receivedOn: ConfirmRequest.shape.receivedOn });

/** Notes the arrival of all that is still on its way of a run, or of what was chosen. */
export function ConfirmForm({
  detail: { run },
  which,
  onChanged,
  onReload,
}: RunProps & { which: ConfirmRequest['which'] }) {
  const form = useForm({ schema: Arrived, initial: { receivedOn: run.transferOn } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/confirm', { params: { runId: run.id } }),
    {
      form,
      done: '着金を記録しました。',
      onDone: onChanged,
    },
  );
  const waiting = run.remittances - run.confirmed - run.returned;
  return (
    <Form
      form={form}
      className="grid gap-3"
      onSubmit={form.submit(({ receivedOn }) =>
        step.send({ which, receivedOn, version: run.version }),
      )}
    >
      <ErrorSummary form={form} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField form={form} path="receivedOn" label="着金した日" type="date" required />
        <Button type="submit" isBusy={step.isPending} size={which === 'all' ? 'medium' : 'small'}>
          {which === 'all'
            ? `残りの${formatYen(waiting)}団体すべての着金を記録する`
            : `選んだ${formatYen(which.length)}団体の着金を記録する`}
        </Button>
      </div>
      <p className="text-sm text-ink-2">
        着金した日は、振込指定日から今日までの銀行の営業日です。それより早い着金は、銀行の明細を取り込んで記録します。寄付が「送金済み」になり、寄付者と団体へメールでお知らせします。
      </p>
      <StepError step={step} onReload={onReload} />
    </Form>
  );
}
