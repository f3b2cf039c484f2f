import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useServiceOutcome } from '#app/session/service-sign-in.ts';
import { useSession } from '#app/session/session.ts';
import { enter } from '#app/session/sign-in.ts';
import { Notice } from '#app/ui/notice.tsx';
import { problemIn } from '#domain/auth/sign-in-service.ts';
import { CodeForm } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';
import { ServiceButtons } from './service-buttons.tsx';

/** The services and the password, then the code of accounts with a second step. */
export function LoginPanel() {
  const { prepared } = useSession();
  const outcome = useServiceOutcome();
  const isEntering = useEntering(outcome === 'signed-in');
  const [codeStep, setCodeStep] = useState<boolean>();
  if (isEntering) return <p role="status">ログインしています…</p>;
  if (codeStep ?? outcome === 'code') return <CodeForm onBack={() => setCodeStep(false)} />;
  const problem = problemIn(outcome);
  return (
    <>
      {problem !== undefined && (
        <div className="mb-6">
          <Notice kind="error" title={problem} />
        </div>
      )}
      <ServiceButtons page="login" isReady={prepared} />
      <LoginForm isReady={prepared} onCodeNeeded={() => setCodeStep(true)} />
      <p className="mt-6 text-center">
        <Link to="/reset-password" className="inline-block py-2 text-coral-dark underline">
          パスワードをお忘れの方
        </Link>
      </p>
    </>
  );
}

/** Continues the session of a person who returns from a service; true until that is known. */
function useEntering(hasComeBack: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (hasComeBack) void enter().finally(() => setOver(true));
  }, [hasComeBack]);
  return hasComeBack && !isOver;
}
