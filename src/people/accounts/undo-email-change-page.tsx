import { useState } from 'react';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { undoEmailChange } from '#people/session/sign-in.ts';
import { MailedLinkButton } from '#people/sign-in/mailed-link-button.tsx';
import { SignInFrame } from '#people/sign-in/sign-in-frame.tsx';
import { useMailedToken } from '#people/sign-in/use-mailed-token.ts';
import type { Route } from './+types/undo-email-change-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'メールアドレスを元に戻す',
    description: '覚えのないメールアドレスの変更を、元に戻せます。',
    isListed: false,
  });

export const handle = { breadcrumb: 'メールアドレスを元に戻す' };

/** The target of the mail to the old address. Asks first, because mail programs prefetch links. */
export default function UndoEmailChange() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  const submission = useSubmission(undoEmailChange, { onDone: () => setDone(true) });
  return (
    <SignInFrame title="メールアドレスを元に戻す" picture="locked">
      {isDone ? (
        <Notice kind="success" title="元のメールアドレスに戻しました">
          変更を取り消しました。安全のため、すべての端末からログアウトし、パスワードを使えなくしました。元のメールアドレスにお送りしたメールから、新しいパスワードを決めてください。
        </Notice>
      ) : (
        <MailedLinkButton
          about="メールアドレスの変更に覚えがないときは、ここで止められます。すでに変わっていても、元に戻せます。すべての端末からログアウトし、いまのパスワードは使えなくなります。"
          token={token}
          submission={submission}
          label="元のメールアドレスに戻す"
          pendingLabel="元に戻しています"
        />
      )}
    </SignInFrame>
  );
}
