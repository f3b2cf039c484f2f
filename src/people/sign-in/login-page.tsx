import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import type { Route } from './+types/login-page.ts';
import { SignInFrame } from './sign-in-frame.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ログイン',
    description: 'ログインすると、お申し込みの状況と寄付の履歴をご覧いただけます。',
  });

export const handle = { guard: 'visitor-only', breadcrumb: 'ログイン' };

const LoginPanel = lazyPart(() => import('./login-panel.tsx').then((part) => part.LoginPanel));

export default function Login() {
  return (
    <SignInFrame title="ログイン" picture="handshake" otherWays={<RegistrationHint />}>
      <Lazy>
        <LoginPanel />
      </Lazy>
    </SignInFrame>
  );
}

function RegistrationHint() {
  return (
    <>
      <p className="mb-2">はじめての方はこちら</p>
      <ButtonLink to="/join" variant="outline">
        新規登録
      </ButtonLink>
    </>
  );
}
