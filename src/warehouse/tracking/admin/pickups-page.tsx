import { deliveryDateLabel, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { type AdminPickup, outBoxPageSize } from '#warehouse/tracking/out-box.ts';
import { PickupFile } from './pickup-file.tsx';
import { TakeBackPickup } from './take-back-pickup.tsx';

export const meta = () => [{ title: '集荷｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const source: ListConfig<AdminPickup> = {
  path: '/admin/tracking/pickups',
  parameters: { state: ['arranged'] },
  api: '/api/office/tracking/pickups',
  rowKey: ({ appraisalId }) => appraisalId,
};

const pathOf = ({ appraisalId }: AdminPickup) => `/admin/applications/${appraisalId}`;

const look = (onChanged: () => void): ListDisplay<AdminPickup> => ({
  title: '集荷',
  pageSize: outBoxPageSize,
  csv: '/api/office/tracking/pickups.csv',
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
