import { useState } from 'react';
import type { OwnAccount } from '#app/accounts/own-account.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { TwoFactorEnrolment } from '#domain/auth/own-sign-in.ts';
import { TwoFactorPassword } from './two-factor-password.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** Turns the codes of an authenticator app on and off: password, then the app, then its first code. */
export function TwoFactor({ own }: { own: OwnAccount }) {
  const [enrolment, setEnrolment] = useState<TwoFactorEnrolment>();
  if (enrolment) {
    return (
      <TwoFactorSetup
        enrolment={enrolment}
        onDone={async () => {
          await own.refresh();
          setEnrolment(undefined);
          showToast('2段階認証を有効にしました。');
        }}
      />
    );
  }
  return (
    <TwoFactorPassword
      key={String(own.methods.hasTwoFactor)}
      own={own}
      onEnrolled={setEnrolment}
      onEnded={async () => {
        await own.refresh();
        showToast('2段階認証をやめました。');
      }}
    />
  );
}
