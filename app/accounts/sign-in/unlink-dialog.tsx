import { useState } from 'react';
import type { OwnAccount } from '#app/accounts/own-account.ts';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { unlinkService } from '#app/session/service-sign-in.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { isOnlyWay, onlyWayMessage } from '#domain/auth/service-link.ts';
import type { SignInService } from '#domain/auth/sign-in-service.ts';

/**
 * Confirms unlinking a service; the only sign-in method cannot be unlinked, and the dialog links to
 * setting a password.
 */
export function UnlinkDialog({
  own,
  service: { id, name },
  isOpen,
  onClose,
  onUnlinked,
}: {
  own: OwnAccount;
  service: SignInService;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the service is unlinked and the dialog is closed. */
  onUnlinked: () => void;
}) {
  const [isUnlinked, setUnlinked] = useState(false);
  const submission = useSubmission((service: string) => unlinkService({ service }), {
    async onDone() {
      setUnlinked(true);
      onClose();
      showToast(`${name}とのつながりを解除しました。`);
      await own.refresh();
    },
  });
  // The text stays the same while the dialog fades.
  const isRequired = !isUnlinked && isOnlyWay(own.methods, id);
  const { hasPassword } = own.methods;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => isUnlinked && onUnlinked()}
      title={isRequired ? `${name}は、まだ解除できません` : `${name}とのつながりを解除しますか？`}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {isRequired ? '閉じる' : 'やめる'}
          </Button>
          {isRequired ? (
            <ButtonLink to="/mypage/account/password">パスワードを決める</ButtonLink>
          ) : (
            <Button isBusy={submission.isPending} onClick={() => submission.send(id)}>
              解除する
            </Button>
          )}
        </>
      }
    >
      {isRequired ? (
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
