import { useState } from 'react';
import { deliveryDateLabel, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import type { OwnParcels, PickupCancelRequest } from '#warehouse/tracking/own-parcels.ts';
import { PickupForm } from './pickup-form.tsx';
import type { PickupProps } from './pickup-props.ts';

/** The pick-up day of the packed boxes: requested, changed or cancelled until it is arranged. */
export function PickupSection(props: PickupProps) {
  const { own, proof, onChange, onStale } = props;
  const { pickup, version, canAskPickup } = own;
  const [isOpen, setOpen] = useState(false);
  const cancelling = useSubmission(
    (body: PickupCancelRequest) => api<OwnParcels>('/api/applications/pickup/cancel', { body }),
    {
      onDone(changed) {
        onChange(changed);
        showToast('集荷を取り消しました。');
      },
    },
  );
  if (!canAskPickup && !pickup) return null;
  async function onConflict(message: string) {
    setOpen(false);
    await showMessage({ title: '変更できませんでした', message });
    onStale();
  }
  async function cancel() {
    const outcome = await cancelling.send({ ...proof, version });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') {
      await onConflict(outcome.message);
    }
  }
  return (
    <section aria-label={`箱の集荷（${proof.appraisalId}）`}>
      <p className="font-bold">箱の集荷</p>
      {pickup ? (
        <p className="mt-1">
          <b className="inline-block">{deliveryDateLabel(pickup.day)}</b>{' '}
          {deliverySlotLabels[pickup.slot]}、{pickup.boxes}箱
          <span className="block text-sm text-ink-2">
            {pickup.isArranged
              ? '運送会社への手配が済んでいます。着払いの伝票は、集荷の方がお持ちします。'
              : '運送会社へ手配するまでは、変更や取り消しができます。'}
          </span>
        </p>
      ) : (
        <p className="mt-1 text-sm">
          詰め終わった箱を、ご自宅まで取りに伺います。お支払いは要りません。
        </p>
      )}
      {!pickup?.isArranged && canAskPickup && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="outline" size="small" onClick={() => setOpen(true)}>
            {pickup ? '集荷の日を変える' : '集荷の日を選ぶ'}
          </Button>
          {pickup && (
            <Button
              variant="quiet"
              size="small"
              isBusy={cancelling.isPending}
              onClick={() => void cancel()}
            >
              集荷を取り消す
            </Button>
          )}
        </div>
      )}
      <SubmitError message={cancelling.message} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="箱の集荷">
        <PickupForm
          key={version}
          {...props}
          onClose={() => setOpen(false)}
          onConflict={onConflict}
        />
      </Dialog>
    </section>
  );
}
