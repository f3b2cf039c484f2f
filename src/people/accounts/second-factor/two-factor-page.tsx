import { pageMeta } from '#kit/pages/page-meta.ts';
import { AccountScreen } from '#people/accounts/edit-screen.tsx';
import { useOwnAccount } from '#people/accounts/own-account.ts';
import type { Route } from './+types/two-factor-page.ts';
import { SecondFactorSettings } from './second-factor-settings.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '2段階認証',
    description: 'パスキーや認証アプリを設定して、不正なログインを防ぎます。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: '2段階認証' };

/** Passkeys, the authenticator app and the recovery codes. */
export default function AccountTwoFactor() {
  const own = useOwnAccount();
  return (
    <AccountScreen
      title="2段階認証"
      lead="パスワードのほかに、お手持ちの端末でもご本人であることを確かめて、不正なログインを防ぎます。"
    >
      <SecondFactorSettings own={own} />
    </AccountScreen>
  );
}
