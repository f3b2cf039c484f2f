import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { type AdminPickup, PickupTakeBack } from '#warehouse/tracking/out-box.ts';

type TakeBackPickupProps = { pickup: AdminPickup; onDone: () => void };

/** Undoes the arrangement of a pick-up; requires a reason after ten minutes. */
export function TakeBackPickup({ pickup, onDone }: TakeBackPickupProps) {
  const [isOpen, setOpen] = useState(false);
  const { appraisalId } = pickup;
  return (
    <>
      <button
        type="button"
        aria-label={`${appraisalId}の集荷の手配を取り消す`}
        className="min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        手配を取り消す
      </button>
      <Dialog isOpen={isOpen} title="集荷の手配を取り消しますか？" onClose={() => setOpen(false)}>
        <TakeBackForm
          pickup={pickup}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      </Dialog>
    </>
  );
}

function TakeBackForm({
  pickup: { appraisalId, version, takeBackUntil },
  onDone,
}: TakeBackPickupProps) {
  const form = useForm({ schema: PickupTakeBack, initial: { version, reason: '' } });
  const isFree = takeBackUntil !== null && takeBackUntil >= toTimestamp(new Date());
  const submission = useSubmission(
    (body: PickupTakeBack) =>
      api(`/api/office/tracking/pickups/${appraisalId}/take-back`, { body }),
    {
      form,
      onDone() {
        showToast(`${appraisalId}の集荷を、手配の前に戻しました。`);
        onDone();
      },
    },
  );
  async function send(body: PickupTakeBack) {
    const outcome = await submission.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    await showMessage({ title: '取り消せませんでした', message: outcome.message });
    onDone();
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(send)}>
      <p>
        「これから手配する」に戻り、お申し込みの方が変更や取り消しをできるようになります。運送会社へのご連絡は、別に必要です。
      </p>
      <TextArea
        form={form}
        path="reason"
        label="理由"
        {...(isFree ? { optional: true } : { required: true })}
        rows={3}
        maxLength={500}
        help="運営の記録に残ります。手配のお知らせを送ったあとなら、取り消しもメールでお知らせします。"
      />
      <SubmitError message={submission.message} />
      <div>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          手配を取り消す
        </Button>
      </div>
    </Form>
  );
}
