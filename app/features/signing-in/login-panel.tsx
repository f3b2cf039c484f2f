import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#app/session/session.ts';
import { CodeForm } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';

/** E-mail and password, then the code of those who have a second step. */
export function LoginPanel() {
  const { prepared } = useSession();
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  if (isCodeNeeded) return <CodeForm onBack={() => setCodeNeeded(false)} />;
  return (
    <>
      <LoginForm isReady={prepared} onCodeNeeded={() => setCodeNeeded(true)} />
      <p className="mt-6 text-center">
        <Link to="/reset-password" className="inline-block py-2 text-coral-dark underline">
          パスワードをお忘れの方
        </Link>
      </p>
    </>
  );
}
