import { useEffect, useRef } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { SecondFactorSteps } from '#people/session/second-factor/second-factor-steps.tsx';
import {
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithTotp,
} from '#people/session/second-factor.ts';
import type { SecondFactorKind } from './second-factor.ts';

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({
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
