import { AccountCard } from '#app/features/account/account-card.tsx';
import { MailsCard } from '#app/features/account/mails-card.tsx';
import { useOwnAccount } from '#app/features/account/own-account.ts';
import { OwnDataCard } from '#app/features/account/own-data-card.tsx';
import { RegisteredFacts } from '#app/features/account/registered-facts.tsx';
import { SessionsCard } from '#app/features/account/sessions-card.tsx';
import { SigningInCard } from '#app/features/account/signing-in-card.tsx';
import { TieNotice } from '#app/features/account/tie-notice.tsx';
import { myPageLinks } from '#app/layouts/navigation.ts';
import { pageMeta } from '#app/page-meta.ts';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { useLoaded } from '#app/session/use-loaded.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { OwnSession } from '#domain/own-sign-in.ts';
import type { Route } from './+types/account.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'アカウント設定',
    description: 'ご登録の内容とログインの方法を、ご覧いただき、変更できます。',
    isListed: false,
  });

export const handle = { guard: 'signed-in' };

/** Everything about the account in one place, each with the way to change it. */
export default function Account() {
  const own = useOwnAccount();
  const { uid, role } = useSession();
  const sessions = useLoaded(uid, () => api<OwnSession[]>('/api/users/sessions'));
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow space-y-6">
        <h1>アカウント設定</h1>
        <TieNotice />
        <RegisteredFacts {...own} />
        <SigningInCard own={own} isOperator={role === 'operator'} />
        <SessionsCard sessions={sessions} />
        <MailsCard uid={uid} />
        <OwnDataCard />
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
