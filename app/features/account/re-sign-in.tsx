import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PasswordField } from '#app/forms/password-field.tsx';
import type { FormFields } from '#app/forms/use-form.ts';
import { loginPathFor } from '#app/session/back-path.ts';
import { signOut } from '#app/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { OwnAccount } from './own-account.ts';

/**
 * How a person shows once more who they are: by their password or, where they have none, by signing in
 * anew at their own provider. The server takes a sign-in of the last minutes for it, whichever way
 * the login page offers.
 */
export function ReSignIn({
  own,
  form,
  path,
  label = 'いまのパスワード',
}: {
  own: OwnAccount;
  form: FormFields;
  path: string;
  label?: string;
}) {
  if (!own.methods.hasPassword) return <SignInThere />;
  return (
    <>
      {/* For password managers: whose password it is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={own.account.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <PasswordField
        form={form}
        path={path}
        label={label}
        required
        kind="current"
        help="ご本人の確認のため、もう一度入力してください"
      />
    </>
  );
}

function SignInThere() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Notice title="ご本人の確認">
      <p>
        パスワードを使わずにログインされています。いつもお使いのサービスでログインし直してから10分のあいだ、この手続きができます。
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        isBusy={isLeaving}
        onClick={async () => {
          setLeaving(true);
          await signOut();
          navigate(loginPathFor(pathname));
        }}
      >
        ログインし直す
      </Button>
    </Notice>
  );
}
