import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { enter } from '#people/session/sign-in.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { minSolePasswordLength } from '#people/sign-in/sign-in.ts';
import { FirstOwnerEntry } from './first-owner.ts';

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
