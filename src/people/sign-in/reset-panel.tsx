import { useState } from 'react';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Requests the reset mail or, opened by its link, sets the new password. */
export function ResetPanel() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  // An expired link can only be replaced by a new one.
  const [isDropped, setDropped] = useState(false);
  if (isDone) return <Done />;
  if (!token || isDropped) return <ResetRequestForm />;
  return (
    <>
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
      <p className="mt-4 text-center">
        <Button variant="quiet" size="small" onClick={() => setDropped(true)}>
          再設定のメールをもう一度送る
        </Button>
      </p>
    </>
  );
}

function Done() {
  return (
    <div className="space-y-6">
      <Notice kind="success" title="パスワードを再設定しました">
        ほかの端末からはログアウトしました。新しいパスワードでログインしてください。
      </Notice>
      <ButtonLink to="/login" className="w-full">
        ログインする
      </ButtonLink>
    </div>
  );
}
