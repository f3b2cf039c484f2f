import { type ReactNode, useState } from 'react';
import { Outlet, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { memoryOf, QueryMemory } from '#kit/client/use-query.ts';
import { permissionAt } from '#kit/lists/admin-path.ts';
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
import { OfficeSearch } from '#office/search/search-dialog.tsx';
import type { Account } from '#people/accounts/account.ts';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import { signOut, useSession } from '#people/session/session.ts';
import { OpeningNotice } from '#people/setup/admin/opening-notice.tsx';
import { LazyMessageModal } from '#site/frame/lazy-message-modal.tsx';
import { Main, SkipLink } from '#site/frame/skip-link.tsx';
import type { Route } from './+types/admin-page.ts';
import { PhoneBar, PlaceTabs, Rail } from './office-menu.tsx';

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
      account={account ?? undefined}
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
  if (!may(role, permissionAt(pathname))) return <NotPermitted />;
  return (
    <QueryMemory value={memory}>
      {isHome && facts?.isOpen === false && may(role, 'settings.read') && <OpeningNotice />}
      <Outlet />
    </QueryMemory>
  );
}

/** For a person whose role may not enter the linked screen; their session stays. */
function NotPermitted() {
  return (
    <Panel label="開けない画面">
      <h1 className="text-xl font-bold">403：この画面は、いまの役割では開けません</h1>
      <p className="mt-3">
        この仕事を担当することになったときは、運営の責任者に役割の変更をご依頼ください。
      </p>
      <p className="mt-4">
        <Link
          to="/admin"
          className="inline-flex min-h-11 items-center text-coral-dark underline underline-offset-4"
        >
          今日することへ
        </Link>
      </p>
    </Panel>
  );
}

/** The operator's area: full height on grey, its menu on the left, on phones along the lower edge. */
function AdminLayout({
  name,
  account,
  role,
  onSignOut,
  sample = false,
  children,
}: {
  /** Undefined until the session is known. */
  account: Account | undefined;
  /** Name of the signed-in person, once known. */
  name?: string;
  /** Decides which screens the menu shows. */
  role?: Role | undefined;
  onSignOut: () => void;
  sample?: boolean;
  children: ReactNode;
}) {
  const counts = useMenuCounts(role !== undefined);
  return (
    <div className="plain-headings flex min-h-dvh flex-col bg-work max-office:[--bar:3.5rem]">
      <SkipLink />
      {sample && <SampleNotice />}
      <div className="flex grow flex-col office:flex-row">
        <header className="shrink-0 border-line bg-cream max-office:border-b office:w-52 office:border-r print:hidden">
          {/* The notice above takes its height off the first screen. */}
          <div
            className={`flex items-center justify-between gap-3 max-office:px-4 max-office:py-1 office:sticky office:top-0 office:flex-col office:items-stretch office:justify-start office:p-2.5 ${sample ? 'office:h-[calc(100dvh-2rem)]' : 'office:h-dvh'}`}
          >
            <div className="office:px-2">
              <Logo to="/admin" suffix="運営" />
            </div>
            {account && (
              <OfficeSearch account={account} role={role} className="office:mt-2 office:w-full" />
            )}
            <div className="flex min-h-0 grow flex-col max-office:hidden">
              <Rail role={role} counts={counts} />
              <div className="mt-auto border-t border-dashed border-line pt-2">
                {name && <p className="truncate px-3 text-sm text-ink-2">{name}</p>}
                <button
                  type="button"
                  onClick={onSignOut}
                  className="flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-sm font-bold hover:bg-sand"
                >
                  <Icon name="logout" />
                  ログアウト
                </button>
              </div>
            </div>
          </div>
        </header>
        <div className="flex min-w-0 grow flex-col p-4 narrow:p-7 narrow:pt-4">
          <PlaceTabs role={role} counts={counts} />
          <Main className="min-w-0 grow">{children}</Main>
        </div>
      </div>
      <PhoneBar role={role} counts={counts} onSignOut={onSignOut} />
      <LazyMessageModal />
      <ToastRegion />
    </div>
  );
}
