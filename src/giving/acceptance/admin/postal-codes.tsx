import { controlProps, Field } from '#kit/forms/fields/field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';

const path = 'unservedPostalCodes';
const help =
  '離島など、郵便番号のはじめの2桁から7桁までを、1行に1つずつ入力してください（例：1001）';

/** Prefixes of postal codes, one per line. */
export function PostalCodes({ form }: { form: FormFields }) {
  const binding = form.register(path);
  const lines = Array.isArray(binding.value) ? (binding.value as string[]) : [];
  return (
    <Field binding={binding} label="お届けできない郵便番号" optional help={help}>
      <textarea
        {...controlProps(binding, help)}
        className="control block tabular-nums"
        rows={3}
        inputMode="numeric"
        value={lines.join('\n')}
        onChange={(event) => {
          const text = event.currentTarget.value;
          binding.change(text === '' ? [] : text.split('\n'));
        }}
        onBlur={() => {
          binding.change(lines.map(tidy).filter((code) => code !== ''));
          binding.blur();
        }}
      />
    </Field>
  );
}

/** Normalises digits from a phone's Japanese keyboard, and drops hyphens and spaces. */
const tidy = (code: string) => code.normalize('NFKC').replaceAll(/[-‐−ー〒\s]/gu, '');
