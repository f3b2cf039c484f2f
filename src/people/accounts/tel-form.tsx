import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { showMessage } from '#kit/ui/message.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { type Account, TelUpdate } from './account.ts';
import { EditForm } from './edit-form.tsx';
import type { OwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

const partOf = ({ tel }: Account) => tel;

/** The phone number that the carrier may call. */
export function TelForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
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
