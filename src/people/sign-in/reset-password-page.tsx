import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/reset-password-page.ts';
import { SignInFrame } from './sign-in-frame.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'パスワードの再設定',
    description: 'パスワードをお忘れの方に、再設定のメールをお送りします。',
    isListed: false,
  });

export const handle = { breadcrumb: 'パスワードの再設定' };

const ResetPanel = lazyPart(() => import('./reset-panel.tsx').then((part) => part.ResetPanel));

export default function ResetPassword() {
  return (
    <SignInFrame title="パスワードの再設定" picture="locked" otherWays={<BackToLogin />}>
      <Lazy>
        <ResetPanel />
      </Lazy>
    </SignInFrame>
  );
}

function BackToLogin() {
  return (
    <Link to="/login" className="inline-block py-2 text-coral-dark underline">
      ログイン画面へ
    </Link>
  );
}
