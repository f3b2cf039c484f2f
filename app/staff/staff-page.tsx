import { useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { ColumnChart } from '#app/achievements/charts/column-chart.tsx';
import { FiguresTable } from '#app/achievements/figures-table.tsx';
import { type ListLook, ListScreen } from '#app/admin/list-screen.tsx';
import { type ListSource, useList } from '#app/admin/use-list.ts';
import { WebsiteButton } from '#app/associates/website-button.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { usePerson } from '#app/session/use-person.ts';
import { memoryOf, QueryMemory, useQuery } from '#app/session/use-query.ts';
import { Card } from '#app/ui/card.tsx';
import { Chip, ChipLink } from '#app/ui/chip.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Account } from '#domain/accounts/account.ts';
import {
  type StaffAssociate,
  type StaffDonation,
  type StaffMonth,
  staffPageSize,
} from '#domain/staff/staff-associate.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Route } from './+types/staff-page.ts';
import { OwnAssociate } from './own-associate.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '団体の担当者のページ',
    description: '担当されている団体への寄付をご覧いただけます。',
    isListed: false,
  });

export const handle = { guard: 'staff', breadcrumb: [{ label: '団体の担当者のページ' }] };

/** What an organisation's staff reads of it: figures, donations, pledges. Nothing can be changed here. */
export default function Staff() {
  const person = usePerson();
  return (
    <div className="plain-headings page-container min-h-dvh py-10">
      <h1 className="mb-2">団体の担当者のページ</h1>
      <p className="mb-6 text-ink-2">
        担当されている団体への寄付をご覧いただけます。寄付者のお名前やご住所は表示されません。
      </p>
      {person?.account ? <Remembered key={person.uid} account={person.account} /> : <Loading />}
    </div>
  );
}

/** What was read before is there at once on the way back, until one signs out. */
function Remembered({ account }: { account: Account }) {
  const [memory] = useState(() => memoryOf(account));
  return (
    <QueryMemory value={memory}>
      <OwnAssociates />
    </QueryMemory>
  );
}

function OwnAssociates() {
  const own = useQuery<StaffAssociate[]>('/api/staff/associates');
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  return own.value ? <Room associates={own.value} /> : <Loading />;
}

function Loading() {
  return (
    <Card>
      <Skeleton lines={8} label="団体の情報を読み込んでいます" />
    </Card>
  );
}

function Room({ associates }: { associates: readonly StaffAssociate[] }) {
  const [search] = useSearchParams();
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  const chosen = associates.find(({ id }) => id === search.get('associate')) ?? associates[0];
  if (!chosen) {
    return (
      <EmptyState title="担当の団体がまだありません">
        運営者が担当の団体を登録すると、ここに寄付の状況が表示されます。
      </EmptyState>
    );
  }
  return (
    <>
      {associates.length > 1 && (
        <nav aria-label="担当の団体" className="mb-6 flex flex-wrap gap-2">
          {associates.map(({ id, name }) => (
            <ChipLink
              key={id}
              to={`/staff?${new URLSearchParams({ associate: id })}`}
              isCurrent={id === chosen.id}
            >
              {name}
            </ChipLink>
          ))}
        </nav>
      )}
      <OwnAssociate associate={chosen}>
        <Months months={chosen.months} />
      </OwnAssociate>
      <OwnDonations key={chosen.id} associateId={chosen.id} />
      <div className="mt-6">
        <Disclosure
          key={`button ${chosen.id}`}
          summary={<h2 className="text-lg">ホームページやチラシでのご案内</h2>}
        >
          <WebsiteButton
            associateId={chosen.id}
            name={chosen.name}
            publicUrl={site?.publicUrl ?? ''}
          />
        </Disclosure>
      </div>
    </>
  );
}

/** What the latest twelve months brought, as a picture with its figures in a table. */
function Months({ months }: { months: readonly StaffMonth[] }) {
  return (
    <section aria-labelledby="months" className="mt-10">
      <h3 id="months" className="mb-4 font-sans text-lg">
        この12か月の寄付（円）
      </h3>
      <ColumnChart
        label="この12か月の、月ごとの寄付の金額の棒グラフ"
        columns={months.map(({ month, yen }) => ({
          name: String(Number(month.slice(5))),
          unit: '月',
          value: yen,
        }))}
      />
      <FiguresTable
        caption="この12か月の、月ごとの寄付の件数と金額"
        nameLabel="月"
        rows={[...months].reverse().map(({ month, count, yen }) => ({
          name: `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
          count,
          amountYen: yen,
        }))}
      />
    </section>
  );
}

/** The donations to an organisation, newest first. */
function OwnDonations({ associateId }: { associateId: string }) {
  const list = useList(donationSource(associateId));
  return (
    <Card as="section" aria-labelledby="donations" className="mt-6">
      <h2 id="donations" className="mb-5 text-xl narrow:text-2xl">
        いただいた寄付
      </h2>
      <ListScreen list={list} look={donationLook(associateId)} />
    </Card>
  );
}

const apiOf = (associateId: string) =>
  `/api/staff/associates/${encodeURIComponent(associateId)}/donations`;

const donationSource = (associateId: string): ListSource<StaffDonation> => ({
  path: '/staff',
  fixed: { associate: associateId },
  parameters: { receipt: ['true'] },
  api: apiOf(associateId),
  toApi: ({ receipt }) => ({ receiptOnly: receipt ?? 'false' }),
  rowKey: ({ appraisalId }) => appraisalId,
});

const donationLook = (associateId: string): ListLook<StaffDonation> => ({
  title: '寄付',
  pageSize: staffPageSize,
  csv: `${apiOf(associateId)}.csv`,
  chips: {
    parameter: 'receipt',
    choices: [
      ['', 'すべて'],
      ['true', '受領証明書の希望あり'],
    ],
  },
  columns: () => [
    { label: '寄付日', cell: ({ donatedAt }) => formatDate(donatedAt) },
    { label: '申込番号', isRowHeader: true, cell: ({ appraisalId }) => appraisalId },
    { label: '金額', isNumber: true, cell: ({ amount }) => `${formatYen(amount)}円` },
    {
      label: '受領証明書',
      cell: ({ needReceipt }) => (needReceipt ? <Chip tone="leaf">希望あり</Chip> : '希望なし'),
    },
    { label: '送金', cell: ({ isRemitted }) => (isRemitted ? '送金済み' : 'これから') },
    {
      label: '#mypledge',
      cell: ({ pledgeId }) =>
        pledgeId === '' ? 'なし' : <Link to={`/my-pledge/${pledgeId}`}>読む</Link>,
    },
  ],
  card: ({ appraisalId, donatedAt, amount, needReceipt, isRemitted, pledgeId }) => (
    <div className="grid gap-1 py-1">
      <p className="flex flex-wrap justify-between gap-x-4 font-bold tabular-nums">
        <span>{appraisalId}</span>
        <span>{formatYen(amount)}円</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
        <span>{formatDate(donatedAt)}</span>
        <span>{isRemitted ? '送金済み' : 'これから送金'}</span>
        {needReceipt && <Chip tone="leaf">受領証明書の希望あり</Chip>}
        {pledgeId !== '' && (
          <Link to={`/my-pledge/${pledgeId}`} className="py-1">
            #mypledgeを読む
          </Link>
        )}
      </p>
    </div>
  ),
  empty: () => ({
    title: 'まだありません',
    advice: '寄付をいただくと、ここに新しい順に並びます。',
  }),
});
