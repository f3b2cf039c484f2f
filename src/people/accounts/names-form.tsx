import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { showMessage } from '#kit/ui/message.ts';
import { type Account, Names } from './account.ts';
import { EditForm } from './edit-form.tsx';
import type { OwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

const labels = {
  lastName: '姓',
  firstName: '名',
  lastNameKana: '姓（ふりがな）',
  firstNameKana: '名（ふりがな）',
};
const partOf = ({ names }: Account) => names;

/** The form of 姓, 名 and their readings. */
export function NamesForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const form = useForm({ schema: Names, initial: partOf(own.account), onInvalid: showMessage });
  const path = '/api/users/account/names/update';
  const edit = useEdit({ own, form, path, partOf, onDone });
  return (
    <EditForm
      form={form}
      edit={edit}
      comparedWith={({ names }) =>
        (['lastName', 'firstName', 'lastNameKana', 'firstNameKana'] as const).map((field) => ({
          label: labels[field],
          mine: form.values[field],
          stored: names[field],
        }))
      }
    >
      <NameFields form={form} />
    </EditForm>
  );
}
