import { Link } from 'react-router';
import { apiResponse } from '#app/session/api.ts';
import { useLoaded } from '#app/session/use-loaded.ts';
import { Card } from '#app/ui/card.tsx';
import { Chip, ChipLink } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Table } from '#app/ui/table.tsx';
import { type StaffDonation, staffPageSize } from '#domain/staff/staff-associate.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

type Selection = { associateId: string; page: number; isReceiptOnly: boolean };

/** The address of a page of the list. */
export function staffPath({ associateId, page, isReceiptOnly }: Selection): string {
  const query = new URLSearchParams({
    associate: associateId,
    ...(isReceiptOnly && { receipt: 'true' }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/staff?${query}`;
}

/** The donations to an organisation, newest first, in pages. */
export function OwnDonations(selection: Selection) {
  const { page, isReceiptOnly } = selection;
  const loaded = useLoaded(staffPath(selection), () => load(selection));
  return (
    <Card as="section" aria-labelledby="donations" className="mt-6">
      <h2 id="donations" className="text-xl narrow:text-2xl">
        いただいた寄付
      </h2>
      <nav aria-label="寄付のしぼり込み" className="my-5 flex flex-wrap gap-2">
        <ChipLink
          to={staffPath({ ...selection, page: 1, isReceiptOnly: false })}
          isCurrent={!isReceiptOnly}
        >
          すべて
        </ChipLink>
        <ChipLink
          to={staffPath({ ...selection, page: 1, isReceiptOnly: true })}
          isCurrent={isReceiptOnly}
        >
          受領証明書の希望あり
        </ChipLink>
      </nav>
      {loaded.kind === 'loading' && <Skeleton lines={10} label="寄付を読み込んでいます" />}
      {loaded.kind === 'failed' && <LoadFailure message={loaded.message} onAgain={loaded.again} />}
      {loaded.kind === 'ready' && <Page {...loaded.value} />}
      {loaded.kind === 'ready' && (
        <Pagination
          page={page}
          pageCount={Math.ceil(loaded.value.total / staffPageSize)}
          href={(number) => staffPath({ ...selection, page: number })}
        />
      )}
    </Card>
  );
}

async function load({ associateId, page, isReceiptOnly }: Selection) {
  const query = new URLSearchParams({ page: String(page), receiptOnly: String(isReceiptOnly) });
  const reply = await apiResponse(
    `/api/staff/associates/${encodeURIComponent(associateId)}/donations?${query}`,
  );
  return {
    donations: (await reply.json()) as StaffDonation[],
    total: Number(reply.headers.get('x-total-count')),
  };
}

function Page({ donations, total }: { donations: StaffDonation[]; total: number }) {
  if (donations.length === 0) {
    return (
      <EmptyState title="まだありません">寄付をいただくと、ここに新しい順に並びます。</EmptyState>
    );
  }
  return (
    <>
      <p className="mb-3 text-ink-2">{formatYen(total)}件</p>
      <Table
        caption="いただいた寄付"
        onPhones="cards"
        rows={donations}
        rowKey={({ appraisalId }) => appraisalId}
        columns={[
          { label: '寄付日', cell: ({ donatedAt }) => formatDate(donatedAt) },
          { label: '申込番号', isRowHeader: true, cell: ({ appraisalId }) => appraisalId },
          { label: '金額', isNumber: true, cell: ({ amount }) => `${formatYen(amount)}円` },
          {
            label: '受領証明書',
            cell: ({ needReceipt }) =>
              needReceipt ? <Chip tone="leaf">希望あり</Chip> : '希望なし',
          },
          { label: '送金', cell: ({ isRemitted }) => (isRemitted ? '送金済み' : 'これから') },
          {
            label: '#mypledge',
            cell: ({ pledgeId }) =>
              pledgeId === '' ? 'なし' : <Link to={`/my-pledge/${pledgeId}`}>読む</Link>,
          },
        ]}
      />
    </>
  );
}
