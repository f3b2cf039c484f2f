import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/names-page.ts';
import { EditScreen } from './edit-screen.tsx';
import { NamesForm } from './names-form.tsx';
import { useOwnAccount } from './own-account.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お名前の変更',
    description: 'ご登録のお名前とふりがなを変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'お名前の変更' };

export default function AccountNames() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="お名前の変更"
      lead="お申し込みの入力欄にも、このお名前が入ります。"
      done={{ title: 'お名前を変更しました' }}
    >
      {/* A new version remounts the form, which starts from the stored values. */}
      {(onDone) => <NamesForm key={own.etag} own={own} onDone={onDone} />}
    </EditScreen>
  );
}
