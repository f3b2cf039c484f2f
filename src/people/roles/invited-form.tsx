import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { minSolePasswordLength } from '#people/sign-in/sign-in.ts';
import { InvitedPerson } from './invitation.ts';

/** Names and password of a person who accepts an invitation without an account. */
export function InvitedForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    schema: InvitedPerson,
    initial: { lastName: '', firstName: '', lastNameKana: '', firstNameKana: '', password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: InvitedPerson) =>
      api('/api/invitations/register', { body: { token, ...body }, isAnonymous: true }),
    { form, onDone },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <NameFields form={form} />
      <PasswordField
        form={form}
        path="password"
        required
        kind="new"
        shortest={minSolePasswordLength}
      />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '送信しています' : '登録して引き受ける'}
      </Button>
    </Form>
  );
}
