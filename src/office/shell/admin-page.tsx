import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { memoryOf, QueryMemory } from '#kit/client/use-query.ts';
import { homePathOf, permissionAt } from '#kit/lists/admin-path.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Account } from '#people/accounts/account.ts';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import { signOut, useSession } from '#people/session/session.ts';
import { OpeningNotice } from '#people/setup/admin/opening-notice.tsx';
import type { Route } from './+types/admin-page.ts';
import { AdminLayout } from './admin-layout.tsx';

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
