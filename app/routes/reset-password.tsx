import { useState } from 'react';
import { Link } from 'react-router';
import { Entrance } from '#app/features/signing-in/entrance.tsx';
import { NewPasswordForm } from '#app/features/signing-in/new-password-form.tsx';
import { ResetRequestForm } from '#app/features/signing-in/reset-request-form.tsx';
import { useMailedToken } from '#app/features/signing-in/use-mailed-token.ts';
import { pageMeta } from '#app/page-meta.ts';
import { useSession } from '#app/session/session.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'パスワードの再設定',
    description: 'パスワードをお忘れの方に、再設定のメールをお送りします。',
    isListed: false,
  });

export const handle = { breadcrumb: 'パスワードの再設定' };

export default function ResetPassword() {
  const { prepared } = useSession();
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  // Of a link that is too old, all that is left is to ask for another.
  const [isDropped, setDropped] = useState(false);
  return (
    <Entrance title="パスワードの再設定" picture="locked" otherWays={<BackToLogin />}>
      {isDone ? (
        <Done />
      ) : token && !isDropped ? (
        <>
          <NewPasswordForm token={token} onDone={() => setDone(true)} />
          <p className="mt-4 text-center">
            <Button variant="quiet" size="small" onClick={() => setDropped(true)}>
              再設定のメールをもう一度送る
            </Button>
          </p>
        </>
      ) : (
        <ResetRequestForm isReady={prepared} />
      )}
    </Entrance>
  );
}

function Done() {
  return (
    <div className="space-y-6">
      <Notice kind="success" title="パスワードを再設定しました">
        ほかの端末からはログアウトしました。新しいパスワードでログインしてください。
      </Notice>
      <ButtonLink to="/login" className="w-full">
        ログイン画面へ
      </ButtonLink>
    </div>
  );
}

function BackToLogin() {
  return (
    <Link to="/login" className="inline-block py-2 text-coral-dark underline">
      ログイン画面へ
    </Link>
  );
}
