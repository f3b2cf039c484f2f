import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/address-page.ts';
import { AddressForm } from './address-form.tsx';
import { EditScreen } from './edit-screen.tsx';
import { useOwnAccount } from './own-account.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ご住所の変更',
    description: 'ご登録のご住所を変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'ご住所の変更' };

export default function AccountAddress() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="ご住所の変更"
      lead="お申し込みの入力欄にも、このご住所が入ります。お申し込み済みの箱のお届け先は、寄付の履歴から変更できます。"
      done={{ title: 'ご住所を変更しました' }}
    >
      {/* A new version remounts the form, which starts from the stored values. */}
      {(onDone) => <AddressForm key={own.etag} own={own} onDone={onDone} />}
    </EditScreen>
  );
}
