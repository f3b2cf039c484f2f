import { useEffect, useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { loadChallenge } from '#people/session/second-factor.ts';
import { useServiceOutcome } from '#people/session/service-sign-in.ts';
import { useSession } from '#people/session/session.ts';
import { enter } from '#people/session/sign-in.ts';
import { LoginForm } from './login-form.tsx';
import type { SecondFactorKind } from './second-factor.ts';
import { SecondStep } from './second-step.tsx';
import { ServiceButtons } from './service-buttons.tsx';
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
