import type { Role } from '#kit/permissions/roles.ts';
import { NavLink } from '#kit/ui/links/link.tsx';
import { Menu, menuEntry } from '#kit/ui/navigation/menu.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { myPageLinks, roleLinks } from './navigation.ts';

/** The account in the header: unknown until the session is loaded, then a visitor or a donor. */
export type Account = 'unknown' | 'visitor' | { name: string; role: Role | undefined };

export type AccountProps = { account: Account; onSignOut: () => void };

const linkClassName =
  'flex min-h-11 items-center rounded-lg px-1.5 text-sm font-bold whitespace-nowrap no-underline hover:text-coral-dark';

/** The right end of the header; always of the same width, so that nothing moves. */
export function AccountMenu({ account, onSignOut }: AccountProps) {
  return (
    <div className="flex w-[146px] shrink-0 items-center justify-end">
      {typeof account === 'object' ? (
        <Menu label="マイページ" align="right">
          {account.name && (
            <p className="truncate border-b border-dashed border-line px-3 pt-1 pb-2 text-sm text-ink-2">
              <bdi>{account.name}</bdi> さん
            </p>
          )}
          <MyPageEntries role={account.role} onSignOut={onSignOut} />
        </Menu>
      ) : (
        <div className={`flex ${hiddenWhileUnknown(account)}`}>
          <NavLink to="/join" className={linkClassName}>
            新規登録
          </NavLink>
          <NavLink to="/login" className={linkClassName}>
            ログイン
          </NavLink>
        </div>
      )}
    </div>
  );
}

/** Visitors' links stay hidden until the session is known, except without scripts. */
export function hiddenWhileUnknown(account: Account): string {
  return account === 'unknown' ? 'animate-late noscript:animate-none' : '';
}

/** The signed-in person's links, in the menu of the header and in the drawer. */
export function MyPageEntries({
  role,
  onSignOut,
}: {
  role: Role | undefined;
  onSignOut: () => void;
}) {
  return (
    <ul>
      {[...roleLinks(role), ...myPageLinks].map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/mypage'} className={menuEntry}>
            {label}
          </NavLink>
        </li>
      ))}
      <li>
        <button type="button" onClick={onSignOut} className={menuEntry}>
          <Icon name="logout" />
          ログアウト
        </button>
      </li>
    </ul>
  );
}
