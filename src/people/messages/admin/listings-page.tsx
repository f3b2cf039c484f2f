import { Navigate } from 'react-router';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { listingStateLabels, listingsPageSize } from '#people/messages/listing-application.ts';
import type { ListedListing } from '#people/messages/thread.ts';
import { DueChip } from './due-chip.tsx';
import { ListingStateChip } from './listing-state-chip.tsx';

export const meta = () => [
  { title: '掲載申請｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const pathOf = ({ id }: { id: string }) => `/admin/listings/${encodeURIComponent(id)}`;

const source: ListConfig<ListedListing> = {
  path: '/admin/listings',
  parameters: { state: Object.keys(listingStateLabels) },
  api: '/api/office/listings',
  countsApi: '/api/office/listings/counts',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<ListedListing> = {
  title: '掲載申請',
  pageSize: listingsPageSize,
  views: 'listings',
  csv: '/api/office/listings.csv',
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(listingStateLabels)] },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    {
      label: '団体',
      isRowHeader: true,
      cell: (listing) => (
        <RowLink {...links.page(pathOf(listing))}>{listing.organisationName}</RowLink>
      ),
    },
    { label: '種別', cell: ({ classification }) => classifications[classification].label },
    { label: '都道府県', cell: ({ prefecture }) => prefecture },
    {
      label: '担当者',
      cell: ({ assignee }) => <span className="wrap-anywhere">{assignee?.name ?? '未定'}</span>,
    },
    { label: '返信', cell: (listing) => <DueChip {...listing} /> },
    { label: '状態', cell: ({ state }) => <ListingStateChip state={state} /> },
  ],
  card: (listing, links) => (
    <>
      <RowLink {...links.page(pathOf(listing))}>{listing.organisationName}</RowLink>
      <p className="text-sm">
        {classifications[listing.classification].label}　{listing.prefecture}
      </p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(listing.createdAt)}</span>
        <ListingStateChip state={listing.state} />
      </CardLine>
      <DueChip {...listing} />
      {listing.assignee && <p className="text-sm">担当：{listing.assignee.name}</p>}
    </>
  ),
};

/** Listing applications of organisations, earliest due date first. */
export default function ListingsPage() {
  const list = useList(source);
  // Links in old mails have this form.
  if (list.place.open) return <Navigate to={pathOf({ id: list.place.open })} replace />;
  return (
    <>
      <PageHead title="掲載申請" />
      <Panel label="掲載申請の一覧">
        <ListScreen list={list} look={look} />
      </Panel>
    </>
  );
}
