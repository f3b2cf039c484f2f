import type { ReactNode } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import {
  type DealerEntry,
  dealerEntriesPageSize,
  entryWayLabels,
} from '#warehouse/dealer-ledger/dealer-entry.ts';

export const meta = () => [
  { title: '古物台帳｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/dealer-ledger',
  parameters: {
    number: /^\d{4}-\d{6,9}$/,
    application: /^TS-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    from: /^\d{4}-\d{2}-\d{2}$/,
    to: /^\d{4}-\d{2}-\d{2}$/,
  },
  api: addressOf('GET /api/office/dealer-ledger'),
  rowKey: ({ number }) => number,
});

const look: ListDisplay<DealerEntry> = {
  title: '古物台帳',
  pageSize: dealerEntriesPageSize,
  csv: addressOf('GET /api/office/dealer-ledger.csv'),
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

/** Filters the ledger by trading days or to one line, and prints those days. */
function LedgerFilters({
  filters,
  onNarrow,
}: {
  filters: Filters;
  onNarrow: (changed: Filters) => void;
}) {
  const { from = '', to = '', number = '', application = '' } = filters;
  const printing = useSubmission(
    async () => {
      const days = { query: { from, to } };
      const response = await apiResponse(addressOf('GET /api/office/dealer-ledger.pdf', days));
      saveFile(await response.blob(), '古物台帳.pdf');
    },
    { onDone: () => showToast('印刷用のファイルを保存しました。') },
  );
  return (
    <form
      // Resets when the back button brings other values.
      key={`${from} ${to} ${number}`}
      className="flex basis-full flex-wrap items-end gap-x-3 gap-y-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const formData = new FormData(event.currentTarget);
        const fieldText = (name: string) => String(formData.get(name) ?? '').trim();
        onNarrow({ from: fieldText('from'), to: fieldText('to'), number: fieldText('number') });
      }}
    >
      <DayInput name="from" label="取引の日（から）" value={from} />
      <DayInput name="to" label="取引の日（まで）" value={to} />
      <label className="block text-sm font-bold max-narrow:grow">
        台帳の番号
        <input
          name="number"
          autoComplete="off"
          maxLength={14}
          pattern="\d{4}-\d{6,9}"
          title="2026-000123のような番号"
          defaultValue={number}
          className="control mt-1 block"
        />
      </label>
      <Button type="submit" variant="outline" size="small" className="mb-0.5">
        絞り込む
      </Button>
      {(from || to || number || application) && (
        <Button
          variant="quiet"
          size="small"
          className="mb-0.5"
          onClick={() => onNarrow({ from: '', to: '', number: '', application: '' })}
        >
          絞り込みを外す
        </Button>
      )}
      <Button
        variant="outline"
        size="small"
        className="mb-0.5"
        isBusy={printing.isPending}
        onClick={() => printing.send(undefined)}
      >
        {from || to ? 'この期間を印刷する' : 'すべて印刷する'}
      </Button>
      <SubmitError message={printing.message} />
    </form>
  );
}

const DayInput = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <label className="block text-sm font-bold max-narrow:grow">
    {label}
    <input type="date" name={name} defaultValue={value} className="control mt-1 block" />
  </label>
);
