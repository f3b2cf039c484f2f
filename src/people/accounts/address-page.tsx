import * as z from 'zod/mini';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { showMessage } from '#kit/ui/message.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import type { Route } from './+types/address-page.ts';
import { type Account, SentAddress } from './account.ts';
import { EditForm } from './edit-form.tsx';
import { EditScreen } from './edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

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

/** The address fields of the application form, which expects them below a name. */
const AddressEntry = z.pipe(
  z.object({ address: SentAddress }),
  z.transform(({ address }) => address),
);
const fields = [
  ['zipcode', '郵便番号'],
  ['prefecture', '都道府県'],
  ['line1', '市区町村・町名'],
  ['line2', '番地'],
  ['building', '建物名・部屋番号'],
] as const;
const partOf = ({ address }: Account) => address;
/** The postal code as the field formats it on blur. */
const asTyped = (zipcode: string) => formatPostalCode(zipcode).replace('〒', '');

/** The address that kits are sent to. */
function AddressForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const { address } = own.account;
  const form = useForm({
    schema: AddressEntry,
    initial: {
      address: { ...address, zipcode: asTyped(address.zipcode), isAddressConfirmed: false },
    },
    onInvalid: showMessage,
  });
  const path = '/api/users/account/address/update';
  const edit = useEdit({
    own,
    path,
    partOf,
    onDone,
    form: {
      ...form,
      // The server reports fields by their path in the request.
      reject: (errors, modal) =>
        form.reject(
          errors.map(({ path: field, message }) => ({ path: `address.${field}`, message })),
          modal,
        ),
    },
  });
  return (
    <EditForm
      form={form}
      edit={edit}
      comparedWith={(stored) =>
        fields.map(([field, label]) => ({
          label,
          mine: form.values.address[field],
          stored: field === 'zipcode' ? asTyped(stored.address.zipcode) : stored.address[field],
        }))
      }
    >
      <AddressFields form={form} prefix="address" />
    </EditForm>
  );
}
