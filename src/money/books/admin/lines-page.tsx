import { useId } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type Filters, firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { accountCodes, accountName, isAccount } from '#money/books/account.ts';
import { monthLabel, monthPattern } from '#money/books/book-month.ts';
import { type LedgerLine, ledgerLinesPageSize } from '#money/books/book-rows.ts';
import { postingLabel } from '#money/books/posting-kind.ts';
import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { postingPath } from './book-links.ts';
import { BoxNumber } from './box-number.tsx';
import { MonthChoice, useBookMonths } from './month-choice.tsx';

export const meta = () => [
  { title: '仕訳の一覧｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/ledger/lines',
  parameters: { account: /^[\w:-]{1,130}$/, month: monthPattern, until: monthPattern },
  hasOrders: true,
  api: addressOf('GET /api/office/ledger/lines'),
  rowKey: ({ id }) => id,
});

const look: ListDisplay<LedgerLine> = {
  title: '仕訳',
  pageSize: ledgerLinesPageSize,
  csv: addressOf('GET /api/office/ledger/lines.csv'),
  columns: (links) => [
    {
      label: '内容',
      isRowHeader: true,
      cell: (line) => <PostingLink line={line} links={links} />,
    },
    { label: '日時', cell: ({ at }) => <Moment at={at} /> },
    { label: '勘定科目', cell: ({ accountName: name }) => name },
    { label: '団体・基金', cell: ({ ownerName }) => ownerName },
    { label: '借方', isNumber: true, cell: ({ debitYen }) => yenOrNothing(debitYen) },
    { label: '貸方', isNumber: true, cell: ({ creditYen }) => yenOrNothing(creditYen) },
    { label: '申込番号', cell: ({ appraisalId }) => <BoxNumber appraisalId={appraisalId} /> },
    {
      label: '送金・理由',
      cell: (line) => (
        <span className="wrap-anywhere">
          {[line.runNumber, line.reason, line.by].filter(Boolean).join('　')}
        </span>
      ),
    },
  ],
  card: (line, links) => (
    <>
      <CardLine>
        <PostingLink line={line} links={links} />
        <Moment at={line.at} />
      </CardLine>
      <p className="wrap-anywhere">
        {line.accountName}
        {line.ownerName && `　${line.ownerName}`}
      </p>
      <CardLine>
        <BoxNumber appraisalId={line.appraisalId} />
        <span className="figures">
          {line.debitYen > 0
            ? `借方 ${formatYen(line.debitYen)}円`
            : `貸方 ${formatYen(line.creditYen)}円`}
        </span>
      </CardLine>
      {(line.reason || line.runNumber) && (
        <p className="text-sm wrap-anywhere text-ink-2">
          {[line.runNumber, line.reason, line.by].filter(Boolean).join('　')}
        </p>
      )}
    </>
  ),
  empty: ({ filters }) => ({
    title: '仕訳はありません',
    advice:
      filters.account || filters.month || filters.until
        ? 'ほかの勘定科目や月をお選びください。'
        : '寄付が成立すると、ここに書かれます。',
  }),
};

/** The lines of the books: of an account, of a month, or all of them. */
export default function LinesPage() {
  const accountId = useId();
  const list = useList(source);
  const range = useBookMonths();
  const { account = '', month = '', until = '' } = list.place.filters;
  const narrow = (changed: Filters) =>
    list.goTo({ ...firstPage, filters: { ...list.place.filters, ...changed } });
  const isOfOwner = !accountCodes.some((code) => code === account) && isAccount(account);
  const ownerName = list.rows?.[0]?.ownerName || 'この団体・基金';
  return (
    <>
      <BackLink list={{ path: '/admin/ledger', label: '帳簿' }} />
      <PageHead title="仕訳の一覧" />
      <Panel label="仕訳の一覧">
        <ListScreen
          list={list}
          look={look}
          narrowing={
            <div className="flex basis-full flex-wrap items-end gap-x-4 gap-y-2 py-1">
              <div className="max-narrow:w-full">
                <label htmlFor={accountId} className="block text-sm font-bold">
                  勘定科目
                </label>
                <SelectInput
                  id={accountId}
                  value={isOfOwner ? '' : account}
                  emptyLabel={isOfOwner ? accountName(account) : 'すべて'}
                  choices={accountCodes.map((code) => ({
                    value: code,
                    label: ledgerAccounts[code].name,
                  }))}
                  onChange={(event) => narrow({ account: event.currentTarget.value })}
                />
              </div>
              <MonthChoice
                range={range}
                month={month}
                onChoose={(chosen) => narrow({ month: chosen, until: '' })}
              />
              {until !== '' && (
                <Button variant="quiet" size="small" onClick={() => narrow({ until: '' })}>
                  {month
                    ? `${monthLabel(month)}〜${monthLabel(until)}`
                    : `${monthLabel(until)}まで`}
                  を表示中（絞り込みを外す）
                </Button>
              )}
              {isOfOwner && (
                <Button variant="quiet" size="small" onClick={() => narrow({ account: '' })}>
                  {ownerName}だけを表示中（絞り込みを外す）
                </Button>
              )}
            </div>
          }
        />
      </Panel>
    </>
  );
}

const yenOrNothing = (amount: number) => (amount === 0 ? '' : `${formatYen(amount)}円`);

const PostingLink = ({ line, links }: { line: LedgerLine; links: RowLinks }) => (
  <RowLink {...links.page(postingPath(line.postingId))}>{postingLabel(line.postingId)}</RowLink>
);

const Moment = ({ at }: { at: string }) => (
  <span className="text-sm whitespace-nowrap tabular-nums">{formatDateTime(at)}</span>
);
