import * as z from 'zod/mini';
import type { OwnAccount } from '#app/accounts/own-account.ts';
import { ReSignIn } from '#app/accounts/re-sign-in.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { PasswordField } from '#app/forms/fields/password-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { useSession } from '#app/session/session.ts';
import { updatePassword } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import {
  maxPasswordLength,
  minPasswordLength,
  minSolePasswordLength,
  PasswordChange,
  wrongCurrentPasswordMessage,
} from '#domain/auth/sign-in.ts';
import { maxLetters } from '#domain/values/text/letter-count.ts';

const newPassword = PasswordChange.shape.newPassword;
const currentPassword = z.string().check(
  // The form-level message asks for both passwords.
  z.minLength(1, 'いまのパスワードを入力してください。'),
  maxLetters(maxPasswordLength, wrongCurrentPasswordMessage),
);
const NewPasswordOf = z.object({ currentPassword, newPassword });
const First = z.object({ newPassword });
type Entry = { currentPassword?: string; newPassword: string };

/** Changes the password, or sets the first one of a person who signs in at a service. */
export function PasswordForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const { role } = useSession();
  const isSoleLock = role !== undefined && role !== 'donor' && !own.methods.hasTwoFactor;
  const form = useForm<{ currentPassword: string; newPassword: string }, Entry>({
    schema: own.methods.hasPassword ? NewPasswordOf : First,
    initial: { currentPassword: '', newPassword: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission((entry: Entry) => updatePassword(entry), {
    form,
    async onDone() {
      form.reset();
      onDone();
      await own.refresh();
    },
  });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <ReSignIn own={own} form={form} path="currentPassword" screen="password" />
      <PasswordField
        form={form}
        path="newPassword"
        label="新しいパスワード"
        required
        kind="new"
        shortest={isSoleLock ? minSolePasswordLength : minPasswordLength}
      />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '変更しています' : 'パスワードを変更する'}
      </Button>
    </Form>
  );
}
