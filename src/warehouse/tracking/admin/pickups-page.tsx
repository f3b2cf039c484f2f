import { useState } from 'react';
import { deliveryDateLabel, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { type AdminPickup, outBoxPageSize, PickupTakeBack } from '#warehouse/tracking/out-box.ts';
import { PickupFile } from './pickup-file.tsx';

export const meta = () => [{ title: '集荷｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/tracking/pickups',
  parameters: { state: ['arranged'] },
  api: addressOf('GET /api/office/tracking/pickups'),
  rowKey: ({ appraisalId }) => appraisalId,
});

const pathOf = ({ appraisalId }: AdminPickup) => `/admin/applications/${appraisalId}`;

const look = (onChanged: () => void): ListDisplay<AdminPickup> => ({
  title: '集荷',
  pageSize: outBoxPageSize,
  csv: addressOf('GET /api/office/tracking/pickups.csv'),
  chips: {
    parameter: 'state',
    choices: [
      ['', 'これから手配する'],
      ['arranged', '手配済み'],
    ],
  },
  columns: (links) => [
    { label: '集荷の希望日', cell: (pickup) => <PickupTime pickup={pickup} /> },
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (pickup) => <RowLink {...links.page(pathOf(pickup))}>{pickup.appraisalId}</RowLink>,
    },
    { label: '箱', cell: ({ boxes }) => `${boxes}箱` },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    {
      label: '電話番号',
      cell: ({ tel }) => <span className="whitespace-nowrap">{formatPhone(tel)}</span>,
    },
    { label: 'ご住所', cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
    { label: '手配', cell: (pickup) => <Arrangement pickup={pickup} onChanged={onChanged} /> },
  ],
  card: (pickup, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(pathOf(pickup))}>{pickup.appraisalId}</RowLink>
        <span className="text-sm">{pickup.boxes}箱</span>
      </CardLine>
      <PickupTime pickup={pickup} />
      <p className="text-sm">
        <bdi>{pickup.name}</bdi>　{formatPhone(pickup.tel)}
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">{pickup.address}</p>
      <Arrangement pickup={pickup} onChanged={onChanged} />
    </>
  ),
  empty: () => ({ title: '集荷のお申し込みはありません' }),
});

/** The requested pick-ups by day, and the carrier's file of a day. */
export default function PickupsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="集荷" />
      <div className="grid gap-4">
        <PickupFile onChanged={list.reload} />
        <Panel label="集荷の一覧">
          <ListScreen list={list} look={look(list.reload)} />
        </Panel>
      </div>
    </>
  );
}

const Arrangement = ({ pickup, onChanged }: { pickup: AdminPickup; onChanged: () => void }) =>
  pickup.isArranged ? (
    <TakeBackPickup pickup={pickup} onDone={onChanged} />
  ) : (
    <span className="text-sm text-ink-2">これから</span>
  );

const PickupTime = ({ pickup: { day, slot } }: { pickup: AdminPickup }) => (
  <span className="text-sm">
    <span className="font-bold whitespace-nowrap">{deliveryDateLabel(day)}</span>
    <span className="block text-ink-2">{deliverySlotLabels[slot]}</span>
  </span>
);

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
      send('POST /api/office/tracking/pickups/:appraisalId/take-back', {
        params: { appraisalId },
        body,
      }),
    {
      form,
      onDone() {
        showToast(`${appraisalId}の集荷を、手配の前に戻しました。`);
        onDone();
      },
    },
  );
  async function takeBack(body: PickupTakeBack) {
    const outcome = await submission.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    await showMessage({ title: '取り消せませんでした', message: outcome.message });
    onDone();
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(takeBack)}>
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
