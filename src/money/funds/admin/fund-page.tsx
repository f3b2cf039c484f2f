import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { adminPath } from '#kit/lists/admin-path.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Fund } from '#money/funds/fund.ts';
import { useSession } from '#people/session/session.ts';
import type { Route } from './+types/fund-page.ts';
import { payoutLook } from './payout-columns.tsx';
import { PayoutForm } from './payout-form.tsx';

export const meta = () => [{ title: '基金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** One fund: its balance, a form for pay-outs, and past pay-outs. */
export default function FundPage({ params: { socialChallengeId } }: Route.ComponentProps) {
  return <OneFund key={socialChallengeId} id={socialChallengeId as FundId} />;
}

type FundId = Fund['socialChallengeId'];

function OneFund({ id }: { id: FundId }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/funds/:socialChallengeId', { params: { socialChallengeId: id } }),
  );
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
        <FundParts fund={value} onChanged={reload} />
      )}
    </>
  );
}

function FundParts({ fund, onChanged }: { fund: Fund; onChanged: () => void }) {
  const { socialChallengeId } = fund;
  const params = { socialChallengeId };
  const { role } = useSession();
  const mayPay = may(role, 'funds.pay');
  const list = useList(
    declaredList({
      path: `/admin/funds/${socialChallengeId}`,
      api: addressOf('GET /api/office/funds/:socialChallengeId/payouts', { params }),
      rowKey: ({ id }) => id,
    }),
  );
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
            to={`/search/social-challenge/${socialChallengeId}#fund`}
            variant="outline"
            size="small"
          >
            公開のページを見る
          </ButtonLink>
        }
      >
        <FundBalance fund={fund} />
      </Panel>
      <WaitingPayouts key={round} socialChallengeId={socialChallengeId} />
      {mayPay && <PayoutForm fund={fund} onChanged={changed} />}
      <Panel title="これまでの支払い">
        <ListScreen
          list={list}
          look={payoutLook({
            csv: addressOf('GET /api/office/funds/:socialChallengeId/payouts.csv', { params }),
            mayPay,
            onChanged: changed,
          })}
        />
      </Panel>
    </div>
  );
}

const yen = (amount: number) => `${formatYen(amount)}円`;

/** Income, pay-outs and balance of a fund. */
export function FundBalance({ fund }: { fund: Fund }) {
  const { gifts, givenYen, keptYen, payouts, paidOutYen, sentBeforeYen, lastPayoutOn } = fund;
  return (
    <Facts>
      <Fact label="残高">
        <b className="figures text-2xl">{yen(fund.balanceYen)}</b>
      </Fact>
      <Fact label="これまでの寄付">
        {yen(givenYen)}（{formatYen(gifts)}件）
      </Fact>
      <Fact label="手数料・作業費">{keptYen !== 0 && `−${yen(keptYen)}`}</Fact>
      <Fact label="団体への支払い">
        −{yen(paidOutYen)}（{formatYen(payouts)}件）
      </Fact>
      <Fact label="以前の送金">{sentBeforeYen !== 0 && `−${yen(sentBeforeYen)}`}</Fact>
      <Fact label="最近の支払い">{lastPayoutOn && formatDate(lastPayoutOn)}</Fact>
    </Facts>
  );
}

/** A fund's pay-outs that wait for a second person's approval. */
function WaitingPayouts(params: { socialChallengeId: FundId }) {
  const { value } = useQuery(
    addressOf('GET /api/office/funds/:socialChallengeId/waiting', { params }),
  );
  const { role } = useSession();
  if (!value || value.items.length === 0) return null;
  return (
    <Notice title="承認を待っている支払いがあります">
      <ul className="mt-1 grid gap-1">
        {value.items.map(({ id, associateName, amountYen, askedBy, askedAt }) => (
          <li key={id} className="wrap-anywhere">
            {associateName}　{formatYen(amountYen)}円（{askedBy}　{formatDateTime(askedAt)}）
          </li>
        ))}
      </ul>
      {may(role, 'approvals.decide') && (
        <Link
          to={adminPath('approvals')}
          className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
        >
          承認待ちへ
        </Link>
      )}
    </Notice>
  );
}
