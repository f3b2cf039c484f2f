import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { toHalfWidth } from '#kit/values/text-width.ts';
import { RecoveryCode } from '#people/sign-in/second-factor.ts';
import { TotpCode } from '#people/sign-in/sign-in.ts';

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
