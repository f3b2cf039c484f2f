import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { AccountCard } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { LinkNotice } from '#people/accounts/sign-in/link-notice.tsx';
import {
  endTotp,
  enrolTotp,
  loadSecondFactors,
  renewRecoveryCodes,
} from '#people/session/second-factor.ts';
import { useSession } from '#people/session/session.ts';
import type {
  NewRecoveryCodes,
  SecondFactors,
  TotpEnrolment,
} from '#people/sign-in/second-factor.ts';
import { EmailFirst } from './email-first.tsx';
import { isLastDemanded, LastDemanded } from './last-demanded.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

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

/** At this number or fewer, new codes are recommended. */
const fewCodes = 3;

/** The number of recovery codes left, and a button to create ten new ones. */
function RecoveryCard({
  own,
  left,
  onChange,
}: {
  own: OwnAccount;
  left: number;
  onChange: (made: NewRecoveryCodes) => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountCard title="予備コード">
      <p className="mt-1 text-sm text-ink-2">
        端末をなくしたときなどに、パスキーや認証アプリの代わりに1回ずつ使えます。
      </p>
      <p className="mt-4">
        残り：<Chip tone={left > fewCodes ? 'leaf' : 'honey'}>{`${left}個`}</Chip>
      </p>
      {left <= fewCodes && (
        <p className="mt-2 font-bold">残りが少なくなりました。新しく作っておくと安心です。</p>
      )}
      <Button variant="outline" className="mt-4 w-full" onClick={() => setAsking(true)}>
        予備コードを作り直す
      </Button>
      <ReSignInDialog
        isOpen={isAsking}
        title="予備コードを作り直しますか？"
        own={own}
        screen="two-factor"
        action="作り直す"
        send={renewRecoveryCodes}
        onDone={(made) => {
          setAsking(false);
          return onChange(made);
        }}
        onClose={() => setAsking(false)}
      >
        <p>新しい10個を表示します。いままでの予備コードは、使えなくなります。</p>
      </ReSignInDialog>
    </AccountCard>
  );
}

const labels = { begin: '認証アプリを設定する', end: '認証アプリを外す' } as const;

/** The authenticator app: its state, setup and removal. */
function TotpCard({
  own,
  factors,
  onChange,
}: {
  own: OwnAccount;
  factors: SecondFactors;
  /** Called after a change, with the recovery codes that it created, if any. */
  onChange: (made?: NewRecoveryCodes) => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const { hasTotp } = factors;
  const step = hasTotp ? 'end' : 'begin';
  // Keeps the question on the screen while the dialog fades.
  const [asked, setAsked] = useState<keyof typeof labels>(step);
  const ask = () => {
    setAsked(step);
    setAsking(true);
  };
  const mayStart = own.methods.emailVerified;
  return (
    <AccountCard title="認証アプリ">
      <p className="mt-1 text-sm text-ink-2">
        スマートフォンの認証アプリに30秒ごとに表示される6桁のコードを、パスワードのあとに入力します。
      </p>
      {enrolment ? (
        <div className="mt-6">
          <TotpSetup
            enrolment={enrolment}
            onCancel={() => setEnrolment(undefined)}
            onDone={(made) => {
              setEnrolment(undefined);
              showToast('認証アプリを設定しました。');
              return onChange(made);
            }}
          />
        </div>
      ) : (
        <>
          <p className="mt-4">
            いまの状態：
            {hasTotp ? <Chip tone="leaf">使っています</Chip> : <Chip>使っていません</Chip>}
          </p>
          {hasTotp && isLastDemanded(factors) ? (
            <div className="mt-2">
              <LastDemanded />
            </div>
          ) : (
            (hasTotp || mayStart) && (
              <Button variant="outline" className="mt-4 w-full" onClick={ask}>
                {labels[step]}
              </Button>
            )
          )}
          <ReSignInDialog
            isOpen={isAsking}
            title={asked === 'end' ? '認証アプリを外しますか？' : labels.begin}
            own={own}
            screen="two-factor"
            action={asked === 'end' ? '外す' : '設定を始める'}
            send={async (proof) =>
              asked === 'end' ? void (await endTotp(proof)) : enrolTotp(proof)
            }
            onDone={(begun) => {
              setAsking(false);
              if (begun) return setEnrolment(begun);
              showToast('認証アプリを外しました。');
              return onChange();
            }}
            onClose={() => setAsking(false)}
          >
            {asked === 'end' && <p>これからは、認証アプリのコードではログインできません。</p>}
          </ReSignInDialog>
        </>
      )}
    </AccountCard>
  );
}
