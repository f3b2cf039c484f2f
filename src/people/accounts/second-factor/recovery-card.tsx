import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { AccountCard } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import { renewRecoveryCodes } from '#people/session/second-factor.ts';
import type { NewRecoveryCodes } from '#people/sign-in/second-factor.ts';

/** At this number or fewer, new codes are recommended. */
const fewCodes = 3;

/** The number of recovery codes left, and a button to create ten new ones. */
export function RecoveryCard({
  own,
  left,
  onChange,
}: {
  own: OwnAccount;
  left: number;
  onChange: (made: NewRecoveryCodes) => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountCard title="予備コード">
      <p className="mt-1 text-sm text-ink-2">
        端末をなくしたときなどに、パスキーや認証アプリの代わりに1回ずつ使えます。
      </p>
      <p className="mt-4">
        残り：<Chip tone={left > fewCodes ? 'leaf' : 'honey'}>{`${left}個`}</Chip>
      </p>
      {left <= fewCodes && (
        <p className="mt-2 font-bold">残りが少なくなりました。新しく作っておくと安心です。</p>
      )}
      <Button variant="outline" className="mt-4 w-full" onClick={() => setAsking(true)}>
        予備コードを作り直す
      </Button>
      <ReSignInDialog
        isOpen={isAsking}
        title="予備コードを作り直しますか？"
        own={own}
        screen="two-factor"
        action="作り直す"
        send={renewRecoveryCodes}
        onDone={(made) => {
          setAsking(false);
          return onChange(made);
        }}
        onClose={() => setAsking(false)}
      >
        <p>新しい10個を表示します。いままでの予備コードは、使えなくなります。</p>
      </ReSignInDialog>
    </AccountCard>
  );
}
