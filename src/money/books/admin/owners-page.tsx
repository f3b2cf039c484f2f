import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { ownersOf } from '#money/books/account.ts';
import { monthPattern } from '#money/books/book-month.ts';
import { type OwnerSums, ownersPageSize } from '#money/books/book-rows.ts';
import { type LedgerAccountCode, ledgerAccounts } from '#money/ledger/accounts.ts';
import type { Route } from './+types/owners-page.ts';
import { linesPath, ownersPath } from './book-links.ts';
import { MonthChoice, useBookMonths } from './month-choice.tsx';

export const meta = () => [
  { title: '勘定科目の内訳｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function OwnersPage({ params: { code } }: Route.ComponentProps) {
  const isKnown = Object.hasOwn(ledgerAccounts, code);
  if (isKnown && ownersOf(code as LedgerAccountCode).length > 0) {
    return <Owners key={code} code={code as LedgerAccountCode} />;
  }
  return (
    <EmptyState
      title="この勘定科目に内訳はありません"
      action={
        <ButtonLink to="/admin/ledger" variant="outline" size="small">
          帳簿へ
        </ButtonLink>
      }
    />
  );
}

/** The balances of an account of the chart by organisation or fund. */
function Owners({ code }: { code: LedgerAccountCode }) {
  const range = useBookMonths();
  const list = useList(sourceOf(code));
  const { month = '', whose = ownersOf(code)[0] } = list.place.filters;
  const what = whose === 'fund' ? '基金' : '団体';
  return (
    <>
      <BackLink list={{ path: '/admin/ledger', label: '帳簿' }} />
      <PageHead title={`${ledgerAccounts[code].name}（${what}ごと）`}>
        {ownersOf(code).length > 1 && (
          <ButtonLink
            to={ownersPath(code, { month, whose: whose === 'fund' ? 'associate' : 'fund' })}
            variant="outline"
            size="small"
          >
            {whose === 'fund' ? '団体ごと' : '基金ごと'}に見る
          </ButtonLink>
        )}
      </PageHead>
      <Panel label={`${what}ごとの一覧`}>
        <ListScreen
          list={list}
          look={lookOf(code, what, month)}
          narrowing={
            <MonthChoice
              range={range}
              month={month}
              onChoose={(chosen) =>
                list.goTo({ ...firstPage, filters: { ...list.place.filters, month: chosen } })
              }
            />
          }
        />
      </Panel>
    </>
  );
}

const sourceOf = (code: LedgerAccountCode) =>
  declaredList({
    path: ownersPath(code),
    parameters: { by: ['', 'name'], month: monthPattern, whose: ['associate', 'fund'] },
    api: addressOf('GET /api/office/ledger/accounts/:code/owners', { params: { code } }),
    rowKey: ({ id }) => id,
  });

/** Label of the order by size. All-time sums of organisations are too many to sort, so these are ordered by gifts. */
function biggestLabel(code: LedgerAccountCode, what: string, month: string): string {
  if (month !== '') return '動いた額の多い順';
  return what === '団体' && code !== 'owed:associate' ? '寄付の多い順' : '残高の多い順';
}

const lookOf = (code: LedgerAccountCode, what: string, month: string): ListDisplay<OwnerSums> => ({
  title: `${what}ごとの残高`,
  pageSize: ownersPageSize,
  csv: addressOf('GET /api/office/ledger/accounts/:code/owners.csv', { params: { code } }),
  chips: {
    parameter: 'by',
    choices: [
      ['', biggestLabel(code, what, month)],
      ['name', '名前の順'],
    ],
  },
  columns: (links) => [
    {
      label: what,
      isRowHeader: true,
      cell: ({ name, account }) => (
        <RowLink {...links.page(linesPath(account, month))}>{name}</RowLink>
      ),
    },
    ...(month === ''
      ? []
      : [
          {
            label: '繰越',
            isNumber: true,
            cell: ({ openingYen }: OwnerSums) => `${formatYen(openingYen)}円`,
          },
        ]),
    { label: '借方', isNumber: true, cell: ({ debitYen }) => `${formatYen(debitYen)}円` },
    { label: '貸方', isNumber: true, cell: ({ creditYen }) => `${formatYen(creditYen)}円` },
    { label: '残高', isNumber: true, cell: ({ balanceYen }) => `${formatYen(balanceYen)}円` },
  ],
  empty: () => ({ title: `${what}はまだありません` }),
});
