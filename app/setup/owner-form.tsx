import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { PasswordField } from '#app/forms/fields/password-field.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { enter } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { minSolePasswordLength } from '#domain/auth/sign-in.ts';
import { FirstOwnerEntry } from '#domain/setup/first-owner.ts';

/** The account of the first owner. The guards then lead to the second factor and the check list. */
export function OwnerForm({ token }: { token: string }) {
  const form = useForm({
    schema: FirstOwnerEntry,
    initial: { lastName: '', firstName: '', email: '', password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (entry: FirstOwnerEntry) =>
      api('/api/setup/owner', { body: { ...entry, token }, isAnonymous: true }),
    { form, onDone: enter },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <div className="grid grid-cols-2 gap-4">
        <TextField form={form} path="lastName" label="姓" required autoComplete="family-name" />
        <TextField form={form} path="firstName" label="名" required autoComplete="given-name" />
      </div>
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField
        form={form}
        path="password"
        required
        kind="new"
        shortest={minSolePasswordLength}
      />
      <p className="text-sm text-ink-2">次の画面で、2段階認証を設定します。</p>
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '送信しています' : 'アカウントを作って進む'}
      </Button>
    </Form>
  );
}
