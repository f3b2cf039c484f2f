import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { MailedLinkButton } from '#people/sign-in/mailed-link-button.tsx';
import { SignInFrame } from '#people/sign-in/sign-in-frame.tsx';
import { useMailedToken } from '#people/sign-in/use-mailed-token.ts';
import type { Route } from './+types/unsubscribe-page.ts';
import { type OptionalMailKind, optionalMails } from './mail-preference.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'お知らせメールの配信停止｜たすき' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { breadcrumb: 'お知らせメールの配信停止' };

/** The target of the unsubscribe link in mails: one press stops mails of that kind, without signing in. */
export default function Unsubscribe() {
  const token = useMailedToken();
  const [stopped, setStopped] = useState<OptionalMailKind>();
  const submission = useSubmission(
    (mailed: string) =>
      api<{ kind: OptionalMailKind }>('/api/mail/unsubscribe', {
        body: { token: mailed },
        isAnonymous: true,
      }),
    { onDone: ({ kind }) => setStopped(kind) },
  );
  return (
    <SignInFrame title="お知らせメールの配信停止" picture="envelope">
      {stopped ? (
        <div className="space-y-6">
          <Notice kind="success" title="配信を停止しました">
            「{optionalMails[stopped].label}」のお知らせは、今後お送りしません。
          </Notice>
          <ButtonLink to="/mypage/account" variant="outline" className="w-full">
            アカウント設定を見る
          </ButtonLink>
        </div>
      ) : (
        <MailedLinkButton
          about="次のボタンを押すと、お送りしたメールと同じ種類のお知らせを停止します。会員の方は、アカウント設定でいつでも元に戻せます。"
          token={token}
          submission={submission}
          label="配信を停止する"
          pendingLabel="停止しています"
        />
      )}
    </SignInFrame>
  );
}
