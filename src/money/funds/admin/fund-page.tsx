import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Fund, Payout } from '#money/funds/fund.ts';
import { useSession } from '#people/session/session.ts';
import type { Route } from './+types/fund-page.ts';
import { FundBalance } from './fund-balance.tsx';
import { payoutLook } from './payout-columns.tsx';
import { PayoutForm } from './payout-form.tsx';
import { WaitingPayouts } from './waiting-payouts.tsx';

export const meta = () => [{ title: '基金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** One fund: its balance, a form for pay-outs, and past pay-outs. */
export default function FundPage({ params: { socialChallengeId } }: Route.ComponentProps) {
  return <OneFund key={socialChallengeId} id={encodeURIComponent(socialChallengeId)} />;
}

function OneFund({ id }: { id: string }) {
  const path = `/api/office/funds/${id}`;
  const { value, problem, reload } = useQuery<Fund>(path);
  const back = <BackLink list={{ path: '/admin/funds', label: '基金の一覧' }} />;
  if (problem && problem.type !== undefined && !value) {
    return (
      <>
        {back}
        <h1 className="mb-5 text-2xl narrow:text-2xl">基金</h1>
        <EmptyState
          title="基金が見つかりませんでした"
          action={
            <ButtonLink to="/admin/funds" variant="outline" size="small">
              基金の一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {back}
      <h1 className="mb-5 text-2xl narrow:text-2xl">{value?.fundName ?? '基金'}</h1>
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Panel label="基金の残高">
          <Skeleton lines={6} label="基金を読み込んでいます" />
        </Panel>
      ) : (
        <FundParts fund={value} path={path} onChanged={reload} />
      )}
    </>
  );
}

function FundParts({ fund, path, onChanged }: { fund: Fund; path: string; onChanged: () => void }) {
  const { role } = useSession();
  const mayPay = may(role, 'funds.pay');
  const list = useList<Payout>({
    path: `/admin/funds/${fund.socialChallengeId}`,
    api: `${path}/payouts`,
    rowKey: ({ id }) => id,
  });
  const [round, setRound] = useState(0);
  const changed = () => {
    setRound(round + 1);
    onChanged();
    list.reload();
  };
  return (
    <div className="grid gap-4">
      <Panel
        title="基金の残高"
        action={
          <ButtonLink
            to={`/search/social-challenge/${fund.socialChallengeId}#fund`}
            variant="outline"
            size="small"
          >
            公開のページを見る
          </ButtonLink>
        }
      >
        <FundBalance fund={fund} />
      </Panel>
      <WaitingPayouts key={round} path={path} />
      {mayPay && <PayoutForm fund={fund} onChanged={changed} />}
      <Panel title="これまでの支払い">
        <ListScreen
          list={list}
          look={payoutLook({ csv: `${path}/payouts.csv`, mayPay, onChanged: changed })}
        />
      </Panel>
    </div>
  );
}
