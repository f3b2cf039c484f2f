import { useState } from 'react';
import { MailedLinkButton } from '#app/auth/mailed-link-button.tsx';
import { SignInFrame } from '#app/auth/sign-in-frame.tsx';
import { useMailedToken } from '#app/auth/use-mailed-token.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { type OptionalMailKind, optionalMails } from '#domain/mail/mail-preference.ts';
import type { Route } from './+types/unsubscribe-page.ts';

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
