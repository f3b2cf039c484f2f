import * as z from 'zod/mini';
import type { OwnAccount } from '#app/accounts/own-account.ts';
import { ReSignIn } from '#app/accounts/re-sign-in.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { startServiceLink } from '#app/session/service-sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { OwnPassword } from '#domain/auth/sign-in.ts';
import type { SignInService } from '#domain/auth/sign-in-service.ts';

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
