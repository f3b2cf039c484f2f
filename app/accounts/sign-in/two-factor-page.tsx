import { AccountScreen } from '#app/accounts/edit-screen.tsx';
import { useOwnAccount } from '#app/accounts/own-account.ts';
import { pageMeta } from '#app/page-meta.ts';
import { useSession } from '#app/session/session.ts';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/two-factor-page.ts';
import { TwoFactor } from './two-factor.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '2段階認証',
    description: 'ログインのときに、認証アプリのコードもたずねるようにします。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: '2段階認証' };

/** The second factor, offered to those who see other people's data. */
export default function AccountTwoFactor() {
  const own = useOwnAccount();
  const { role } = useSession();
  return (
    <AccountScreen
      title="2段階認証"
      lead="パスワードのほかに、スマートフォンの認証アプリのコードもたずねて、不正なログインを防ぎます。"
    >
      <Card>
        {role === 'operator' ? (
          <TwoFactor own={own} />
        ) : (
          <p>この設定は、運営者のアカウントでお使いいただけます。</p>
        )}
      </Card>
    </AccountScreen>
  );
}
