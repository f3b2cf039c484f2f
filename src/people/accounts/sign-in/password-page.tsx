import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { EditScreen } from '#people/accounts/edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from '#people/accounts/own-account.ts';
import { ReSignIn } from '#people/accounts/re-sign-in.tsx';
import { useSession } from '#people/session/session.ts';
import { updatePassword } from '#people/session/sign-in.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import {
  maxPasswordLength,
  minPasswordLength,
  minSolePasswordLength,
  PasswordChange,
  wrongCurrentPasswordMessage,
} from '#people/sign-in/sign-in.ts';
import type { Route } from './+types/password-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'パスワードの変更',
    description: 'ログインに使うパスワードを変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'パスワードの変更' };

export default function AccountPassword() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="パスワードの変更"
      lead="変更すると、ほかの端末はログアウトします。"
      done={{
        title: 'パスワードを変更しました',
        text: '次のログインから、新しいパスワードをお使いください。',
      }}
    >
      {(onDone) => <PasswordForm own={own} onDone={onDone} />}
    </EditScreen>
  );
}

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
