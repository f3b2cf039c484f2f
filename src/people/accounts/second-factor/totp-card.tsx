import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { AccountCard } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { endTotp, enrolTotp } from '#people/session/second-factor.ts';
import type {
  NewRecoveryCodes,
  SecondFactors,
  TotpEnrolment,
} from '#people/sign-in/second-factor.ts';
import { isLastDemanded, LastDemanded } from './last-demanded.tsx';
import { TotpSetup } from './totp-setup.tsx';

const labels = { begin: '認証アプリを設定する', end: '認証アプリを外す' } as const;

/** The authenticator app: its state, setup and removal. */
export function TotpCard({
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
