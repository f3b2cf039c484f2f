import * as z from 'zod/mini';
import { Checkbox } from '#app/forms/checkbox.tsx';
import { EmailField } from '#app/forms/email-field.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { PasswordField } from '#app/forms/password-field.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { TextField } from '#app/forms/text-field.tsx';
import { type FormFields, useForm } from '#app/forms/use-form.ts';
import { type Submission, useSubmission } from '#app/forms/use-submission.ts';
import type { CurrentAppraisal } from '#app/session/current-appraisal.ts';
import { registerFromApplication, registerWithNames } from '#app/session/registration.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import { Registration } from '#domain/account.ts';
import { SignUp } from '#domain/sign-in.ts';

const credentials = {
  email: SignUp.shape.email,
  password: SignUp.shape.password,
  agreed: z.literal(true, '利用規約をお読みのうえ、同意してください。'),
};
const JoinWithNames = z.object({ ...Registration.shape, ...credentials });
type JoinWithNames = z.infer<typeof JoinWithNames>;
const JoinFromApplication = z.object(credentials);
type JoinFromApplication = z.infer<typeof JoinFromApplication>;

const thank = () => showToast('ご登録ありがとうございます。');

/** Registration with names, e-mail and password. */
export function JoinForm({ isReady }: { isReady: boolean }) {
  const form = useForm({
    schema: JoinWithNames,
    initial: { lastName: '', firstName: '', email: '', password: '', agreed: false },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ email, password, lastName, firstName }: JoinWithNames, key) =>
      registerWithNames({ email, password }, { lastName, firstName }, key),
    { form, onDone: thank },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <div className="grid grid-cols-2 gap-4">
        <TextField form={form} path="lastName" label="姓" required autoComplete="family-name" />
        <TextField form={form} path="firstName" label="名" required autoComplete="given-name" />
      </div>
      <Credentials form={form} submission={submission} isReady={isReady} />
    </Form>
  );
}

/** Registration from an application: its names and address become the account's. */
export function JoinFromApplicationForm({
  appraisal,
  isReady,
}: {
  appraisal: CurrentAppraisal;
  isReady: boolean;
}) {
  const form = useForm({
    schema: JoinFromApplication,
    initial: { email: appraisal.email ?? '', password: '', agreed: false },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ email, password }: JoinFromApplication, key) =>
      registerFromApplication({ email, password }, appraisal, key),
    { form, onDone: thank },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <dl className="rounded-tile bg-leaf-soft px-5 py-3">
        <dt className="text-sm">申込番号</dt>
        <dd className="figures text-xl">{appraisal.appraisalId}</dd>
        <dd className="mt-1 text-sm">
          このお申し込みが、あなたの寄付の履歴に入ります。お名前とご住所は、お申し込みの内容を引き継ぎます。
        </dd>
      </dl>
      <Credentials form={form} submission={submission} isReady={isReady} />
    </Form>
  );
}

function Credentials<Body>({
  form,
  submission,
  isReady,
}: {
  form: FormFields;
  submission: Submission<Body>;
  isReady: boolean;
}) {
  return (
    <>
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField form={form} path="password" required kind="new" />
      <Checkbox form={form} path="agreed" label="利用規約に同意します" required>
        <a href="/terms" target="_blank" rel="noopener" className="text-coral-dark underline">
          利用規約を読む<span className="sr-only">（新しいタブで開きます）</span>
        </a>
      </Checkbox>
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" disabled={!isReady} isBusy={submission.isPending}>
        {submission.isPending ? '登録しています' : '登録する'}
      </Button>
    </>
  );
}
