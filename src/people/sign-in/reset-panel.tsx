import { useState } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { resetPassword, sendReset } from '#people/session/sign-in.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordReset, ResetRequest } from './sign-in.ts';
import { useMailedToken } from './use-mailed-token.ts';

/** Requests the reset mail or, opened by its link, sets the new password. */
export function ResetPanel() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  // An expired link can only be replaced by a new one.
  const [isDropped, setDropped] = useState(false);
  if (isDone) return <Done />;
  if (!token || isDropped) return <ResetRequestForm />;
  return (
    <>
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
      <p className="mt-4 text-center">
        <Button variant="quiet" size="small" onClick={() => setDropped(true)}>
          再設定のメールをもう一度送る
        </Button>
      </p>
    </>
  );
}

function Done() {
  return (
    <div className="space-y-6">
      <Notice kind="success" title="パスワードを再設定しました">
        ほかの端末からはログアウトしました。新しいパスワードでログインしてください。
      </Notice>
      <ButtonLink to="/login" className="w-full">
        ログインする
      </ButtonLink>
    </div>
  );
}

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

/** Requests the mail; the response never says whether the address is registered. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ schema: ResetRequest, initial: { email: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    async ({ email }: ResetRequest) => {
      await sendReset(email);
      return email;
    },
    { form, onDone: setSentTo },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        required
        autoComplete="username"
        help="ご登録のメールアドレスを入力してください"
      />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '送信しています' : '再設定のメールを送る'}
      </Button>
      <div role="status">
        {sentTo && (
          <Notice kind="success" title="メールをお送りしました">
            <b className="break-all">{sentTo}</b>
            が登録されていれば、まもなく届きます。届かないときは、迷惑メールのフォルダーと、入力したアドレスをお確かめください。
          </Notice>
        )}
      </div>
    </Form>
  );
}
