import { useRef, useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { AccountCard, Setting } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { UnlinkDialog } from './unlink-dialog.tsx';

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
