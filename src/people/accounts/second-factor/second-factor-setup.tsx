import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Steps } from '#kit/ui/navigation/steps.tsx';
import type { SignedInPerson } from '#people/accounts/re-sign-in.tsx';
import { ReSignInForm } from '#people/accounts/re-sign-in-form.tsx';
import { LinkNotice } from '#people/accounts/sign-in/link-notice.tsx';
import { hasPasskeys, notSupportedMessage } from '#people/session/passkeys.ts';
import { enrolTotp } from '#people/session/second-factor.ts';
import { enter } from '#people/session/sign-in.ts';
import type { NewRecoveryCodes, TotpEnrolment } from '#people/sign-in/second-factor.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { AboutPasskeys } from './passkeys-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

const screen = 'two-factor/setup';
const steps = ['方法を選ぶ', '設定する', '予備コード'];

type Choice = 'passkey' | 'totp';

/** The choice of a second factor, its setup and recovery codes; then continues to the requested page. */
export function SecondFactorSetup({ own }: { own: SignedInPerson }) {
  const [choice, setChoice] = useState<Choice>();
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const resetChoice = () => {
    setChoice(undefined);
    setEnrolment(undefined);
  };
  // The new token no longer lacks a second factor, so the guard redirects.
  const finishStep = ({ recoveryCodes }: NewRecoveryCodes) =>
    recoveryCodes ? setCodes(recoveryCodes) : enter();
  return (
    <div className="space-y-6">
      <Steps steps={steps} current={codes ? 2 : choice ? 1 : 0} />
      <LinkNotice />
      {codes ? (
        <Card>
          <RecoveryCodes codes={codes} onSaved={enter} />
        </Card>
      ) : !choice ? (
        <Choices onChosen={setChoice} />
      ) : (
        <Card className="space-y-6">
          <h2 className="text-xl">{choice === 'passkey' ? 'パスキー' : '認証アプリ'}</h2>
          {choice === 'passkey' ? (
            <PasskeyForm own={own} screen={screen} onAdded={finishStep} />
          ) : enrolment ? (
            <TotpSetup enrolment={enrolment} onDone={finishStep} onCancel={resetChoice} />
          ) : (
            <ReSignInForm
              own={own}
              screen={screen}
              action="設定を始める"
              send={enrolTotp}
              onDone={setEnrolment}
            />
          )}
          {!enrolment && (
            <p className="text-center">
              <Button variant="quiet" size="small" onClick={resetChoice}>
                ほかの方法にする
              </Button>
            </p>
          )}
        </Card>
      )}
    </div>
  );
}

function Choices({ onChosen }: { onChosen: (choice: Choice) => void }) {
  return (
    <div className="grid gap-6 narrow:grid-cols-2">
      <Card as="section" className="flex flex-col gap-4">
        <div className="grow">
          <h2 className="text-xl">パスキー（おすすめ）</h2>
          <AboutPasskeys />
        </div>
        {hasPasskeys() ? (
          <Button className="w-full" onClick={() => onChosen('passkey')}>
            パスキーを使う
          </Button>
        ) : (
          <p>{notSupportedMessage}</p>
        )}
      </Card>
      <Card as="section" className="flex flex-col gap-4">
        <div className="grow">
          <h2 className="text-xl">認証アプリ</h2>
          <p className="mt-1 text-sm text-ink-2">
            スマートフォンの認証アプリに30秒ごとに表示される6桁のコードを、パスワードのあとに入力します。
          </p>
        </div>
        <Button variant="outline" className="w-full" onClick={() => onChosen('totp')}>
          認証アプリを使う
        </Button>
      </Card>
    </div>
  );
}
