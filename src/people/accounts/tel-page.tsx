import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { showMessage } from '#kit/ui/message.ts';
import { formatPhone } from '#kit/values/phone.ts';
import type { Route } from './+types/tel-page.ts';
import { type Account, TelUpdate } from './account.ts';
import { EditForm } from './edit-form.tsx';
import { EditScreen } from './edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

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

const partOf = ({ tel }: Account) => tel;

/** The phone number that the carrier may call. */
function TelForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const form = useForm({
    schema: TelUpdate,
    initial: { tel: formatPhone(own.account.tel) },
    onInvalid: showMessage,
  });
  const path = '/api/users/account/tel/update';
  const edit = useEdit({ own, form, path, partOf, onDone });
  return (
    <EditForm
      form={form}
      edit={edit}
      comparedWith={({ tel }) => [
        { label: '電話番号', mine: form.values.tel, stored: formatPhone(tel) },
      ]}
    >
      <PhoneField form={form} path="tel" required help="ハイフンは、あってもなくてもかまいません" />
    </EditForm>
  );
}
