import { useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ScriptsNeeded } from '#kit/ui/scripts-needed.tsx';
import { setupPath } from '#people/session/back-path.ts';
import { useSession } from '#people/session/session.ts';
import { verifyEmail } from '#people/session/sign-in.ts';
import type { Route } from './+types/verify-email-page.ts';
import { BrokenLink } from './broken-link.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'メールアドレスの確認',
    description: 'ご登録のメールアドレスを確認します。',
    isListed: false,
  });

export const handle = { breadcrumb: 'メールアドレスの確認' };

/** The target of the mail to a new address; the server requires that its person is signed in. */
export default function VerifyEmail() {
  const { prepared, account, lacksSecondFactor } = useSession();
  const isSignedIn = account !== undefined || lacksSecondFactor;
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  const submission = useSubmission(verifyEmail, { onDone: () => setDone(true) });
  return (
    <SignInFrame title="メールアドレスの確認" picture="handshake">
      {isDone ? (
        <Notice kind="success" title="メールアドレスを確認しました">
          ありがとうございます。これからは、このメールアドレスでログインし、お知らせを受け取れます。
          <p className="mt-3">
            {lacksSecondFactor ? (
              <ButtonLink to={setupPath} size="small">
                2段階認証の設定へ進む
              </ButtonLink>
            ) : (
              <ButtonLink to="/mypage" size="small" variant="outline">
                マイページへ
              </ButtonLink>
            )}
          </p>
        </Notice>
      ) : prepared && !isSignedIn ? (
        <div className="space-y-6">
          <p>先にログインしてから、メールのボタンをもう一度押してください。</p>
          <ButtonLink to="/login" className="w-full">
            ログイン画面へ
          </ButtonLink>
        </div>
      ) : (
        <div className="space-y-6">
          <p>次のボタンを押すと、メールの届いたアドレスが、ご本人のものとして登録されます。</p>
          <ScriptsNeeded />
          <SubmitError message={submission.message} />
          {token === null ? (
            <BrokenLink />
          ) : (
            <Button
              className="w-full"
              disabled={!isSignedIn || !token}
              isBusy={submission.isPending}
              onClick={() => token && submission.send(token)}
            >
              {submission.isPending ? '確認しています' : 'メールアドレスを確認する'}
            </Button>
          )}
        </div>
      )}
    </SignInFrame>
  );
}
