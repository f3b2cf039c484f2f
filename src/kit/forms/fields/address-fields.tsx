import { AddressDoubt } from '#kit/forms/address/address-doubt.tsx';
import type { PostalCandidate } from '#kit/forms/address/postal-lookup.ts';
import { usePostalLookUp } from '#kit/forms/address/use-postal-look-up.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import { PostalCodeField } from './postal-code-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const prefectureChoices = prefectures.map((name) => ({ value: name, label: name }));

/**
 * An address at `prefix`.zipcode, .prefecture, .line1, .line2 and .building. Seven digits fill in prefecture, line 1
 * and, for a company's own code, line 2; never the building. Where code and prefecture do not match, the person
 * confirms them at `prefix`.isAddressConfirmed.
 */
export function AddressFields({ form, prefix }: { form: FormFields; prefix: string }) {
  const lookUp = usePostalLookUp(form, prefix);
  const focusNextLine = () => document.getElementById(form.idOf(`${prefix}.line2`))?.focus();
  return (
    <div className="space-y-6">
      <div>
        <PostalCodeField
          form={form}
          path={`${prefix}.zipcode`}
          required
          help="7桁を入れると住所が入ります"
          onTyped={lookUp.onTyped}
        />
        <p role="status" className="text-sm text-ink-2 not-empty:mt-1">
          {lookUp.status}
        </p>
        <div role="status">
          {lookUp.oldNumber && (
            <div className="mt-2 rounded-tile border-2 border-honey bg-honey-soft px-4 pt-3 pb-1 narrow:px-5">
              <p className="text-ink [word-break:auto-phrase]">
                番地「<bdi className="[overflow-wrap:anywhere]">{lookUp.oldNumber}</bdi>
                」は、前の住所で入力されたものです。このままでよろしいですか？
              </p>
              <div className="flex flex-wrap gap-x-5">
                <button
                  type="button"
                  className="min-h-11 font-bold underline underline-offset-4"
                  onClick={() => {
                    lookUp.clearNumber();
                    focusNextLine();
                  }}
                >
                  番地を消して入力し直す
                </button>
                <button
                  type="button"
                  className="min-h-11 underline underline-offset-4"
                  onClick={() => {
                    lookUp.keepNumber();
                    focusNextLine();
                  }}
                >
                  このままでよい
                </button>
              </div>
            </div>
          )}
        </div>
        {lookUp.choices.length > 1 && (
          <AddressChoices
            choices={lookUp.choices}
            onChoose={(candidate) => {
              lookUp.take(candidate);
              focusNextLine();
            }}
            onDismiss={() => {
              lookUp.dismiss();
              document.getElementById(form.idOf(`${prefix}.prefecture`))?.focus();
            }}
          />
        )}
      </div>
      <div>
        <div className="grid gap-x-4 gap-y-6 narrow:grid-cols-2">
          <SelectField
            form={form}
            path={`${prefix}.prefecture`}
            label="都道府県"
            required
            choices={prefectureChoices}
            emptyLabel="選んでください"
            autoComplete="address-level1"
          />
          <TextField
            form={form}
            path={`${prefix}.line1`}
            label="市区町村・町名"
            required
            autoComplete="address-level2"
          />
          <TextField
            form={form}
            path={`${prefix}.line2`}
            label="番地"
            required
            autoComplete="address-line1"
          />
          <TextField
            form={form}
            path={`${prefix}.building`}
            label="建物名・部屋番号"
            optional
            autoComplete="address-line2"
          />
        </div>
        <AddressDoubt form={form} prefix={prefix} />
      </div>
    </div>
  );
}

/** A choice of the addresses of one postal code. */
function AddressChoices({
  choices,
  onChoose,
  onDismiss,
}: {
  choices: readonly PostalCandidate[];
  onChoose: (candidate: PostalCandidate) => void;
  onDismiss: () => void;
}) {
  return (
    <fieldset className="mt-2 max-w-120 rounded-lg border border-line bg-sand p-3">
      <legend className="sr-only">当てはまる住所</legend>
      <ul className="max-h-60 space-y-1 overflow-y-auto p-1">
        {choices.map((candidate) => {
          const { prefecture, line1, line2 } = candidate;
          const address = streetOf({ prefecture, line1, line2 });
          return (
            <li key={address}>
              <button
                type="button"
                className="min-h-11 w-full rounded-lg bg-white px-3 py-2 text-left text-ink hover:bg-honey-soft"
                onClick={() => onChoose(candidate)}
              >
                {address}
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="mt-1 min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
        onClick={onDismiss}
      >
        選ばずに住所を入力する
      </button>
    </fieldset>
  );
}
