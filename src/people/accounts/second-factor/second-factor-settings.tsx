import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { LinkNotice } from '#people/accounts/sign-in/link-notice.tsx';
import { loadSecondFactors } from '#people/session/second-factor.ts';
import { useSession } from '#people/session/session.ts';
import type { NewRecoveryCodes } from '#people/sign-in/second-factor.ts';
import { EmailFirst } from './email-first.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpCard } from './totp-card.tsx';

/** The person's second factors, or the recovery codes that were just created. */
export function SecondFactorSettings({ own }: { own: OwnAccount }) {
  const { uid } = useSession();
  const factors = useQuery(uid, loadSecondFactors);
  const [codes, setCodes] = useState<readonly string[]>();
  async function onChange(made?: NewRecoveryCodes) {
    if (made?.recoveryCodes) setCodes(made.recoveryCodes);
    factors.reload();
    await own.refresh();
  }
  if (codes) {
    return (
      <Card>
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      </Card>
    );
  }
  if (factors.problem) {
    return <LoadFailure message={factors.problem.message} onRetry={factors.reload} />;
  }
  const known = factors.value;
  if (!known) {
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  }
  const isUsed = known.hasTotp || known.passkeys.length > 0;
  return (
    <div className="space-y-6">
      <LinkNotice />
      {!own.methods.emailVerified && <EmailFirst email={own.account.email} />}
      <PasskeysCard own={own} factors={known} onChange={onChange} />
      <TotpCard own={own} factors={known} onChange={onChange} />
      {isUsed && <RecoveryCard own={own} left={known.recoveryCodesLeft} onChange={onChange} />}
    </div>
  );
}
