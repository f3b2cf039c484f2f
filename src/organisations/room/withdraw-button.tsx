import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { Withdrawal } from '#organisations/thanks/thanks-schema.ts';

/** Withdraws a publication, after asking for the reason. */
export function WithdrawButton({
  path,
  title,
  explanation,
  onWithdrawn,
}: {
  path: string;
  title: string;
  explanation: string;
  onWithdrawn: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        取り下げる<span className="sr-only">：{title}</span>
      </Button>
      <Dialog isOpen={isOpen} title={`「${title}」を取り下げる`} onClose={close}>
        <p className="mb-4">{explanation}</p>
        <WithdrawForm
          path={path}
          onCancel={close}
          onDone={() => {
            close();
            showToast('取り下げました。');
            onWithdrawn();
          }}
        />
      </Dialog>
    </>
  );
}

function WithdrawForm({
  path,
  onCancel,
  onDone,
}: {
  path: string;
  onCancel: () => void;
  onDone: () => void;
}) {
  const form = useForm({ schema: Withdrawal, initial: { reason: '' } });
  const submission = useSubmission((body: Withdrawal) => api(path, { body }), { form, onDone });
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="取り下げる理由"
        required
        maxLength={200}
        help="運営の記録に残ります。寄付者には表示されません。"
      />
      <FormButtons submission={submission} onCancel={onCancel}>
        取り下げる
      </FormButtons>
    </Form>
  );
}
