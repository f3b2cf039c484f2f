import { BackLink } from '#app/admin/back-link.tsx';
import { ListScreen } from '#app/admin/list-screen.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { type ListConfig, useList } from '#app/admin/use-list.ts';
import { useSession } from '#app/session/session.ts';
import { may } from '#domain/auth/permissions.ts';
import type { Payout } from '#domain/funds/fund.ts';
import { payoutLook } from './payout-columns.tsx';

export const meta = () => [
  { title: '基金からの支払い｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<Payout> = {
  path: '/admin/funds/payouts',
  api: '/api/office/fund-payouts',
  rowKey: ({ id }) => id,
};

/** The pay-outs of all funds, the newest first. */
export default function PayoutsPage() {
  const list = useList(source);
  const { role } = useSession();
  return (
    <>
      <BackLink list={{ path: '/admin/funds', label: '基金の一覧' }} />
      <PageHead title="基金からの支払い" />
      <Panel label="すべての支払い">
        <ListScreen
          list={list}
          look={payoutLook({
            csv: '/api/office/fund-payouts.csv',
            ofAllFunds: true,
            mayPay: may(role, 'funds.pay'),
            onChanged: list.reload,
          })}
        />
      </Panel>
    </>
  );
}
