import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showMessage } from '#kit/ui/message.ts';
import { Registration } from '#people/accounts/account.ts';
import type { Claim } from '#people/session/current-appraisal.ts';
import { registerFromApplication, registerWithNames } from '#people/session/registration.ts';
import { agreed, ClaimedApplication, ConsentAndSubmit, JoinNames, thank } from './join-parts.tsx';
import { PasswordField } from './password-field.tsx';
import { SignUp } from './sign-in.ts';

const credentials = {
  email: SignUp.shape.email,
  password: SignUp.shape.password,
  agreed,
};
const JoinWithNames = z.object({ ...Registration.shape, ...credentials });
type JoinWithNames = z.infer<typeof JoinWithNames>;
const JoinFromApplication = z.object(credentials);
type JoinFromApplication = z.infer<typeof JoinFromApplication>;

/** Registration with names, e-mail and password. */
export function JoinForm() {
  const form = useForm({
    schema: JoinWithNames,
    initial: { lastName: '', firstName: '', email: '', password: '', agreed: false },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ email, password, lastName, firstName }: JoinWithNames, key) =>
      // Sends the names too, so that the password can be checked against them.
      registerWithNames(
        { email, password, name: `${lastName} ${firstName}` },
        { lastName, firstName },
        key,
      ),
    { form, onDone: thank },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <JoinNames form={form} />
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField form={form} path="password" required kind="new" />
      <ConsentAndSubmit form={form} submission={submission} />
    </Form>
  );
}

/** Registration from an application, whose names and address are copied to the account. */
export function JoinFromApplicationForm({ appraisal }: { appraisal: Claim }) {
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
      <ClaimedApplication {...appraisal} />
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField form={form} path="password" required kind="new" />
      <ConsentAndSubmit form={form} submission={submission} />
    </Form>
  );
}
