import { useParams } from 'react-router';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Card } from '#kit/ui/card.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { AccountScreen } from '#people/accounts/edit-screen.tsx';
import { useOwnAccount } from '#people/accounts/own-account.ts';
import { linkProblems } from '#people/sign-in/service-link.ts';
import type { Route } from './+types/service-page.ts';
import { LinkForm } from './link-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ログインの方法の追加',
    description: '外部のサービスでもログインできるようにします。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'ログインの方法の追加' };

/** Links a sign-in service to the account: a re-authentication, then the redirect to the service. */
export default function AccountService() {
  const own = useOwnAccount();
  const { service: id } = useParams();
  const { linkable, services } = own.methods;
  const service = linkable.find((one) => one.id === id);
  const isLinked = services.some((one) => one.id === id);
  return (
    <AccountScreen title="ログインの方法の追加">
      {service ? (
        <Card>
          <LinkForm own={own} service={service} />
        </Card>
      ) : (
        <Notice
          title={
            isLinked
              ? linkProblems['linked-already']
              : 'このサービスは、いまはご利用いただけません。'
          }
        />
      )}
    </AccountScreen>
  );
}
