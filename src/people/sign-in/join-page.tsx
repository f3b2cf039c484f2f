import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/join-page.ts';
import { SignInFrame } from './sign-in-frame.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '新規登録',
    description:
      '登録すると、お申し込みの状況と寄付の履歴をいつでもご覧いただけます。登録は無料です。',
  });

export const handle = { guard: 'visitor-only', breadcrumb: '新規登録' };

const JoinPanel = lazyPart(() => import('./join-panel.tsx').then((part) => part.JoinPanel));

export default function Join() {
  return (
    <SignInFrame
      title="新規登録"
      lead="お申し込みの状況と寄付の履歴を、いつでもご覧いただけます。"
      picture="seedling"
      otherWays={<RegisteredAlready />}
    >
      <Lazy>
        <JoinPanel />
      </Lazy>
    </SignInFrame>
  );
}

function RegisteredAlready() {
  return (
    <p>
      登録がお済みの方は
      <Link to="/login" className="inline-block py-2 font-bold text-coral-dark underline">
        ログイン
      </Link>
      へ
    </p>
  );
}
