import { useState } from 'react';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { sendReset } from '#people/session/sign-in.ts';
import { ResetRequest } from './sign-in.ts';

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
