import { pageMeta } from '#kit/pages/page-meta.ts';
import { EditScreen } from '#people/accounts/edit-screen.tsx';
import { useOwnAccount } from '#people/accounts/own-account.ts';
import type { Route } from './+types/password-page.ts';
import { PasswordForm } from './password-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'パスワードの変更',
    description: 'ログインに使うパスワードを変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'パスワードの変更' };

export default function AccountPassword() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="パスワードの変更"
      lead="変更すると、ほかの端末はログアウトします。"
      done={{
        title: 'パスワードを変更しました',
        text: '次のログインから、新しいパスワードをお使いください。',
      }}
    >
      {(onDone) => <PasswordForm own={own} onDone={onDone} />}
    </EditScreen>
  );
}
