import * as z from 'zod/mini';
import { EmailField } from '#app/forms/email-field.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { updateEmail } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { EmailChange, OwnPassword } from '#domain/sign-in.ts';
import type { OwnAccount } from './own-account.ts';
import { ReSignIn } from './re-sign-in.tsx';

const newEmail = EmailChange.shape.newEmail;
const ByPassword = z.object({ newEmail, password: OwnPassword.shape.password });
const ByProvider = z.object({ newEmail });
type Entry = { newEmail: string; password?: string };

/** Moves the account to another e-mail: signing in again, then all steps of spec section 4. */
export function EmailForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const { email } = own.account;
  const form = useForm<{ newEmail: string; password: string }, Entry>({
    schema: own.methods.hasPassword ? ByPassword : ByProvider,
    initial: { newEmail: '', password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission((entry: Entry) => updateEmail({ email, ...entry }), {
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
      <dl>
        <dt className="font-bold">いまのメールアドレス</dt>
        <dd className="break-all">{email}</dd>
      </dl>
      <EmailField
        form={form}
        path="newEmail"
        label="新しいメールアドレス"
        required
        help="確認のメールをお送りします"
      />
      <ReSignIn own={own} form={form} path="password" screen="email" />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '変更しています' : 'メールアドレスを変更する'}
      </Button>
    </Form>
  );
}
