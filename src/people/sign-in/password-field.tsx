import { useState } from 'react';
import { Field, type FieldProps } from '#kit/forms/fields/field.tsx';
import { TextInput } from '#kit/forms/fields/text-input.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { minPasswordLength } from './sign-in.ts';

/**
 * A password with a button to show it. `kind` tells the password manager whether it is new; a new one shows advice,
 * with the minimum length.
 */
export function PasswordField({
  form,
  path,
  label = 'パスワード',
  required,
  kind,
  shortest = minPasswordLength,
  help = kind === 'new'
    ? `${shortest}文字以上。覚えやすい言葉をいくつか並べるのがおすすめです。`
    : undefined,
}: Partial<FieldProps> & {
  form: FormFields;
  path: string;
  kind: 'current' | 'new';
  shortest?: number;
}) {
  const binding = form.register(path);
  const [isShown, setShown] = useState(false);
  return (
    <Field binding={binding} label={label} required={required} help={help}>
      <span className="relative block">
        <TextInput
          binding={binding}
          help={help}
          type={isShown ? 'text' : 'password'}
          autoComplete={`${kind}-password`}
          autoCapitalize="none"
          spellCheck={false}
          className="pr-20 aria-invalid:pr-20"
        />
        <button
          type="button"
          aria-label={`${label}を表示`}
          aria-pressed={isShown}
          aria-controls={binding.id}
          className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-lg px-3 text-sm font-bold text-coral-dark underline-offset-4 hover:underline"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? '隠す' : '表示'}
        </button>
      </span>
    </Field>
  );
}
