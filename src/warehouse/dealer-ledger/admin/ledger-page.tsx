import type { ReactNode } from 'react';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import {
  type DealerEntry,
  dealerEntriesPageSize,
  entryWayLabels,
} from '#warehouse/dealer-ledger/dealer-entry.ts';
import { LedgerFilters } from './ledger-filters.tsx';

export const meta = () => [
  { title: '古物台帳｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<DealerEntry> = {
  path: '/admin/dealer-ledger',
  parameters: {
    number: /^\d{4}-\d{6,9}$/,
    application: /^TS-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    from: /^\d{4}-\d{2}-\d{2}$/,
    to: /^\d{4}-\d{2}-\d{2}$/,
  },
  api: '/api/office/dealer-ledger',
  rowKey: ({ number }) => number,
};

const look: ListDisplay<DealerEntry> = {
  title: '古物台帳',
  pageSize: dealerEntriesPageSize,
  csv: '/api/office/dealer-ledger.csv',
  search: 'お名前・ご住所・品目・特徴・番号で探す',
  columns: (links) => [
    {
      label: '番号',
      isRowHeader: true,
      cell: (entry) => <EntryLink entry={entry} links={links} />,
    },
    {
      label: '取引の日',
      cell: (entry) => <EntryText entry={entry}>{formatDate(entry.tradedOn)}</EntryText>,
    },
    { label: '区分', cell: ({ way }) => entryWayLabels[way] },
    { label: '品目', cell: (entry) => <EntryText entry={entry}>{entry.kind}</EntryText> },
    { label: '特徴', cell: (entry) => <EntryText entry={entry}>{entry.feature}</EntryText> },
    { label: '数量', isNumber: true, cell: ({ quantity }) => quantity },
    {
      label: '代価',
      isNumber: true,
      cell: (entry) => <EntryText entry={entry}>{`${formatYen(entry.priceYen)}円`}</EntryText>,
    },
    { label: '氏名', cell: (entry) => <EntryText entry={entry}>{entry.partyName}</EntryText> },
  ],
  card: (entry, links) => (
    <>
      <CardLine>
        <EntryLink entry={entry} links={links} />
        <span className="text-sm text-ink-2 tabular-nums">{formatDate(entry.tradedOn)}</span>
      </CardLine>
      <p className="wrap-anywhere">
        <EntryText entry={entry}>
          {entry.kind}　{entry.feature}
        </EntryText>
      </p>
      <CardLine>
        <EntryText entry={entry}>{entry.partyName}</EntryText>
        <span className="figures">{formatYen(entry.priceYen)}円</span>
      </CardLine>
    </>
  ),
  empty: () => ({
    title: '台帳の行はありません',
    advice: '買い取ったお品物は、寄付が成立したときにここへ書かれます。',
  }),
};

/** The dealer's ledger: search, filter by day, print and export. */
export default function LedgerPage() {
  const list = useList(source);
  const { role } = useSession();
  const narrow = (changed: Filters) =>
    list.goTo({ ...firstPage, filters: { ...list.place.filters, ...changed } });
  return (
    <>
      <PageHead title="古物台帳">
        {may(role, 'settings.read') && (
          <ButtonLink to="/admin/dealer-ledger/settings" variant="outline" size="small">
            台帳の設定
          </ButtonLink>
        )}
      </PageHead>
      <Panel label="古物台帳の一覧">
        <ListScreen
          list={list}
          look={look}
          narrowing={<LedgerFilters filters={list.place.filters} onNarrow={narrow} />}
        />
      </Panel>
    </>
  );
}

const EntryLink = ({ entry, links }: { entry: DealerEntry; links: RowLinks }) => (
  <>
    <RowLink
      {...links.page(`/admin/dealer-ledger/${entry.number}`)}
      className="whitespace-nowrap tabular-nums"
    >
      {entry.number}
    </RowLink>
    {entry.correctedBy !== '' && (
      <RowLink
        {...links.page(`/admin/dealer-ledger/${entry.correctedBy}`)}
        className="block text-sm whitespace-nowrap tabular-nums"
      >
        {entry.correctedBy}へ訂正
      </RowLink>
    )}
  </>
);

/** The content of a line, struck through if it was replaced. */
const EntryText = ({ entry, children }: { entry: DealerEntry; children: ReactNode }) =>
  entry.correctedBy === '' ? (
    <span className="wrap-anywhere">{children}</span>
  ) : (
    <s className="wrap-anywhere text-ink-2">{children}</s>
  );
