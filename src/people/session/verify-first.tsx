import { type ReactNode, useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { sendVerification } from './sign-in.ts';

/** Replaces a part that requires a verified e-mail; `children` says why and what to do. */
export function VerifyFirst({ children }: { children: ReactNode }) {
  const [isSent, setSent] = useState(false);
  const submission = useSubmission((_: object) => sendVerification(), {
    onDone: () => setSent(true),
  });
  return (
    <Notice title="先に、メールアドレスの確認をお願いします">
      <p>{children}</p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        isBusy={submission.isPending}
        onClick={() => submission.send({})}
      >
        確認のメールを送る
      </Button>
      {isSent && <p className="mt-3 font-bold">確認のメールをお送りしました。</p>}
      <SubmitError message={submission.message} />
    </Notice>
  );
}
