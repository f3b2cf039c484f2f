import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { Panel } from '#app/features/office/panel.tsx';
import { OfficeMemory } from '#app/features/office/use-answer.ts';
import { AdminLayout } from '#app/layouts/admin-layout.tsx';
import { ErrorPage } from '#app/layouts/error-page.tsx';
import { SimpleLayout } from '#app/layouts/simple-layout.tsx';
import { loginPathFor } from '#app/session/back-path.ts';
import { signOut, useSession } from '#app/session/session.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/admin-room.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'たすき運営' },
  { name: 'robots', content: 'noindex' },
];

/** The back office: visitors are led to the login, anybody but the operator is signed out (403). */
export default function AdminRoom() {
  const { prepared, account, role } = useSession();
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isDenied, setDenied] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isVisitor = prepared && !account && !isDenied && !isLeaving;
  const isSomebodyElse = account !== undefined && role !== 'operator';

  useEffect(() => {
    if (!isSomebodyElse) return;
    // Kept: once signed out, nobody could tell a person who was denied from a visitor.
    setDenied(true);
    void signOut();
  }, [isSomebodyElse]);
  useEffect(() => {
    if (isVisitor) navigate(loginPathFor(pathname + search), { replace: true });
  }, [isVisitor, navigate, pathname, search]);

  const isSample = facts?.isSample ?? false;
  if (isDenied || isSomebodyElse) {
    return (
      <SimpleLayout sample={isSample}>
        <title>Forbidden｜たすき</title>
        <ErrorPage status={403} />
      </SimpleLayout>
    );
  }
  const { lastName = '', firstName = '' } = account?.names ?? {};
  return (
    <AdminLayout
      name={`${lastName} ${firstName}`.trim() || account?.email}
      onSignOut={async () => {
        setLeaving(true);
        await signOut();
        navigate('/');
      }}
      sample={isSample}
    >
      {account ? (
        <Office />
      ) : (
        <Panel label="運営の画面">
          <h1 className="sr-only">たすき運営</h1>
          <Skeleton lines={10} />
        </Panel>
      )}
    </AdminLayout>
  );
}

/** The rooms, with a memory that ends when the operator signs out. */
function Office() {
  const [memory] = useState(() => new Map());
  return (
    <OfficeMemory value={memory}>
      <Outlet />
    </OfficeMemory>
  );
}
