import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { type Remittance, ReturnRequest } from '#money/remittances/run.ts';
import { yenWords } from './amounts.ts';

type ActionProps = {
  remittance: Remittance;
  onChanged: (remittance: Remittance) => void;
  onReload: () => void;
};

/** What went wrong at the bank, or was noted by mistake. Those of before are in no run, and stay as they are. */
export function TransferActions(props: ActionProps) {
  const [opened, setOpened] = useState<'return' | 'unconfirm'>();
  const { remittance, onChanged, onReload } = props;
  const { id, state, runId, version } = remittance;
  if (runId === '' || (state !== 'sent' && state !== 'confirmed')) return null;
  const close = () => setOpened(undefined);
  return (
    <Panel title="記録を直す">
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => setOpened('return')}>
          組戻しを記録する
        </Button>
        {state === 'confirmed' && (
          <Button variant="outline" size="small" onClick={() => setOpened('unconfirm')}>
            着金の記録を取り消す
          </Button>
        )}
      </div>
      <Dialog isOpen={opened === 'return'} title="組戻しを記録しますか？" onClose={close}>
        <ReturnForm {...props} onClose={close} />
      </Dialog>
      <ReasonDialog
        title="着金の記録を取り消しますか？"
        path={addressOf('POST /api/office/remittances/:id/unconfirm', { params: { id } })}
        more={{ version }}
        action="記録を取り消す"
        done="着金の記録を取り消しました。「送金中」に戻っています。"
        isOpen={opened === 'unconfirm'}
        onClose={close}
        onDone={onChanged}
        onReload={onReload}
      >
        <p>
          間違えて記録したときに、お使いください。「送金中」に戻ります。すでに送ったお知らせは取り消せません。
        </p>
        <p>お金が銀行に戻ってきたときは、「組戻しを記録する」をお使いください。</p>
      </ReasonDialog>
    </Panel>
  );
}

const Returned = z.object({
  returnedOn: ReturnRequest.shape.returnedOn,
  reason: ReturnRequest.shape.reason,
});

function ReturnForm({
  remittance: { id, targetName, amountYen, version },
  onChanged,
  onReload,
  onClose,
}: ActionProps & { onClose: () => void }) {
  const form = useForm({
    schema: Returned,
    initial: { returnedOn: jstDay(new Date()), reason: '' },
  });
  const step = useStep(addressOf('POST /api/office/remittances/:id/return', { params: { id } }), {
    form,
    done: '組戻しを記録しました。同じ額が、次の送金に入ります。',
    onDone(changed) {
      onClose();
      onChanged(changed);
    },
  });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={form.submit((returned) => step.send({ ...returned, version }))}
    >
      <ErrorSummary form={form} />
      <p>
        {targetName}への{yenWords(amountYen)}
        が、振り込まれずに銀行口座へ戻ったことを記録します。寄付は「送金済み」ではなくなり、同じ額が次の送金に入ります。
      </p>
      <TextField
        form={form}
        path="returnedOn"
        label="組戻しの入金日"
        type="date"
        required
        help="振込指定日か着金した日から今日までの、銀行の営業日です。"
      />
      <TextField
        form={form}
        path="reason"
        label="理由"
        required
        maxLength={200}
        help="「口座の名義が違うため」など。運営の記録に残ります。"
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
          組戻しを記録する
        </Button>
      </div>
    </Form>
  );
}
