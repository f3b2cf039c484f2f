import { useEffect, useRef, useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { hasPasskeys } from '#people/session/passkeys.ts';
import { SecondFactorSteps } from '#people/session/second-factor/second-factor-steps.tsx';
import {
  loadChallenge,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithTotp,
} from '#people/session/second-factor.ts';
import { useServiceOutcome } from '#people/session/service-sign-in.ts';
import { useSession } from '#people/session/session.ts';
import { enter, signIn } from '#people/session/sign-in.ts';
import { PasswordField } from './password-field.tsx';
import type { SecondFactorKind } from './second-factor.ts';
import { ServiceButtons } from './service-buttons.tsx';
import { SignIn } from './sign-in.ts';
import { problemIn } from './sign-in-service.ts';

/** The services, the password and passkeys, then the second step of accounts that have one. */
export function LoginPanel() {
  const { prepared } = useSession();
  const outcome = useServiceOutcome();
  const isEntering = useEntering(outcome === 'signed-in');
  const [methods, setMethods] = useState<readonly SecondFactorKind[]>();
  // After going back to the start, the person is not asked for the service's second step again.
  const [hasGoneBack, setGoneBack] = useState(false);
  const isDue = outcome === 'code' && !hasGoneBack;
  const challenge = useQuery(isDue ? 'second step' : undefined, loadChallenge);
  if (isEntering) return <p role="status">ログインしています…</p>;
  if (isDue && challenge.isLoading) return <Skeleton lines={4} />;
  if (isDue && challenge.problem) {
    return <LoadFailure message={challenge.problem.message} onRetry={challenge.reload} />;
  }
  const asked = methods ?? (isDue ? challenge.value?.methods : undefined);
  if (asked) {
    return (
      <SecondStep
        methods={asked}
        onBack={() => {
          setMethods(undefined);
          setGoneBack(true);
        }}
      />
    );
  }
  // The time is over.
  const problem = problemIn(isDue ? 'expired' : outcome);
  return (
    <>
      {problem !== undefined && (
        <div className="mb-6">
          <Notice kind="error" title={problem} />
        </div>
      )}
      <ServiceButtons page="login" isReady={prepared} />
      <LoginForm isReady={prepared} onSecondStep={setMethods} />
      <p className="mt-6 text-center">
        <Link to="/reset-password" className="inline-block py-2 text-coral-dark underline">
          パスワードをお忘れの方
        </Link>
      </p>
    </>
  );
}

/** Continues the session of a person who returns from a service; true while that is pending. */
function useEntering(hasComeBack: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (hasComeBack) void enter().finally(() => setOver(true));
  }, [hasComeBack]);
  return hasComeBack && !isOver;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
function SecondStep({
  methods,
  onBack,
}: {
  methods: readonly SecondFactorKind[];
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="space-y-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        2段階認証
      </h2>
      <SecondFactorSteps
        methods={methods}
        actions={{
          passkey: () => signInWithPasskey(),
          totp: signInWithTotp,
          recovery: signInWithRecoveryCode,
        }}
        action="ログインする"
      />
      <p className="text-center">
        <Button variant="quiet" size="small" onClick={onBack}>
          ログインの最初に戻る
        </Button>
      </p>
    </div>
  );
}

/** E-mail and password, or a passkey; `onSecondStep` is called when a second step is due. */
export function LoginForm({
  isReady,
  onSecondStep,
}: {
  isReady: boolean;
  onSecondStep: (methods: readonly SecondFactorKind[]) => void;
}) {
  const form = useForm({
    schema: SignIn,
    initial: { email: '', password: '', rememberMe: true },
    onInvalid: showMessage,
  });
  const submission = useSubmission(signIn, {
    form,
    onDone: ({ twoFactor, methods }) => twoFactor && onSecondStep(methods),
  });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <EmailField form={form} path="email" required autoComplete="username" />
      <PasswordField form={form} path="password" required kind="current" />
      <Checkbox form={form} path="rememberMe" label="このブラウザーでログインしたままにする" />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {submission.isPending ? '確認しています' : 'ログインする'}
      </Button>
      <PasskeySignIn isReady={isReady} rememberMe={form.values.rememberMe} />
    </Form>
  );
}

/** Signs in with a passkey alone; nothing in browsers that do not support it. */
function PasskeySignIn({ isReady, rememberMe }: { isReady: boolean; rememberMe: boolean }) {
  const isHydrated = useHydrated();
  const submission = useSubmission(signInWithPasskey);
  if (isHydrated && !hasPasskeys()) return null;
  return (
    <div className="space-y-3">
      <p className="flex items-center gap-3 text-sm text-ink-2">
        <span className="stitch flex-1" />
        または、パスワードを使わずに
        <span className="stitch flex-1" />
      </p>
      <Button
        variant="outline"
        className="w-full"
        disabled={!isReady}
        isBusy={submission.isPending}
        onClick={() => submission.send({ rememberMe })}
      >
        {submission.isPending ? '確認しています' : 'パスキーでログイン'}
      </Button>
      <SubmitError message={submission.message} />
    </div>
  );
}
