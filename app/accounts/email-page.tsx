import { pageMeta } from '#app/page-meta.ts';
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
      lead="ログインとお知らせに使うメールアドレスです。変更すると、ほかの端末はログアウトします。"
      done={{
        title: 'メールアドレスを変更しました',
        text: '新しいメールアドレスに、確認のメールをお送りしました。元のメールアドレスには、変更を取り消すリンクをお送りしています。',
      }}
    >
      {(onDone) => <EmailForm own={own} onDone={onDone} />}
    </EditScreen>
  );
}
