import { useId, useState } from 'react';
import { api, apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type MailPreferences,
  type OptionalMailKind,
  optionalMailKinds,
  optionalMails,
} from '#people/mail/mail-preference.ts';
import { useSession } from '#people/session/session.ts';
import type { OwnSession } from '#people/sign-in/own-sign-in.ts';
import type { OwnProof } from '#people/sign-in/sign-in.ts';
import { myPageLinks } from '#site/frame/navigation.ts';
import type { Route } from './+types/account-page.ts';
import { AccountCard } from './account-card.tsx';
import { type OwnAccount, useOwnAccount } from './own-account.ts';
import { ReSignInDialog } from './re-sign-in-form.tsx';
import { RegisteredFacts } from './registered-facts.tsx';
import { LinkNotice } from './sign-in/link-notice.tsx';
import { SessionsCard } from './sign-in/sessions-card.tsx';
import { SigningInCard } from './sign-in/sign-in-card.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'アカウント設定',
    description: 'ご登録の内容とログインの方法を、ご覧いただき、変更できます。',
    isListed: false,
  });

export const handle = { guard: 'signed-in' };

/** Every setting of the account, each with a link or button to change it. */
export default function Account() {
  const own = useOwnAccount();
  const { uid } = useSession();
  const sessions = useQuery(uid, () => api<OwnSession[]>('/api/users/sessions'));
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow space-y-6">
        <h1>アカウント設定</h1>
        <LinkNotice />
        <RegisteredFacts {...own} />
        <SigningInCard own={own} />
        <SessionsCard own={own} sessions={sessions} />
        <MailsCard uid={uid} />
        <OwnDataCard own={own} />
        <AccountCard title="マイページのほかの画面">
          <ul className="mt-3 flex flex-wrap gap-3">
            {myPageLinks
              .filter(({ to }) => to !== '/mypage/account')
              .map(({ to, label }) => (
                <li key={to}>
                  <ButtonLink to={to} variant="outline" size="small">
                    {label}
                  </ButtonLink>
                </li>
              ))}
          </ul>
        </AccountCard>
      </div>
    </div>
  );
}

/** The export of the person's data after a re-authentication, and the link to close the account. */
function OwnDataCard({ own }: { own: OwnAccount }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountCard title="あなたのデータ">
      <p className="mt-1">
        お預かりしている内容を、まとめて書き出せます。表計算ソフトで開けるCSV、プログラム向けのJSON、お送りになった画像が、1つのZIPファイルに入ります。
      </p>
      <div className="mt-4">
        <Button variant="outline" onClick={() => setAsking(true)}>
          <Icon name="download" />
          個人データを書き出す
        </Button>
      </div>
      <ReSignInDialog
        own={own}
        screen="account"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="個人データを書き出しますか？"
        action="書き出す"
        send={exportOwnData}
        onDone={() => {
          setAsking(false);
          showToast('個人データを書き出しました。');
        }}
      >
        <p>
          ご住所や寄付の記録が入ったファイルです。ほかの方の手に渡らないところに保存してください。
        </p>
      </ReSignInDialog>
      <div className="stitch my-6" />
      <p>退会すると、アカウントと個人データを消去します。</p>
      <Link
        to="/mypage/account/erase"
        className="mt-2 inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
      >
        退会の手続きへ進む
      </Link>
    </AccountCard>
  );
}

async function exportOwnData(body: OwnProof): Promise<void> {
  const response = await apiResponse('/api/users/export', { body });
  saveFile(await response.blob(), fileNameOf(response, 'tasuki.zip'));
}

const path = '/api/users/mail-preferences';

/** The optional mails, each with a switch that is saved at once. */
export function MailsCard({ uid }: { uid: string }) {
  const wanted = useQuery(uid, () => api<MailPreferences>(path));
  return (
    <AccountCard title="お知らせメール">
      <p className="mt-1">
        受け取るお知らせをお選びください。お申し込みの受付や寄付の完了など、大切なお知らせはいつもお送りします。
      </p>
      {!wanted.problem && !wanted.value && (
        <Skeleton lines={6} label="お知らせメールの設定を読み込んでいます" />
      )}
      {wanted.problem && <LoadFailure message={wanted.problem.message} onRetry={wanted.reload} />}
      {wanted.value && <Switches value={wanted.value} change={wanted.change} />}
    </AccountCard>
  );
}

function Switches({
  value,
  change,
}: {
  value: MailPreferences;
  change: (value: MailPreferences) => void;
}) {
  const submission = useSubmission(
    (next: MailPreferences) => api<MailPreferences>(path, { body: next }),
    {
      onDone: (saved) => {
        change(saved);
        showToast('お知らせメールの設定を保存しました。');
      },
    },
  );
  return (
    <>
      <ul className="mt-3">
        {optionalMailKinds.map((kind) => (
          <Switch
            key={kind}
            kind={kind}
            isOn={value[kind]}
            isBusy={submission.isPending}
            onChange={(isOn) => submission.send({ ...value, [kind]: isOn })}
          />
        ))}
      </ul>
      <SubmitError message={submission.message} />
    </>
  );
}

function Switch({
  kind,
  isOn,
  isBusy,
  onChange,
}: {
  kind: OptionalMailKind;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  const { label, detail } = optionalMails[kind];
  return (
    <li className="border-t border-dashed border-line first:border-t-0">
      <label className="flex min-h-11 items-start gap-3 py-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          aria-disabled={isBusy}
          onChange={(event) => !isBusy && onChange(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-coral"
        />
        <span>
          <span className="font-bold">{label}</span>
          <span id={id} className="block text-sm text-ink-2">
            {detail}
          </span>
        </span>
      </label>
    </li>
  );
}
