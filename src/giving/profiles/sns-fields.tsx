import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { handleFrom, snsKinds, snsLabel } from '#kit/values/sns.ts';

/** The accounts by handle; a pasted URL is reduced to its handle. */
export function SnsFields({ form }: { form: FormFields }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-2 font-bold">SNSのアカウント</legend>
      <p className="text-sm text-ink-2">
        アカウント名を入力してください。プロフィールのURLを貼り付けても読み取ります。
      </p>
      {snsKinds.map((kind) => {
        const path = `snsAccounts.${kind}`;
        return (
          <TextField
            key={kind}
            form={form}
            path={path}
            label={snsLabel(kind)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            maxLength={300}
            tidy={(text) => handleFrom(kind, text)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              const handle = handleFrom(kind, pasted);
              if (handle === pasted) return;
              event.preventDefault();
              form.setValue(path, handle);
            }}
          />
        );
      })}
    </fieldset>
  );
}
