import { type ReactNode, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { loginPathFor } from '#people/session/back-path.ts';
import { signOut, useSession } from '#people/session/session.ts';
import { enter } from '#people/session/sign-in.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { minSolePasswordLength } from '#people/sign-in/sign-in.ts';
import { storeInvitationToken } from './held-token.ts';
import { type InvitationFacts, InvitedPerson } from './invitation.ts';

/** The details of an invitation, and the form to accept it. */
export function InvitationPanel({ token }: { token: string }) {
  // A constant key, so that the token goes in the body only.
  const read = useQuery<InvitationFacts>('an invitation', (signal) =>
    api('/api/invitations/read', { body: { token }, isAnonymous: true, signal }),
  );
  const { value, problem, reload } = read;
  if (problem?.type === 'Gone') {
    return (
      <Notice kind="error" title="この招待は使えません">
        {problem.message}
      </Notice>
    );
  }
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={5} label="招待の内容を読み込んでいます" />;
  return (
    <div className="space-y-6">
      <Facts>
        <Fact label="招待先">
          <b className="wrap-anywhere">{value.place}</b>
        </Fact>
        <Fact label="役割">{value.roleLabel}</Fact>
        <Fact label="メールアドレス">
          <span className="wrap-anywhere">{value.email}</span>
        </Fact>
        <Fact label="期限">{formatDateTime(value.expiresAt)}</Fact>
      </Facts>
      <p className="text-sm text-ink-2">
        お引き受けのあと、2段階認証の設定をお願いします。お客さまの情報を守るためです。
      </p>
      <Acceptance invitation={value} token={token} />
    </div>
  );
}

type Props = { invitation: InvitationFacts; token: string };

function Acceptance({ invitation, token }: Props) {
  const { prepared, account } = useSession();
  const [isEntering, setEntering] = useState(false);
  async function accepted() {
    setEntering(true);
    storeInvitationToken(undefined);
    await enter();
    // A full load, so that the new role's guards apply.
    window.location.assign(invitation.isStaff ? '/staff' : '/admin');
  }
  if (isEntering) return <Skeleton lines={2} label="画面を開いています" />;
  if (account) {
    return account.email === invitation.email ? (
      <AcceptButton token={token} onDone={accepted} />
    ) : (
      <WrongAccount email={account.email} />
    );
  }
  if (!prepared) return <Skeleton lines={2} label="ログインの状態を確かめています" />;
  return invitation.isRegistered ? (
    <SignInFirst />
  ) : (
    <InvitedForm token={token} onDone={accepted} />
  );
}

function AcceptButton({ token, onDone }: { token: string; onDone: () => void }) {
  const submission = useSubmission(
    (_: true) => api('/api/invitations/accept', { body: { token } }),
    { onDone },
  );
  return (
    <>
      <SubmitError message={submission.message} />
      <Button
        className="w-full"
        isBusy={submission.isPending}
        onClick={() => submission.send(true)}
      >
        {submission.isPending ? '送信しています' : '招待を引き受ける'}
      </Button>
      <p className="text-sm text-ink-2">お引き受けになると、ほかの端末はログアウトします。</p>
    </>
  );
}

function WrongAccount({ email }: { email: string }): ReactNode {
  return (
    <Notice title="別の方としてログインしています">
      <p>
        いまは <span className="wrap-anywhere">{email}</span>{' '}
        としてログインしています。この招待は上のメールアドレスの方あてです。ログアウトすると、お引き受けいただけます。
      </p>
      <Button variant="outline" size="small" className="mt-3" onClick={() => void signOut()}>
        ログアウトする
      </Button>
    </Notice>
  );
}

function SignInFirst() {
  return (
    <>
      <ButtonLink to={loginPathFor('/invitation')} className="w-full">
        ログインして引き受ける
      </ButtonLink>
      <p className="text-sm text-ink-2">
        ログインのあと、この画面に戻ります。戻らないときは、メールのリンクをもう一度開いてください。
      </p>
    </>
  );
}

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
