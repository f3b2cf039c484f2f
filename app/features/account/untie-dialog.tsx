import { useState } from 'react';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { untieService } from '#app/session/service-sign-in.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { isOnlyWay, onlyWayMessage } from '#domain/service-tie.ts';
import type { SignInService } from '#domain/sign-in-service.ts';
import type { OwnAccount } from './own-account.ts';

/** Asks before a service is untied; the only way to sign in is kept, with the way to a password. */
export function UntieDialog({
  own,
  service: { id, name },
  isOpen,
  onClose,
  onUntied,
}: {
  own: OwnAccount;
  service: SignInService;
  isOpen: boolean;
  onClose: () => void;
  /** Called when it is untied and the dialog is gone. */
  onUntied: () => void;
}) {
  const [isUntied, setUntied] = useState(false);
  const submission = useSubmission((service: string) => untieService({ service }), {
    async onDone() {
      setUntied(true);
      onClose();
      showToast(`${name}とのつながりを解除しました。`);
      await own.refresh();
    },
  });
  // What is told stays as it was asked, while the dialog fades.
  const isKept = !isUntied && isOnlyWay(own.methods, id);
  const { hasPassword } = own.methods;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => isUntied && onUntied()}
      title={isKept ? `${name}は、まだ解除できません` : `${name}とのつながりを解除しますか？`}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {isKept ? '閉じる' : 'やめる'}
          </Button>
          {isKept ? (
            <ButtonLink to="/mypage/account/password">パスワードを決める</ButtonLink>
          ) : (
            <Button isBusy={submission.isPending} onClick={() => submission.send(id)}>
              解除する
            </Button>
          )}
        </>
      }
    >
      {isKept ? (
        <p>{onlyWayMessage}次の画面で、ご本人の確認のあとに決められます。</p>
      ) : (
        <p>
          {`これからは、${name}ではログインできません。`}
          {hasPassword && 'メールアドレスとパスワードで、ログインしてください。'}
        </p>
      )}
      <SubmitError message={submission.message} />
    </Dialog>
  );
}
