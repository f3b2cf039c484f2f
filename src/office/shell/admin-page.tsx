import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useRouteLoaderData,
} from 'react-router';
import { memoryOf, QueryMemory } from '#kit/client/use-query.ts';
import { adminPath, homePathOf, permissionAt } from '#kit/lists/admin-path.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { useMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Logo } from '#kit/pages/logo.tsx';
import { SampleNotice } from '#kit/pages/sample-notice.tsx';
import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { ToastRegion } from '#kit/ui/toast.tsx';
import type { Account } from '#people/accounts/account.ts';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import { signOut, useSession } from '#people/session/session.ts';
import { OpeningNotice } from '#people/setup/admin/opening-notice.tsx';
import { LazyMessageModal } from '#site/frame/lazy-message-modal.tsx';
import type { SiteLink } from '#site/frame/navigation.ts';
import { Main, SkipLink } from '#site/frame/skip-link.tsx';
import type { Route } from './+types/admin-page.ts';
import { adminScreens, screenGroups } from './screens.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { guard: 'admin' };

/** The admin area, for those who run the service. */
export default function AdminShell() {
  const { account, role } = useSession();
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const navigate = useNavigate();
  const { lastName = '', firstName = '' } = account?.names ?? {};
  return (
    <AdminLayout
      role={role}
      name={`${lastName} ${firstName}`.trim() || account?.email}
      onSignOut={() => {
        // Navigates at once: the response may be slow, and must not interrupt a later navigation.
        void signOut();
        navigate('/');
      }}
      sample={facts?.isSample ?? false}
    >
      {account ? (
        <Admin account={account} role={role} />
      ) : (
        <Panel label="運営の画面">
          <h1 className="sr-only">たすき運営</h1>
          <Skeleton lines={10} />
        </Panel>
      )}
      <SecondFactorDialog />
    </AdminLayout>
  );
}

/** The screens that the person may enter, with a cache that ends at sign-out. */
function Admin({ account, role }: { account: Account; role: Role | undefined }) {
  const [memory] = useState(() => memoryOf(account));
  const { pathname } = useLocation();
  const facts = useRouteLoaderData<{ isOpen: boolean }>('root');
  const isHome = pathname.replace(/\/$/, '') === '/admin';
  if (!may(role, permissionAt(pathname))) {
    return isHome ? (
      <Navigate to={homePathOf(role)} replace />
    ) : (
      <NotPermitted home={homePathOf(role)} />
    );
  }
  return (
    <QueryMemory value={memory}>
      {isHome && facts?.isOpen === false && may(role, 'settings.read') && <OpeningNotice />}
      <Outlet />
    </QueryMemory>
  );
}

/** For a person whose role may not enter the linked screen; their session stays. */
function NotPermitted({ home }: { home: string }) {
  return (
    <Panel label="開けない画面">
      <h1 className="text-xl font-bold">403：この画面は、いまの役割では開けません</h1>
      <p className="mt-3">
        この仕事を担当することになったときは、運営の責任者に役割の変更をご依頼ください。
      </p>
      <p className="mt-4">
        <Link
          to={home}
          className="inline-flex min-h-11 items-center text-coral-dark underline underline-offset-4"
        >
          ご自分の仕事の画面へ
        </Link>
      </p>
    </Panel>
  );
}

type Group = { name: string; links: readonly (SiteLink & { address: string })[] };

/** Whether another entry's address extends this one: then only the exact screen is current. */
const isParentPath = (links: Group['links'], to: string) =>
  to === adminPath('') || links.some((other) => other.to.startsWith(`${to}/`));

/** The screens that a role may enter, by group of the menu. */
function menuOf(role: Role | undefined): Group[] {
  return Object.entries(screenGroups).flatMap(([group, name]) => {
    const links = adminScreens
      .filter((screen) => screen.group === group && may(role, screen.permission))
      .map(({ address, label }) => ({ address, to: adminPath(address), label }));
    return links.length > 0 ? [{ name, links }] : [];
  });
}

const entry =
  'flex min-h-11 items-center justify-between gap-2 rounded-lg px-3 font-bold whitespace-nowrap no-underline hover:bg-sand aria-[current=page]:bg-coral-soft aria-[current=page]:text-coral-dark';

/** How many items wait behind an entry, and whether one of them is overdue. */
function Count({ open = 0, overdue = 0 }: { open?: number; overdue?: number }) {
  if (open === 0) return null;
  return (
    <span
      className={`relative rounded-full px-2 text-xs leading-5 tabular-nums ${overdue > 0 ? 'bg-error-soft text-error' : 'bg-sand text-ink'}`}
    >
      <span className="sr-only">未対応</span>
      {open > 99 ? '99+' : open}
      <span className="sr-only">件{overdue > 0 && `、うち期限切れ${overdue}件`}</span>
    </span>
  );
}

/** The admin area: full height on grey, with its menu on the left, on phones along the top. */
function AdminLayout({
  name,
  role,
  onSignOut,
  sample = false,
  children,
}: {
  /** Name of the signed-in person, once known. */
  name?: string;
  /** Decides which screens the menu shows. */
  role?: Role | undefined;
  onSignOut: () => void;
  sample?: boolean;
  children: ReactNode;
}) {
  const rooms = useCurrentEntry(role);
  const counts = useMenuCounts(role !== undefined);
  return (
    <div className="plain-headings flex min-h-dvh flex-col bg-work">
      <SkipLink />
      {sample && <SampleNotice />}
      <div className="flex grow flex-col desktop:flex-row">
        <header className="relative flex shrink-0 flex-col border-line bg-paper max-desktop:border-b desktop:w-54 desktop:border-r print:hidden">
          {/* The notice above takes its height off the first screen. */}
          <div
            className={`contents desktop:sticky desktop:top-0 desktop:flex desktop:flex-col desktop:p-4 ${sample ? 'desktop:h-[calc(100dvh-2rem)]' : 'desktop:h-dvh'}`}
          >
            <div className="max-desktop:px-4 max-desktop:pt-2">
              <Logo to="/admin" suffix="運営" />
            </div>
            <nav
              ref={rooms}
              aria-label="運営のメニュー"
              className="shaded-edges overflow-x-auto max-desktop:p-2 desktop:mt-4 desktop:overflow-y-auto"
            >
              <ul className="flex gap-1 desktop:flex-col desktop:gap-4">
                {menuOf(role).map(({ name, links }) => (
                  <li key={name} className="max-desktop:contents">
                    <p className="px-3 text-xs text-ink-2 max-desktop:hidden">{name}</p>
                    <ul className="flex gap-1 desktop:flex-col">
                      {links.map(({ address, to, label }) => (
                        <li key={to}>
                          <NavLink to={to} end={isParentPath(links, to)} className={entry}>
                            {label}
                            <Count {...counts[address]} />
                          </NavLink>
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="max-desktop:absolute max-desktop:top-2 max-desktop:right-2 desktop:mt-auto desktop:border-t desktop:border-dashed desktop:border-line desktop:pt-3">
              {name && (
                <p className="truncate px-3 text-sm text-ink-2 max-desktop:hidden">{name}</p>
              )}
              <button
                type="button"
                onClick={onSignOut}
                className="flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-bold hover:bg-sand desktop:w-full"
              >
                <Icon name="logout" />
                ログアウト
              </button>
            </div>
          </div>
        </header>
        <Main className="min-w-0 grow p-4 narrow:p-7">{children}</Main>
      </div>
      <LazyMessageModal />
      <ToastRegion />
    </div>
  );
}

/** Scrolls the menu to centre the current screen's entry: sideways on phones, otherwise vertically. */
export function useCurrentEntry(role: Role | undefined) {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries come with the role, the current one with the path
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current]');
    // Scrolls the menu only, not the page.
    if (menu.current && entry) centre(menu.current, entry);
  }, [pathname, role]);
  return menu;
}

function centre(menu: HTMLElement, entry: Element) {
  const frame = menu.getBoundingClientRect();
  const { left, top, width, height } = entry.getBoundingClientRect();
  menu.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
  menu.scrollTop += top + height / 2 - (frame.top + frame.height / 2);
}
