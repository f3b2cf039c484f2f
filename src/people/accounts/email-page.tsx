import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/email-page.ts';
import { EditScreen } from './edit-screen.tsx';
import { EmailForm } from './email-form.tsx';
import { useOwnAccount } from './own-account.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'メールアドレスの変更',
    description: 'ログインに使うメールアドレスを変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'メールアドレスの変更' };

export default function AccountEmail() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="メールアドレスの変更"
      lead="ログインとお知らせに使うメールアドレスです。変更が済むと、ほかの端末はログアウトします。"
      done={{
        title: '確認のメールをお送りしました',
        text: '新しいメールアドレスに届いたリンクを、24時間以内に、ログインしたまま開いてください。それまでは、いまのメールアドレスのままです。',
      }}
    >
      {(onDone) => <EmailForm own={own} onDone={onDone} />}
    </EditScreen>
  );
}
