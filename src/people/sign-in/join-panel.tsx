import * as z from 'zod/mini';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { type Submission, useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { Registration } from '#people/accounts/account.ts';
import { claimPath, loginPathFor } from '#people/session/back-path.ts';
import type { Claim } from '#people/session/current-appraisal.ts';
import { registerFromApplication, registerWithNames } from '#people/session/registration.ts';
import { loadNewcomer, useServiceOutcome } from '#people/session/service-sign-in.ts';
import { useSession } from '#people/session/session.ts';
import { PasswordField } from './password-field.tsx';
import { ServiceButtons } from './service-buttons.tsx';
import { SignUp } from './sign-in.ts';
import { problemIn, type ServiceNewcomer, ServiceSignUp } from './sign-in-service.ts';
import { useClaim, useClaimLink } from './use-claim.ts';

/** The consent that every registration requires. */
const agreed = z.literal(true, '利用規約をお読みのうえ、同意してください。');

const thank = () => showToast('ご登録ありがとうございます。');

function JoinNames({ form }: { form: FormFields }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField form={form} path="lastName" label="姓" required autoComplete="family-name" />
      <TextField form={form} path="firstName" label="名" required autoComplete="given-name" />
    </div>
  );
}

/** The application that becomes the first entry of the account's history. */
function ClaimedApplication({ appraisalId }: { appraisalId: string }) {
  return (
    <dl className="rounded-tile bg-leaf-soft px-5 py-3">
      <dt className="text-sm">申込番号</dt>
      <dd className="figures text-xl">{appraisalId}</dd>
      <dd className="mt-1 text-sm">
        このお申し込みが、あなたの寄付の履歴に入ります。お名前とご住所は、お申し込みの内容を引き継ぎます。
      </dd>
    </dl>
  );
}

function ConsentAndSubmit<Body>({
  form,
  submission,
}: {
  form: FormFields;
  submission: Submission<Body>;
}) {
  return (
    <>
      <Checkbox form={form} path="agreed" label="利用規約に同意します" required>
        <a href="/terms" target="_blank" rel="noopener" className="text-coral-dark underline">
          利用規約を読む<span className="sr-only">（新しいタブで開きます）</span>
        </a>
      </Checkbox>
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '登録しています' : '登録する'}
      </Button>
    </>
  );
}

/** Registration, prefilled from the application or sign-in service that led here. */
export function JoinPanel() {
  const { prepared, account, uid } = useSession();
  const { claim, letGo } = useClaim({ isTaken: prepared && account === undefined });
  const link = useClaimLink(claim, uid);
  // Only a link that has certainly expired prevents a registration.
  const isOver = link.problem?.type === 'NotFound';
  const appraisal = isOver
    ? undefined
    : claim && { ...claim, email: link.value?.email ?? claim.email };
  const outcome = useServiceOutcome();
  const newcomerQuery = useQuery(outcome === 'newcomer' ? outcome : undefined, loadNewcomer);
  if (outcome === 'newcomer' && newcomerQuery.isLoading) return <Skeleton lines={6} />;
  if (appraisal && appraisal.email === undefined && link.isLoading) return <Skeleton lines={6} />;
  if (newcomerQuery.problem)
    return <LoadFailure message={newcomerQuery.problem.message} onRetry={newcomerQuery.reload} />;
  const newcomer = newcomerQuery.value;
  // The time is over, or the person has registered meanwhile.
  const problem = problemIn(newcomer === null ? 'expired' : outcome);
  return (
    <>
      {problem !== undefined && (
        <div className="mb-6">
          <Notice kind="error" title={problem} />
        </div>
      )}
      {isOver && (
        <div className="mb-6">
          <Notice title={link.problem?.message} />
        </div>
      )}
      {newcomer ? (
        <ServiceJoinForm key={appraisal?.appraisalId} newcomer={newcomer} appraisal={appraisal} />
      ) : (
        <>
          <ServiceButtons page="join" isReady={prepared} />
          {appraisal ? (
            <JoinFromApplicationForm key={appraisal.appraisalId} appraisal={appraisal} />
          ) : (
            <JoinForm />
          )}
        </>
      )}
      {appraisal && (
        <div className="mt-4 flex flex-col items-center gap-1 text-center">
          <ButtonLink to={loginPathFor(claimPath)} variant="quiet" size="small">
            会員の方は、ログインして履歴に入れる
          </ButtonLink>
          <Button variant="quiet" size="small" onClick={letGo}>
            お申し込みとつなげずに登録する
          </Button>
        </div>
      )}
    </>
  );
}

const { email } = ServiceSignUp.shape;
const WithNames = z.object({ ...Registration.shape, email, agreed });
const FromApplication = z.object({ email, agreed });
type Entry = { email: string; agreed: true; firstName?: string; lastName?: string };

/** Registration after signing in at a service: prefilled with its data, and without a password. */
function ServiceJoinForm({
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
