import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { DissolveRequest, type KitBatch } from '#warehouse/kits/kit-batch.ts';

type DissolveDialogProps = {
  batch: KitBatch;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** Asks for the reason before a batch is dissolved. */
export function DissolveDialog(props: DissolveDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} title="束を解除しますか？" onClose={props.onClose}>
      <DissolveForm {...props} />
    </Dialog>
  );
}

function DissolveForm({ batch, onClose, onDone }: DissolveDialogProps) {
  const form = useForm({ schema: DissolveRequest, initial: { reason: '' } });
  const submission = useSubmission(
    (body: DissolveRequest) =>
      send('POST /api/office/kits/batches/:id/dissolve', {
        params: { id: batch.id },
        body,
        ifMatch: `"${batch.version}"`,
      }),
    {
      form,
      onDone() {
        showToast('束を解除しました。');
        onClose();
        onDone();
      },
    },
  );
  async function dissolve(body: DissolveRequest) {
    const outcome = await submission.send(body);
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onDone();
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(dissolve)}>
      <ErrorSummary form={form} />
      <p>
        この束の{batch.applications}
        件は「今日発送する箱」に戻ります。印刷した送り状とラベルは、使わずに破棄してください。
      </p>
      <TextArea
        form={form}
        path="reason"
        label="解除の理由"
        required
        rows={3}
        maxLength={500}
        help="運営の記録に残ります。"
      />
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          解除する
        </Button>
      </div>
    </Form>
  );
}
