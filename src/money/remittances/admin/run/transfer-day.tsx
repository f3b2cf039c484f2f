import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { TransferDayRequest } from '#money/remittances/run.ts';
import { mostDaysAhead } from '#money/remittances/transfer-day.ts';
import type { RunProps } from './run-props.ts';

const Day = z.object({ transferOn: TransferDayRequest.shape.transferOn });

/** Another day for the bank, as long as nobody was asked for the run. */
export function TransferDay(props: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        振込指定日を変える
      </button>
      <Dialog isOpen={isOpen} title="振込指定日を変える" onClose={close}>
        <DayForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function DayForm({
  detail: { run },
  onChanged,
  onReload,
  onClose,
}: RunProps & { onClose: () => void }) {
  const form = useForm({ schema: Day, initial: { transferOn: run.transferOn } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/transfer-day', {
      params: { runId: run.id },
    }),
    {
      form,
      done: '振込指定日を変えました。',
      onDone(changed) {
        onClose();
        onChanged(changed);
      },
    },
  );
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={form.submit(({ transferOn }) => step.send({ transferOn, version: run.version }))}
    >
      <TextField
        form={form}
        path="transferOn"
        label="振込指定日"
        type="date"
        required
        help={`明日から${mostDaysAhead}日先までの、銀行の営業日を選んでください。`}
      />
      <StepError
        step={step}
        onReload={() => {
          onClose();
          onReload();
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={step.isPending}>
          この日にする
        </Button>
      </div>
    </Form>
  );
}
