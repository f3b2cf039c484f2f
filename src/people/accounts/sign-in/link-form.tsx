import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignIn } from '#people/accounts/re-sign-in.tsx';
import { startServiceLink } from '#people/session/service-sign-in.ts';
import { OwnPassword } from '#people/sign-in/sign-in.ts';
import type { SignInService } from '#people/sign-in/sign-in-service.ts';

type Entry = { password?: string };

/** Re-authenticates and redirects to a service, which returns to the account with the service linked. */
export function LinkForm({
  own,
  service: { id, name },
}: {
  own: OwnAccount;
  service: SignInService;
}) {
  const form = useForm<{ password: string }, Entry>({
    schema: own.methods.hasPassword ? OwnPassword : z.object({}),
    initial: { password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ password }: Entry) => startServiceLink({ service: id, password }),
    {
      form,
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <p>
        {`このあと${name}の画面に移ります。そちらでログインすると、次から${name}でもたすきにログインできます。`}
      </p>
      <ReSignIn own={own} form={form} path="password" screen={`service/${id}`} />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {`${name}へ進む`}
      </Button>
    </Form>
  );
}
