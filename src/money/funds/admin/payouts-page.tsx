import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { useSession } from '#people/session/session.ts';
import { payoutLook } from './payout-columns.tsx';

export const meta = () => [
  { title: '基金からの支払い｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/funds/payouts',
  api: addressOf('GET /api/office/fund-payouts'),
  rowKey: ({ id }) => id,
});

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
            csv: addressOf('GET /api/office/fund-payouts.csv'),
            ofAllFunds: true,
            mayPay: may(role, 'funds.pay'),
            onChanged: list.reload,
          })}
        />
      </Panel>
    </>
  );
}
