import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { resetPassword } from '#people/session/sign-in.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordReset } from './sign-in.ts';

const NewPasswordEntry = z.object({ newPassword: PasswordReset.shape.newPassword });
type NewPasswordEntry = z.infer<typeof NewPasswordEntry>;

/** Sets a new password with the token of the mailed link. */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    schema: NewPasswordEntry,
    initial: { newPassword: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ newPassword }: NewPasswordEntry) => resetPassword({ token, newPassword }),
    { form, onDone },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <PasswordField form={form} path="newPassword" label="新しいパスワード" required kind="new" />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '送信しています' : 'パスワードを再設定する'}
      </Button>
    </Form>
  );
}
