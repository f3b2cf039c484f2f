import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Registration } from '#people/accounts/account.ts';
import type { Claim } from '#people/session/current-appraisal.ts';
import { registerFromApplication, registerWithNames } from '#people/session/registration.ts';
import { agreed, ClaimedApplication, ConsentAndSubmit, JoinNames, thank } from './join-parts.tsx';
import { type ServiceNewcomer, ServiceSignUp } from './sign-in-service.ts';

const { email } = ServiceSignUp.shape;
const WithNames = z.object({ ...Registration.shape, email, agreed });
const FromApplication = z.object({ email, agreed });
type Entry = { email: string; agreed: true; firstName?: string; lastName?: string };

/** Registration after signing in at a service: prefilled with its data, and without a password. */
export function ServiceJoinForm({
  newcomer,
  appraisal,
}: {
  newcomer: ServiceNewcomer;
  appraisal: Claim | undefined;
}) {
  const { service, lastName, firstName } = newcomer;
  const form = useForm<
    { lastName: string; firstName: string; email: string; agreed: boolean },
    Entry
  >({
    schema: appraisal ? FromApplication : WithNames,
    initial: {
      lastName,
      firstName,
      email: newcomer.email || (appraisal?.email ?? ''),
      agreed: false,
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ email: address, lastName: last = '', firstName: first = '' }: Entry, key) =>
      appraisal
        ? registerFromApplication({ email: address }, appraisal, key)
        : registerWithNames({ email: address }, { lastName: last, firstName: first }, key),
    { form, onDone: thank },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <Notice kind="success" title={`${service.name}でのログインを確かめました`}>
        <p>あと少しでご登録が終わります。パスワードは必要ありません。</p>
      </Notice>
      <ErrorSummary form={form} />
      {appraisal ? <ClaimedApplication {...appraisal} /> : <JoinNames form={form} />}
      <EmailField form={form} path="email" required help="お知らせをお送りします" />
      <ConsentAndSubmit form={form} submission={submission} />
    </Form>
  );
}
