import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Checkbox } from '#app/forms/fields/checkbox.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { PasswordField } from '#app/forms/fields/password-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { signIn } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import type { SecondFactorKind } from '#domain/auth/second-factor.ts';
import { SignIn } from '#domain/auth/sign-in.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

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
