import { useRef, useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { AccountCard } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { hasPasskeys, notSupportedMessage } from '#people/session/passkeys.ts';
import { removePasskey } from '#people/session/second-factor.ts';
import type { NewRecoveryCodes, OwnPasskey, SecondFactors } from '#people/sign-in/second-factor.ts';
import { isLastDemanded, LastDemanded } from './last-demanded.tsx';
import { PasskeyForm } from './passkey-form.tsx';

/** The person's passkeys, with buttons to remove and to add one. */
export function PasskeysCard({
  own,
  factors,
  onChange,
}: {
  own: OwnAccount;
  factors: SecondFactors;
  /** Called after a change, with the recovery codes that it created, if any. */
  onChange: (made?: NewRecoveryCodes) => unknown;
}) {
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<OwnPasskey>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { passkeys } = factors;
  return (
    <AccountCard title="パスキー">
      <AboutPasskeys />
      <div ref={list} tabIndex={-1} className="scroll-mt-24">
        {passkeys.length > 0 && (
          <ul className="mt-4">
            {passkeys.map((passkey) => (
              <li
                key={passkey.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-dashed border-line py-3"
              >
                <PasskeyFacts {...passkey} />
                {!isLastDemanded(factors) && (
                  <Button
                    variant="outline"
                    size="small"
                    onClick={() => {
                      setAsked(passkey);
                      setAsking(true);
                    }}
                  >
                    削除
                    <span className="sr-only">（{passkey.name}）</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {passkeys.length > 0 && isLastDemanded(factors) && <LastDemanded />}
        {!own.methods.emailVerified ? null : hasPasskeys() ? (
          <Button
            variant={passkeys.length > 0 ? 'outline' : 'primary'}
            className="mt-4 w-full"
            onClick={() => setAdding(true)}
          >
            パスキーを追加する
          </Button>
        ) : (
          <p className="mt-4">{notSupportedMessage}</p>
        )}
      </div>
      <Dialog isOpen={isAdding} title="パスキーを追加する" onClose={() => setAdding(false)}>
        <PasskeyForm
          own={own}
          screen="two-factor"
          onCancel={() => setAdding(false)}
          onAdded={(made) => {
            setAdding(false);
            showToast('パスキーを追加しました。');
            return onChange(made);
          }}
        />
      </Dialog>
      {asked && (
        <ReSignInDialog
          key={asked.id}
          isOpen={isAsking}
          title="パスキーを削除しますか？"
          own={own}
          screen="two-factor"
          action="削除する"
          send={({ password }) => removePasskey({ id: asked.id, password })}
          onDone={() => {
            setAsking(false);
            showToast('パスキーを削除しました。');
            return onChange();
          }}
          onClose={() => setAsking(false)}
          onClosed={() => {
            // Moves the focus, because the pressed button is gone.
            if (!passkeys.some(({ id }) => id === asked.id)) list.current?.focus();
          }}
        >
          <p>
            「{asked.name}
            」では、これからログインできなくなります。端末に残ったパスキーは、端末の設定から消してください。
          </p>
        </ReSignInDialog>
      )}
    </AccountCard>
  );
}

/** What a passkey is, in plain words. */
export function AboutPasskeys() {
  return (
    <p className="mt-1 text-sm text-ink-2">
      パスキーは、スマートフォンやパソコンのロックを解除するときと同じ操作（指紋・顔・暗証番号など）で、ご本人であることを確かめるしくみです。パスワードを覚えたり入力したりする必要がなく、偽のサイトにだまし取られることもありません。
    </p>
  );
}

function PasskeyFacts({ name, createdAt, lastUsedAt }: OwnPasskey) {
  return (
    <div className="min-w-0">
      <p className="font-bold break-words">{name}</p>
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-2 tabular-nums">
        <span>追加：{formatDate(createdAt)}</span>
        <span>最後のご利用：{lastUsedAt ? formatDateTime(lastUsedAt) : 'まだありません'}</span>
      </p>
    </div>
  );
}
