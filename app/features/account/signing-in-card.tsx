import { Chip } from '#app/ui/chip.tsx';
import type { SignInMethods } from '#domain/own-sign-in.ts';
import { AccountCard, Setting } from './account-card.tsx';

const room = '/mypage/account';

/** How the person signs in: the password, the services and, for operators, the second factor. */
export function SigningInCard({
  methods,
  isOperator,
}: {
  methods: SignInMethods;
  isOperator: boolean;
}) {
  const { hasPassword, hasTwoFactor, services } = methods;
  return (
    <AccountCard title="ログインの方法">
      <dl className="mt-3">
        <Setting
          label="パスワード"
          to={`${room}/password`}
          action={hasPassword ? '変更' : '決める'}
        >
          {hasPassword ? '設定済み' : 'まだ決めていません'}
        </Setting>
        {services.map(({ id, name, isOffered }) => (
          <Setting key={id} label={name}>
            {isOffered ? <Chip tone="leaf">つながっています</Chip> : 'いまはご利用いただけません'}
          </Setting>
        ))}
        {isOperator && (
          <Setting label="2段階認証" to={`${room}/two-factor`} action="設定">
            {hasTwoFactor ? <Chip tone="leaf">使っています</Chip> : <Chip>使っていません</Chip>}
          </Setting>
        )}
      </dl>
    </AccountCard>
  );
}
