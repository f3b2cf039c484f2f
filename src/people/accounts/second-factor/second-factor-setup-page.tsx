import { useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Steps } from '#kit/ui/navigation/steps.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { SignedInPerson } from '#people/accounts/re-sign-in.tsx';
import { ReSignInForm } from '#people/accounts/re-sign-in-form.tsx';
import { LinkNotice } from '#people/accounts/sign-in/link-notice.tsx';
import { hasPasskeys, notSupportedMessage } from '#people/session/passkeys.ts';
import { enrolTotp } from '#people/session/second-factor.ts';
import { signOut, useSession } from '#people/session/session.ts';
import { enter } from '#people/session/sign-in.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import type { NewRecoveryCodes, TotpEnrolment } from '#people/sign-in/second-factor.ts';
import { SimpleLayout } from '#site/frame/simple-layout.tsx';
import type { Route } from './+types/second-factor-setup-page.ts';
import { EmailFirst } from './email-first.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { AboutPasskeys } from './passkeys-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '2段階認証の設定',
    description: '運営と団体の担当者の方に、2段階認証の設定をお願いしています。',
    isListed: false,
  });

export const handle = { guard: 'second-factor-lacking', layout: 'simple' };

/** Where operators and staff are sent until they have a second factor; they can only set one up or sign out. */
export default function SecondFactorSetupScreen() {
  const { uid, lacksSecondFactor } = useSession();
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const own = useQuery(lacksSecondFactor ? uid : undefined, loadOwn);
  const navigate = useNavigate();
  return (
    <SimpleLayout sample={facts?.isSample ?? false}>
      <div className="plain-headings page-container py-10">
        <div className="mx-auto max-w-narrow">
          <h1>2段階認証の設定</h1>
          <p className="mt-2 mb-6 text-ink-2">
            寄付者の方の大切な情報をお預かりするため、運営と団体の担当者の方には、2段階認証をお願いしています。設定が済むと、続きの画面に進みます。
          </p>
          {own.problem ? (
            <LoadFailure message={own.problem.message} onRetry={own.reload} />
          ) : !own.value ? (
            <Card>
              <Skeleton lines={8} />
            </Card>
          ) : own.value.methods.emailVerified ? (
            <SecondFactorSetup own={own.value} />
          ) : (
            <EmailFirst email={own.value.account.email} />
          )}
          <p className="mt-6 text-center">
            <Button
              variant="quiet"
              onClick={() => {
                void signOut();
                navigate('/');
              }}
            >
              <Icon name="logout" />
              ログアウト
            </Button>
          </p>
        </div>
      </div>
    </SimpleLayout>
  );
}

/** The only part of the account that is available before a second factor: the sign-in methods. */
async function loadOwn() {
  const [session, methods] = await Promise.all([
    api<{ user: { email: string } } | null>('/api/auth/get-session', { isAnonymous: true }),
    api<SignInMethods>('/api/users/sign-in-methods'),
  ]);
  return { account: { email: session?.user.email ?? '' }, methods };
}

const screen = 'two-factor/setup';
const steps = ['方法を選ぶ', '設定する', '予備コード'];

type Choice = 'passkey' | 'totp';

/** The choice of a second factor, its setup and recovery codes; then continues to the requested page. */
function SecondFactorSetup({ own }: { own: SignedInPerson }) {
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
