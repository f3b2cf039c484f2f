import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { signIn } from '#people/session/sign-in.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import type { SecondFactorKind } from './second-factor.ts';
import { SignIn } from './sign-in.ts';

/** E-mail and password, or a passkey; `onSecondStep` is called when a second step is due. */
export function LoginForm({
  isReady,
  onSecondStep,
}: {
  isReady: boolean;
  onSecondStep: (methods: readonly SecondFactorKind[]) => void;
}) {
  const form = useForm({
    schema: SignIn,
    initial: { email: '', password: '', rememberMe: true },
    onInvalid: showMessage,
  });
  const submission = useSubmission(signIn, {
    form,
    onDone: ({ twoFactor, methods }) => twoFactor && onSecondStep(methods),
  });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField form={form} path="password" required kind="current" />
      <Checkbox form={form} path="rememberMe" label="このブラウザーでログインしたままにする" />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '確認しています' : 'ログインする'}
      </Button>
      <PasskeySignIn isReady={isReady} rememberMe={form.values.rememberMe} />
    </Form>
  );
}
