import { useEffect, useRef } from 'react';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { signInWithCode } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { TotpCode } from '#domain/auth/sign-in.ts';
import { toHalfWidth } from '#domain/values/text-width.ts';

/** The second step of a sign-in: the code of an authenticator app. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const form = useForm({ schema: TotpCode, initial: { code: '' }, onInvalid: showMessage });
  const submission = useSubmission(({ code }: { code: string }) => signInWithCode(code), { form });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        認証コードの入力
      </h2>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="code"
        label="認証コード"
        required
        help="認証アプリに表示されている6桁の数字です"
        inputMode="numeric"
        autoComplete="one-time-code"
        tidy={(text) => toHalfWidth(text).replace(/\s/g, '')}
      />
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onBack}>
          もどる
        </Button>
        <Button type="submit" isBusy={submission.isPending}>
          {submission.isPending ? '確認しています' : 'ログインする'}
        </Button>
      </div>
    </Form>
  );
}
