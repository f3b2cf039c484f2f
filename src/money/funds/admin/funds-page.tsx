import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Table } from '#kit/ui/table.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Fund } from '#money/funds/fund.ts';
import { FundTermsPanel } from './fund-terms-panel.tsx';

export const meta = () => [{ title: '基金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const yen = (amount: number) => `${formatYen(amount)}円`;

/** All funds with their balances, and the service's share of gifts to them. */
export default function FundsPage() {
  const { value, problem, reload } = useQuery<Fund[]>('/api/office/funds');
  return (
    <>
      <PageHead title="基金">
        <ButtonLink to="/admin/funds/payouts" variant="outline" size="small">
          すべての支払い
        </ButtonLink>
      </PageHead>
      <div className="grid gap-4">
        <Panel label="基金の一覧">
          {problem ? (
            <LoadFailure message={problem.message} onRetry={reload} />
          ) : !value ? (
            <Skeleton lines={12} label="基金を読み込んでいます" />
          ) : value.length === 0 ? (
            <EmptyState title="基金はまだありません">
              社会課題を登録すると、課題ごとの基金がここに並びます。
            </EmptyState>
          ) : (
            <FundTable funds={value} />
          )}
        </Panel>
        <FundTermsPanel />
      </div>
    </>
  );
}

const FundTable = ({ funds }: { funds: readonly Fund[] }) => (
  <Table
    caption="基金の残高"
    onPhones="cards"
    isDense
    rows={funds}
    rowKey={({ socialChallengeId }) => socialChallengeId}
    columns={[
      {
        label: '基金',
        isRowHeader: true,
        cell: ({ socialChallengeId, fundName }) => (
          <Link
            to={`/admin/funds/${socialChallengeId}`}
            className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
          >
            {fundName}
          </Link>
        ),
      },
      {
        label: '残高',
        isNumber: true,
        cell: ({ balanceYen }) => <b className="figures">{yen(balanceYen)}</b>,
      },
      { label: 'これまでの寄付', isNumber: true, cell: ({ givenYen }) => yen(givenYen) },
      {
        label: '団体への支払い',
        isNumber: true,
        cell: ({ paidOutYen, sentBeforeYen }) => yen(paidOutYen + sentBeforeYen),
      },
      {
        label: '最近の支払い',
        cell: ({ lastPayoutOn }) =>
          lastPayoutOn === null ? 'まだありません' : formatDate(lastPayoutOn),
      },
    ]}
  />
);
