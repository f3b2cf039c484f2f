import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { RecoveryCode } from '#domain/auth/second-factor.ts';
import { TotpCode } from '#domain/auth/sign-in.ts';
import { toHalfWidth } from '#domain/values/text-width.ts';

const tidy = (text: string) => toHalfWidth(text).replace(/\s/g, '');

const kinds = {
  totp: {
    schema: TotpCode,
    label: '認証コード',
    help: '認証アプリに表示されている6桁の数字です',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    schema: RecoveryCode,
    label: '予備コード',
    help: '設定のときに控えていただいた10個のうち、まだ使っていない1つです',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  },
} as const;

/** Asks for a code of the authenticator app, or a recovery code, and sends it. */
export function CodeForm<Result>({
  kind,
  send,
  onDone,
  action,
}: {
  kind: keyof typeof kinds;
  send: (code: string) => Promise<Result>;
  onDone?: ((result: Result) => unknown) | undefined;
  /** Label of the button. */
  action: string;
}) {
  const { schema, label, help, input } = kinds[kind];
  const form = useForm<{ code: string }, { code: string }>({
    schema,
    initial: { code: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(({ code }: { code: string }) => send(code), { form, onDone });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="code"
        label={label}
        required
        help={help}
        tidy={tidy}
        {...input}
      />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '確認しています' : action}
      </Button>
    </Form>
  );
}
