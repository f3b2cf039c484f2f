import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Steps } from '#kit/ui/navigation/steps.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { enter } from '#people/session/sign-in.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { minSolePasswordLength } from '#people/sign-in/sign-in.ts';
import { FirstOwnerEntry } from './first-owner.ts';

const steps = ['アカウント', '2段階認証', '準備'];

/** The account form of the first owner, if the link is valid; otherwise how to get a link. */
export function SetupPanel({ token }: { token: string | null | undefined }) {
  const link = useQuery(token ?? undefined, () =>
    api('/api/setup/link', { body: { token }, isAnonymous: true }),
  );
  if (token === null) return <NoLink />;
  if (link.problem?.type === 'Gone' || link.problem?.type === 'ValidationError') {
    return <NoLink message={link.problem.message} />;
  }
  if (link.problem) return <LoadFailure message={link.problem.message} onRetry={link.reload} />;
  if (!token || !link.value) return <Skeleton lines={6} />;
  return (
    <div className="space-y-6">
      <Steps steps={steps} current={0} />
      <OwnerForm token={token} />
    </div>
  );
}

function NoLink({ message }: { message?: string }) {
  return (
    <Notice title={message ?? 'この画面は、サーバーを起動したときに表示されるリンクから開きます'}>
      <p className="mt-2 text-ink">
        運営の方は、
        <a href="/login" className="underline">
          ログイン画面
        </a>
        からお入りください。
      </p>
    </Notice>
  );
}

/** The account of the first owner. The guards then lead to the second factor and the check list. */
function OwnerForm({ token }: { token: string }) {
  const form = useForm({
    schema: FirstOwnerEntry,
    initial: { lastName: '', firstName: '', email: '', password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (entry: FirstOwnerEntry) =>
      api('/api/setup/owner', { body: { ...entry, token }, isAnonymous: true }),
    { form, onDone: enter },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <div className="grid grid-cols-2 gap-4">
        <TextField form={form} path="lastName" label="姓" required autoComplete="family-name" />
        <TextField form={form} path="firstName" label="名" required autoComplete="given-name" />
      </div>
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField
        form={form}
        path="password"
        required
        kind="new"
        shortest={minSolePasswordLength}
      />
      <p className="text-sm text-ink-2">次の画面で、2段階認証を設定します。</p>
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '送信しています' : 'アカウントを作って進む'}
      </Button>
    </Form>
  );
}
