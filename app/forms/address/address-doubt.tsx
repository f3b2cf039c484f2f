import { useEffect, useRef } from 'react';
import { Checkbox } from '#app/forms/fields/checkbox.tsx';
import { textOf } from '#app/forms/fields/field.tsx';
import type { FormFields } from '#app/forms/use-form.ts';
import { fitsPrefecture } from '#domain/values/postal/postal-prefecture.ts';
import {
  formatPostalCode,
  isCompletePostalCode,
  postalDigits,
} from '#domain/values/postal-code.ts';

/** Warns where postal code and prefecture do not fit, and lets the person say that they are right. */
export function AddressDoubt({ form, prefix }: { form: FormFields; prefix: string }) {
  const path = `${prefix}.isAddressConfirmed`;
  const zipcode = textOf(form.valueAt(`${prefix}.zipcode`));
  const prefecture = textOf(form.valueAt(`${prefix}.prefecture`));
  const digits = postalDigits(zipcode);
  const isDoubtful =
    isCompletePostalCode(zipcode) && prefecture !== '' && !fitsPrefecture(digits, prefecture);

  // What was said of one address does not hold for another.
  const said = useRef(`${digits}${prefecture}`);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const about = `${digits}${prefecture}`;
    if (said.current === about) return;
    said.current = about;
    if (latest.current.valueAt(path) === true) latest.current.setValue(path, false);
  }, [digits, prefecture, path]);

  return (
    <div
      className={
        isDoubtful
          ? 'mt-6 rounded-tile border-2 border-honey bg-honey-soft px-4 py-3 narrow:px-5'
          : undefined
      }
    >
      <p role="status" className="text-ink [word-break:auto-phrase]">
        {isDoubtful &&
          `${formatPostalCode(digits)}は、${prefecture}の郵便番号ではないようです。ご住所をお確かめください。`}
      </p>
      {isDoubtful && <Checkbox form={form} path={path} label="この住所で間違いありません" />}
    </div>
  );
}
