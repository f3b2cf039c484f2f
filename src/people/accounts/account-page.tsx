import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { useSession } from '#people/session/session.ts';
import type { OwnSession } from '#people/sign-in/own-sign-in.ts';
import { myPageLinks } from '#site/frame/navigation.ts';
import type { Route } from './+types/account-page.ts';
import { AccountCard } from './account-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { useOwnAccount } from './own-account.ts';
import { OwnDataCard } from './own-data-card.tsx';
import { RegisteredFacts } from './registered-facts.tsx';
import { LinkNotice } from './sign-in/link-notice.tsx';
import { SessionsCard } from './sign-in/sessions-card.tsx';
import { SigningInCard } from './sign-in/sign-in-card.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'アカウント設定',
    description: 'ご登録の内容とログインの方法を、ご覧いただき、変更できます。',
    isListed: false,
  });

export const handle = { guard: 'signed-in' };

/** Every setting of the account, each with a link or button to change it. */
export default function Account() {
  const own = useOwnAccount();
  const { uid } = useSession();
  const sessions = useQuery(uid, () => api<OwnSession[]>('/api/users/sessions'));
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow space-y-6">
        <h1>アカウント設定</h1>
        <LinkNotice />
        <RegisteredFacts {...own} />
        <SigningInCard own={own} />
        <SessionsCard own={own} sessions={sessions} />
        <MailsCard uid={uid} />
        <OwnDataCard own={own} />
        <AccountCard title="マイページのほかの画面">
          <ul className="mt-3 flex flex-wrap gap-3">
            {myPageLinks
              .filter(({ to }) => to !== '/mypage/account')
              .map(({ to, label }) => (
                <li key={to}>
                  <ButtonLink to={to} variant="outline" size="small">
                    {label}
                  </ButtonLink>
                </li>
              ))}
          </ul>
        </AccountCard>
      </div>
    </div>
  );
}
