import * as z from 'zod/mini';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import type { Claim } from '#app/session/current-appraisal.ts';
import { registerFromApplication, registerWithNames } from '#app/session/registration.ts';
import { showMessage } from '#app/ui/message.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Registration } from '#domain/accounts/account.ts';
import { type ServiceNewcomer, ServiceSignUp } from '#domain/auth/sign-in-service.ts';
import { agreed, ClaimedApplication, ConsentAndSubmit, JoinNames, thank } from './join-parts.tsx';

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
