import * as z from 'zod/mini';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { PasswordField } from '#app/forms/fields/password-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { resetPassword } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { PasswordReset } from '#domain/auth/sign-in.ts';

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
