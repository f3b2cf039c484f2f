import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { NameFields } from '#app/forms/fields/name-fields.tsx';
import { PasswordField } from '#app/forms/fields/password-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { minSolePasswordLength } from '#domain/auth/sign-in.ts';
import { InvitedPerson } from '#domain/people/invitation.ts';

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
