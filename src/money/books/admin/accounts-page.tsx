import { useSearchParams } from 'react-router';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { accountKindLabels } from '#money/books/account.ts';
import { monthLabel, monthPattern } from '#money/books/book-month.ts';
import type { Chart, ChartAccount } from '#money/books/book-rows.ts';
import { linesPath, ownersPath } from './book-links.ts';
import { MonthChoice } from './month-choice.tsx';

export const meta = () => [{ title: '帳簿｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** The chart of accounts with balances, for a month or for all time. */
export default function AccountsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('month') ?? '';
  const month = monthPattern.test(asked) ? asked : '';
  const { value, problem, isLoading, reload } = useQuery(
    addressOf('GET /api/office/ledger/accounts', { query: { month } }),
    undefined,
    { keepsLast: true },
  );
  return (
    <>
      <PageHead title="帳簿">
        <ButtonLink
          to={month ? `/admin/ledger/lines?month=${month}` : '/admin/ledger/lines'}
          variant="outline"
          size="small"
        >
          仕訳の一覧
        </ButtonLink>
      </PageHead>
      <Panel label="勘定科目">
        <MonthChoice
          range={value}
          month={month}
          onChoose={(chosen) =>
            setSearch(chosen === '' ? {} : { month: chosen }, { preventScrollReset: true })
          }
        />
        {problem ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : !value ? (
          <Skeleton lines={12} label="帳簿を読み込んでいます" />
        ) : (
          <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
            <Accounts chart={value} />
          </div>
        )}
      </Panel>
    </>
  );
}

function Accounts({ chart }: { chart: Chart }) {
  const { month, accounts, debitYen, creditYen, openingDifferenceYen } = chart;
  const isEmpty = accounts.every(
    (one) => one.openingYen === 0 && one.debitYen === 0 && one.creditYen === 0,
  );
  if (isEmpty) {
    return (
      <div className="mt-4">
        <EmptyState
          title={month ? `${monthLabel(month)}までの仕訳はありません` : '仕訳はまだありません'}
        >
          寄付が成立すると、ここに書かれます。
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="mt-4">
        <Table
          caption={month ? `${monthLabel(month)}の勘定科目` : '全期間の勘定科目'}
          columns={columnsOf(month)}
          rows={accounts}
          rowKey={({ code }) => code}
          onPhones="cards"
          isDense
        />
      </div>
      {debitYen === creditYen && openingDifferenceYen === 0 ? (
        <p className="mt-4 font-bold tabular-nums">
          借方の合計{formatYen(debitYen)}円 ＝ 貸方の合計{formatYen(creditYen)}円
        </p>
      ) : (
        <div className="mt-4">
          <Notice kind="error" title="借方と貸方の合計が一致していません">
            集計が仕訳と違っています。システムの担当者に、集計の確認（sums）をご依頼ください。
          </Notice>
        </div>
      )}
    </>
  );
}

const link = 'text-coral-dark underline underline-offset-4';

const columnsOf = (month: string | null): Column<ChartAccount>[] => [
  {
    label: '勘定科目',
    isRowHeader: true,
    cell: ({ code, name }) => (
      <Link to={linesPath(code, month)} className={`${link} font-bold`}>
        {name}
      </Link>
    ),
  },
  { label: '区分', cell: ({ kind }) => accountKindLabels[kind] },
  ...(month === null
    ? []
    : [
        {
          label: '繰越',
          isNumber: true,
          cell: ({ openingYen }: ChartAccount) => `${formatYen(openingYen)}円`,
        },
      ]),
  { label: '借方', isNumber: true, cell: ({ debitYen }) => `${formatYen(debitYen)}円` },
  { label: '貸方', isNumber: true, cell: ({ creditYen }) => `${formatYen(creditYen)}円` },
  { label: '残高', isNumber: true, cell: ({ balanceYen }) => <b>{formatYen(balanceYen)}円</b> },
  {
    label: '内訳',
    cell: ({ code, name, owners }) =>
      owners.length === 0 ? (
        '—'
      ) : (
        <span className="flex flex-wrap gap-x-3">
          {owners.map((whose) => (
            <Link
              key={whose}
              to={ownersPath(code, { month, whose })}
              aria-label={`${name}の${whose === 'fund' ? '基金' : '団体'}ごとの内訳`}
              className={link}
            >
              {whose === 'fund' ? '基金ごと' : '団体ごと'}
            </Link>
          ))}
        </span>
      ),
  },
];
