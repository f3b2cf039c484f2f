import { useState } from 'react';
import { Link } from 'react-router';
import { CodeForm } from '#app/features/signing-in/code-form.tsx';
import { Entrance } from '#app/features/signing-in/entrance.tsx';
import { LoginForm } from '#app/features/signing-in/login-form.tsx';
import { useVisitorsOnly } from '#app/features/signing-in/use-person.ts';
import { pageMeta } from '#app/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ログイン',
    description: 'ログインすると、お申し込みの状況と寄付の履歴をご覧いただけます。',
  });

export const handle = { breadcrumb: 'ログイン' };

export default function Login() {
  const { prepared } = useVisitorsOnly();
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  return (
    <Entrance title="ログイン" picture="handshake" otherWays={<NewHere />}>
      {isCodeNeeded ? (
        <CodeForm onBack={() => setCodeNeeded(false)} />
      ) : (
        <>
          <LoginForm isReady={prepared} onCodeNeeded={() => setCodeNeeded(true)} />
          <p className="mt-6 text-center">
            <Link to="/reset-password" className="inline-block py-2 text-coral-dark underline">
              パスワードをお忘れの方
            </Link>
          </p>
        </>
      )}
    </Entrance>
  );
}

function NewHere() {
  return (
    <>
      <p className="mb-2">はじめての方はこちら</p>
      <ButtonLink to="/join" variant="outline">
        新規登録
      </ButtonLink>
    </>
  );
}
