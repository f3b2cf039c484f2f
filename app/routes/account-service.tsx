import { useParams } from 'react-router';
import { AccountSheet } from '#app/features/account/edit-screen.tsx';
import { useOwnAccount } from '#app/features/account/own-account.ts';
import { TieForm } from '#app/features/account/tie-form.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { tieProblems } from '#domain/service-tie.ts';
import type { Route } from './+types/account-service.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ログインの方法の追加',
    description: '外部のサービスでもログインできるようにします。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'ログインの方法の追加' };

/** Tying a sign-in service to the account: the proof of who asks, then the way to the service. */
export default function AccountService() {
  const own = useOwnAccount();
  const { service: id } = useParams();
  const { tieable, services } = own.methods;
  const service = tieable.find((one) => one.id === id);
  const isTied = services.some((one) => one.id === id);
  return (
    <AccountSheet title="ログインの方法の追加">
      {service ? (
        <Card>
          <TieForm own={own} service={service} />
        </Card>
      ) : (
        <Notice
          title={
            isTied ? tieProblems['tied-already'] : 'このサービスは、いまはご利用いただけません。'
          }
        />
      )}
    </AccountSheet>
  );
}
