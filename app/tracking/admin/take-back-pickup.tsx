import { useState } from 'react';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import { type AdminPickup, PickupTakeBack } from '#domain/tracking/out-box.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';

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
