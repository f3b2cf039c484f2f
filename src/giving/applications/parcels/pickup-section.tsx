import { useState } from 'react';
import type { StatusRequest } from '#giving/applications/application.ts';
import {
  deliveryDateLabel,
  deliverySlotLabels,
  deliverySlots,
} from '#giving/applications/delivery.ts';
import { useToday } from '#giving/applications/use-today.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type OwnParcels,
  type PickupCancelRequest,
  type PickupRequest,
  PickupWish,
} from '#warehouse/tracking/own-parcels.ts';
import { pickupDayOptions } from '#warehouse/tracking/pickup-days.ts';

/** The pick-up day of the packed boxes: requested, changed or cancelled until it is arranged. */
export function PickupSection(props: PickupProps) {
  const { own, proof, onChange, onStale } = props;
  const { pickup, version, canAskPickup } = own;
  const [isOpen, setOpen] = useState(false);
  const cancelling = useSubmission(
    (body: PickupCancelRequest) => send('POST /api/applications/pickup/cancel', { body }),
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

const slotChoices = deliverySlots.map((value) => ({ value, label: deliverySlotLabels[value] }));

/** Day, slot and number of boxes of a pick-up. */
function PickupForm({
  own: { pickup, version },
  proof,
  boxes,
  onChange,
  onClose,
  onConflict,
}: PickupProps & { onClose: () => void; onConflict: (message: string) => Promise<void> }) {
  const today = useToday();
  const offer = useQuery(addressOf('GET /api/acceptance'));
  const form = useForm({
    schema: PickupWish,
    initial: {
      day: pickup?.day ?? '',
      slot: pickup?.slot ?? '',
      boxes: pickup?.boxes ?? boxes,
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: PickupRequest) => send('POST /api/applications/pickup', { body }),
    {
      form: {
        reject: (errors, modal) =>
          form.reject(
            errors.map((error) => ({ ...error, path: error.path.replace(/^pickup\./, '') })),
            modal,
          ),
      },
      onDone(changed) {
        onClose();
        onChange(changed);
        showToast('集荷の日を承りました。');
      },
    },
  );
  const submit = form.submit(async (wish) => {
    const outcome = await submission.send({ ...proof, version, pickup: wish });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') {
      await onConflict(outcome.message);
    }
  });
  const offered = today && offer.value ? pickupDayOptions(today, offer.value) : [];
  // A day requested earlier stays available until it has passed.
  const earlierDay =
    pickup && today && pickup.day > today && !offered.some(({ value }) => value === pickup.day)
      ? [{ value: pickup.day, label: deliveryDateLabel(pickup.day) }]
      : [];
  return (
    <Form form={form} onSubmit={submit} className="space-y-6">
      <ErrorSummary form={form} />
      <SelectField
        form={form}
        path="day"
        label="集荷の希望日"
        required
        emptyLabel="選んでください"
        choices={[...earlierDay, ...offered]}
      />
      <RadioCards form={form} path="slot" label="時間帯" optional choices={slotChoices} />
      {boxes > 1 && (
        <RadioCards
          form={form}
          path="boxes"
          label="お渡しいただく箱の数"
          required
          columns={5}
          choices={Array.from({ length: boxes }, (_, index) => ({
            value: index + 1,
            label: `${index + 1}箱`,
          }))}
        />
      )}
      <SubmitError message={submission.message ?? offer.problem?.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" isBusy={submission.isPending}>
          {submission.isPending ? '送信しています' : 'この日に頼む'}
        </Button>
      </div>
    </Form>
  );
}

/** A pick-up as shown, with the donor's credentials. */
type PickupProps = {
  own: OwnParcels;
  proof: StatusRequest;
  boxes: number;
  onChange: (own: OwnParcels) => void;
  /** Called when it has changed meanwhile and must be reloaded. */
  onStale: () => void;
};
