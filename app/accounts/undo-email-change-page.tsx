import { useState } from 'react';
import { MailedLinkButton } from '#app/auth/mailed-link-button.tsx';
import { SignInFrame } from '#app/auth/sign-in-frame.tsx';
import { useMailedToken } from '#app/auth/use-mailed-token.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { pageMeta } from '#app/page-meta.ts';
import { undoEmailChange } from '#app/session/sign-in.ts';
import { Notice } from '#app/ui/notice.tsx';
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
