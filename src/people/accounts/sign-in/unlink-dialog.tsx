import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { unlinkService } from '#people/session/service-sign-in.ts';
import { isOnlySignInMethod, onlyWayMessage } from '#people/sign-in/service-link.ts';
import type { SignInService } from '#people/sign-in/sign-in-service.ts';

type UnlinkDialogProps = {
  own: OwnAccount;
  service: SignInService;
  isOpen: boolean;
  onClose: () => void;
  /** Called when the dialog has faded and the service is gone. */
  onUnlinked: () => void;
};

/**
 * Unlinks a service after a re-authentication; the only sign-in method cannot be unlinked, and the dialog
 * links to setting a password.
 */
export function UnlinkDialog(props: UnlinkDialogProps) {
  const { own, service, isOpen, onClose } = props;
  if (!isOnlySignInMethod(own.methods, service.id)) return <Unlink {...props} />;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${service.name}は、まだ解除できません`}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            閉じる
          </Button>
          <ButtonLink to="/mypage/account/password">パスワードを決める</ButtonLink>
        </>
      }
    >
      <p>{onlyWayMessage}次の画面で、ご本人の確認のあとに決められます。</p>
    </Dialog>
  );
}

function Unlink({
  own,
  service: { id: service, name },
  isOpen,
  onClose,
  onUnlinked,
}: UnlinkDialogProps) {
  const { hasPassword, services } = own.methods;
  return (
    <ReSignInDialog
      own={own}
      screen="account"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => !services.some(({ id }) => id === service) && onUnlinked()}
      title={`${name}とのつながりを解除しますか？`}
      action="解除する"
      send={(proof) => unlinkService({ service, ...proof })}
      onDone={() => {
        onClose();
        showToast(`${name}とのつながりを解除しました。`);
        return own.refresh();
      }}
    >
      <p>
        {`これからは、${name}ではログインできません。`}
        {hasPassword && 'メールアドレスとパスワードで、ログインしてください。'}
      </p>
    </ReSignInDialog>
  );
}
