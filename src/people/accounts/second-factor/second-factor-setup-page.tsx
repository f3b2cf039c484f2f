import { useNavigate, useRouteLoaderData } from 'react-router';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { signOut, useSession } from '#people/session/session.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { SimpleLayout } from '#site/frame/simple-layout.tsx';
import type { Route } from './+types/second-factor-setup-page.ts';
import { EmailFirst } from './email-first.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '2段階認証の設定',
    description: '運営と団体の担当者の方に、2段階認証の設定をお願いしています。',
    isListed: false,
  });

export const handle = { guard: 'second-factor-lacking', layout: 'simple' };

/** Where operators and staff are sent until they have a second factor; they can only set one up or sign out. */
export default function SecondFactorSetupScreen() {
  const { uid, lacksSecondFactor } = useSession();
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const own = useQuery(lacksSecondFactor ? uid : undefined, loadOwn);
  const navigate = useNavigate();
  return (
    <SimpleLayout sample={facts?.isSample ?? false}>
      <div className="plain-headings page-container py-10">
        <div className="mx-auto max-w-narrow">
          <h1>2段階認証の設定</h1>
          <p className="mt-2 mb-6 text-ink-2">
            寄付者の方の大切な情報をお預かりするため、運営と団体の担当者の方には、2段階認証をお願いしています。設定が済むと、続きの画面に進みます。
          </p>
          {own.problem ? (
            <LoadFailure message={own.problem.message} onRetry={own.reload} />
          ) : !own.value ? (
            <Card>
              <Skeleton lines={8} />
            </Card>
          ) : own.value.methods.emailVerified ? (
            <SecondFactorSetup own={own.value} />
          ) : (
            <EmailFirst email={own.value.account.email} />
          )}
          <p className="mt-6 text-center">
            <Button
              variant="quiet"
              onClick={() => {
                void signOut();
                navigate('/');
              }}
            >
              <Icon name="logout" />
              ログアウト
            </Button>
          </p>
        </div>
      </div>
    </SimpleLayout>
  );
}

/** The only part of the account that is available before a second factor: the sign-in methods. */
async function loadOwn() {
  const [session, methods] = await Promise.all([
    api<{ user: { email: string } } | null>('/api/auth/get-session', { isAnonymous: true }),
    api<SignInMethods>('/api/users/sign-in-methods'),
  ]);
  return { account: { email: session?.user.email ?? '' }, methods };
}
