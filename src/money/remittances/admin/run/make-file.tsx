import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { RunReason, type TransferFile } from '#money/remittances/run.ts';
import type { RunProps } from './run-props.ts';

/** Makes the first file of an approved run. */
export function MakeFile({ detail: { run }, onChanged, onReload }: RunProps) {
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/files', { params: { runId: run.id } }),
    {
      done: 'ファイルを作成しました。',
      onDone: onChanged,
    },
  );
  return (
    <>
      <StepError step={step} onReload={onReload} />
      <div>
        <Button
          isBusy={step.isPending}
          onClick={() => step.send({ replaces: null, reason: '', version: run.version })}
        >
          {formatYen(run.remittances)}団体・{yenWords(run.amountYen)}のファイルを作成する
        </Button>
      </div>
    </>
  );
}

/** Replaces an existing file, after a warning, with a reason. */
export function MakeAnotherFile(props: RunProps & { file: TransferFile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        ファイルを作り直す
      </Button>
      <Dialog
        isOpen={isOpen}
        title={`ファイル${props.file.number}を作り直しますか？`}
        onClose={() => setOpen(false)}
      >
        <AnotherFileForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const Reasoned = z.object({ reason: RunReason.shape.reason });

function AnotherFileForm({
  detail: { run },
  file: { id, number },
  onChanged,
  onReload,
  onClose,
}: RunProps & { file: TransferFile; onClose: () => void }) {
  const form = useForm({ schema: Reasoned, initial: { reason: '' } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/files', { params: { runId: run.id } }),
    {
      form,
      done: `ファイル${number}に替わるファイルを作成しました。`,
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
      onSubmit={form.submit(({ reason }) =>
        step.send({ replaces: id, reason, version: run.version }),
      )}
    >
      <ErrorSummary form={form} />
      <Notice kind="error" title="両方を銀行に渡すと、二重に振り込まれます">
        <p>
          {`新しいファイルは、ファイル${number}に替わるものです。ファイル${number}を銀行に渡しているときは、先に銀行での依頼を取り消してください。ダウンロードしたファイル${number}は、削除してください。`}
        </p>
      </Notice>
      <TextField
        form={form}
        path="reason"
        label="作り直す理由"
        required
        maxLength={200}
        help="運営の記録に残ります。200文字まで。"
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
          替わりのファイルを作成する
        </Button>
      </div>
    </Form>
  );
}
