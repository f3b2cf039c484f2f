import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/tel-page.ts';
import { EditScreen } from './edit-screen.tsx';
import { useOwnAccount } from './own-account.ts';
import { TelForm } from './tel-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '電話番号の変更',
    description: 'ご登録の電話番号を変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: '電話番号の変更' };

export default function AccountTel() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="電話番号の変更"
      lead="箱のお届けや集荷のときに、ご連絡することがあります。"
      done={{ title: '電話番号を変更しました' }}
    >
      {/* A new version remounts the form, which starts from the stored values. */}
      {(onDone) => <TelForm key={own.etag} own={own} onDone={onDone} />}
    </EditScreen>
  );
}
