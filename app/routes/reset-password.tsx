import { Link } from 'react-router';
import { Entrance } from '#app/features/signing-in/entrance.tsx';
import { Late, latePart } from '#app/late-part.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'パスワードの再設定',
    description: 'パスワードをお忘れの方に、再設定のメールをお送りします。',
    isListed: false,
  });

export const handle = { breadcrumb: 'パスワードの再設定' };

const ResetPanel = latePart(() =>
  import('#app/features/signing-in/reset-panel.tsx').then((part) => part.ResetPanel),
);

export default function ResetPassword() {
  return (
    <Entrance title="パスワードの再設定" picture="locked" otherWays={<BackToLogin />}>
      <Late>
        <ResetPanel />
      </Late>
    </Entrance>
  );
}

function BackToLogin() {
  return (
    <Link to="/login" className="inline-block py-2 text-coral-dark underline">
      ログイン画面へ
    </Link>
  );
}
