import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Entrance } from '#app/features/signing-in/entrance.tsx';
import { NewPasswordForm } from '#app/features/signing-in/new-password-form.tsx';
import { ResetRequestForm } from '#app/features/signing-in/reset-request-form.tsx';
import { useSession } from '#app/session/session.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = () => [{ title: 'パスワードの再設定｜たすき' }];

export const handle = { breadcrumb: 'パスワードの再設定' };

export default function ResetPassword() {
  const { prepared } = useSession();
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  return (
    <Entrance title="パスワードの再設定" picture="locked" otherWays={<BackToLogin />}>
      {isDone ? (
        <Done />
      ) : token ? (
        <NewPasswordForm token={token} onDone={() => setDone(true)} />
      ) : (
        <ResetRequestForm isReady={prepared} />
      )}
    </Entrance>
  );
}

/** The token of the mailed link, which leaves the address as soon as it has been read. */
function useMailedToken(): string | undefined {
  const [token, setToken] = useState<string>();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const mailed = new URLSearchParams(hash.replace(/^#/, '')).get('token');
    if (!mailed) return;
    setToken(mailed);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
  return token;
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
