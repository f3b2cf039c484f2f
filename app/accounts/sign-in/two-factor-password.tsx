import type { OwnAccount } from '#app/accounts/own-account.ts';
import { ReSignIn } from '#app/accounts/re-sign-in.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { endTwoFactor, enrolTwoFactor } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { showMessage } from '#app/ui/message.ts';
import type { TwoFactorEnrolment } from '#domain/auth/own-sign-in.ts';
import { OwnPassword } from '#domain/auth/sign-in.ts';

/** Shows whether codes are required, and asks for the password that changes it. */
export function TwoFactorPassword({
  own,
  onEnrolled,
  onEnded,
}: {
  own: OwnAccount;
  onEnrolled: (enrolment: TwoFactorEnrolment) => void;
  onEnded: () => Promise<void>;
}) {
  const { hasTwoFactor } = own.methods;
  const form = useForm({ schema: OwnPassword, initial: { password: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    async ({ password }: { password: string }): Promise<TwoFactorEnrolment | undefined> => {
      if (!hasTwoFactor) return enrolTwoFactor(password);
      await endTwoFactor(password);
      return undefined;
    },
    { form, onDone: (enrolment) => (enrolment ? onEnrolled(enrolment) : onEnded()) },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <p>
        いまの状態：
        {hasTwoFactor ? <Chip tone="leaf">使っています</Chip> : <Chip>使っていません</Chip>}
      </p>
      <ReSignIn own={own} form={form} path="password" screen="password" />
      <SubmitError message={submission.message} />
      <Button
        type="submit"
        className="w-full"
        variant={hasTwoFactor ? 'outline' : 'primary'}
        isBusy={submission.isPending}
      >
        {hasTwoFactor ? '2段階認証をやめる' : '設定を始める'}
      </Button>
    </Form>
  );
}
