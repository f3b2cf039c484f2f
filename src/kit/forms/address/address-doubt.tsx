import { useEffect, useRef } from 'react';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { textOf } from '#kit/forms/fields/field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { fitsPrefecture } from '#kit/values/postal/postal-prefecture.ts';
import { repeatedPart } from '#kit/values/postal/repeated-part.ts';
import { formatPostalCode, isCompletePostalCode, postalDigits } from '#kit/values/postal-code.ts';

/** Warns about an address that does not match its postal code or repeats a part, and lets the person confirm it. */
export function AddressDoubt({ form, prefix }: { form: FormFields; prefix: string }) {
  const path = `${prefix}.isAddressConfirmed`;
  const lineText = (line: string) => textOf(form.valueAt(`${prefix}.${line}`));
  const zipcode = lineText('zipcode');
  const prefecture = lineText('prefecture');
  const digits = postalDigits(zipcode);
  const isUnfit =
    isCompletePostalCode(zipcode) && prefecture !== '' && !fitsPrefecture(digits, prefecture);
  const repeated = repeatedPart({ prefecture, line1: lineText('line1'), line2: lineText('line2') });
  const isDoubtful = isUnfit || repeated !== '';

  // A confirmation holds for one address only.
  const about = `${digits}${prefecture}${repeated}`;
  const confirmedFor = useRef(about);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (confirmedFor.current === about) return;
    confirmedFor.current = about;
    if (latest.current.valueAt(path) === true) latest.current.setValue(path, false);
  }, [about, path]);

  return (
    <div
      className={
        isDoubtful
          ? 'mt-6 rounded-tile border-2 border-honey bg-honey-soft px-4 py-3 narrow:px-5'
          : undefined
      }
    >
      <p role="status" className="text-ink [word-break:auto-phrase]">
        {isUnfit &&
          `${formatPostalCode(digits)}は、${prefecture}の郵便番号ではないようです。ご住所をお確かめください。`}
        {repeated !== '' &&
          `「${repeated}」が二度入っているようです。重なっていれば、どちらかを消してください。`}
      </p>
      {isDoubtful && <Checkbox form={form} path={path} label="この住所で間違いありません" />}
    </div>
  );
}
