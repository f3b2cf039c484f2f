import { useRef, useState } from 'react';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { AccountCard, Setting } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { unlinkService } from '#people/session/service-sign-in.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { isOnlySignInMethod, onlyWayMessage } from '#people/sign-in/service-link.ts';
import type { SignInService } from '#people/sign-in/sign-in-service.ts';

const accountPath = '/mypage/account';

/** How the person signs in: the password, the services and the second factor. */
export function SigningInCard({ own }: { own: OwnAccount }) {
  const { hasPassword, hasTwoFactor, services, linkable } = own.methods;
  const [asked, setAsked] = useState<SignInMethods['services'][number]>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  return (
    <AccountCard title="ログインの方法">
      <div ref={list} tabIndex={-1} className="mt-3 scroll-mt-24">
        <dl>
          <Setting
            label="パスワード"
            to={`${accountPath}/password`}
            action={hasPassword ? '変更' : '決める'}
          >
            {hasPassword ? '設定済み' : 'まだ決めていません'}
          </Setting>
          {services.map((service) => (
            <Setting
              key={service.id}
              label={service.name}
              button={
                <Button
                  variant="outline"
                  size="small"
                  onClick={() => {
                    setAsked(service);
                    setAsking(true);
                  }}
                >
                  解除
                  <span className="sr-only">（{service.name}）</span>
                </Button>
              }
            >
              {service.isOffered ? (
                <Chip tone="leaf">つながっています</Chip>
              ) : (
                'いまはご利用いただけません'
              )}
            </Setting>
          ))}
          {linkable.map(({ id, name }) => (
            <Setting key={id} label={name} to={`${accountPath}/service/${id}`} action="つなげる">
              つながっていません
            </Setting>
          ))}
          <Setting label="2段階認証" to={`${accountPath}/two-factor`} action="設定">
            {hasTwoFactor ? <Chip tone="leaf">使っています</Chip> : <Chip>使っていません</Chip>}
            <span className="block text-sm text-ink-2">パスキー・認証アプリ・予備コード</span>
          </Setting>
        </dl>
      </div>
      {asked && (
        <UnlinkDialog
          key={asked.id}
          own={own}
          service={asked}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          // Moves the focus, because the pressed button is gone.
          onUnlinked={() => list.current?.focus()}
        />
      )}
    </AccountCard>
  );
}

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
function UnlinkDialog(props: UnlinkDialogProps) {
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
