import { decidedDayLabel } from '#giving/donations/two-days.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type StaffDonation, staffPageSize } from './staff-associate.ts';
import { roomApi, roomPath, useRoom } from './use-room.ts';

/** The donations to an organisation, newest first. */
export default function RoomDonations() {
  const { associate } = useRoom();
  const list = useList(donationSource(associate.id));
  return (
    <Card as="section" aria-labelledby="donations">
      <h2 id="donations" className="mb-5 text-xl narrow:text-2xl">
        いただいた寄付
      </h2>
      <ListScreen list={list} look={donationLook(associate.id)} />
    </Card>
  );
}

const donationSource = (associateId: string): ListConfig<StaffDonation> => ({
  path: roomPath(associateId, 'donations'),
  parameters: { receipt: ['true'] },
  api: roomApi(associateId, '/donations'),
  toApi: ({ receipt }) => ({ receiptOnly: receipt ?? 'false' }),
  rowKey: ({ giftNumber }) => giftNumber,
});

const donationLook = (associateId: string): ListDisplay<StaffDonation> => ({
  title: '寄付',
  pageSize: staffPageSize,
  csv: `${roomApi(associateId, '/donations')}.csv`,
  chips: {
    parameter: 'receipt',
    choices: [
      ['', 'すべて'],
      ['true', '受領証明書の希望あり'],
    ],
  },
  columns: () => [
    { label: decidedDayLabel, cell: ({ donatedAt }) => formatDate(donatedAt) },
    { label: '寄付番号', isRowHeader: true, cell: ({ giftNumber }) => giftNumber },
    { label: '金額', isNumber: true, cell: ({ amount }) => `${formatYen(amount)}円` },
    {
      label: '受領証明書',
      cell: ({ needReceipt }) => (needReceipt ? <Chip tone="leaf">希望あり</Chip> : '希望なし'),
    },
    { label: '送金', cell: ({ isRemitted }) => (isRemitted ? '送金済み' : 'これから') },
  ],
  card: ({ giftNumber, donatedAt, amount, needReceipt, isRemitted }) => (
    <div className="grid gap-1 py-1">
      <p className="flex flex-wrap justify-between gap-x-4 font-bold tabular-nums">
        <span>{giftNumber}</span>
        <span>{formatYen(amount)}円</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
        <span>{formatDate(donatedAt)}</span>
        <span>{isRemitted ? '送金済み' : 'これから送金'}</span>
        {needReceipt && <Chip tone="leaf">受領証明書の希望あり</Chip>}
      </p>
    </div>
  ),
  empty: () => ({
    title: 'まだありません',
    advice: '寄付をいただくと、ここに新しい順に並びます。',
  }),
});
