import { useState } from 'react';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { sendReset } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { Notice } from '#app/ui/notice.tsx';
import { ResetRequest } from '#domain/auth/sign-in.ts';

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
