import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { showMessage } from '#kit/ui/message.ts';
import type { Route } from './+types/names-page.ts';
import { type Account, Names } from './account.ts';
import { EditForm } from './edit-form.tsx';
import { EditScreen } from './edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

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

const labels = {
  lastName: '姓',
  firstName: '名',
  lastNameKana: '姓（ふりがな）',
  firstNameKana: '名（ふりがな）',
};
const partOf = ({ names }: Account) => names;

/** The form of 姓, 名 and their readings. */
function NamesForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
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
