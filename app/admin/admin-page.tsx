import { useState } from 'react';
import { Outlet, useNavigate, useRouteLoaderData } from 'react-router';
import { SecondFactorDialog } from '#app/session/second-factor/second-factor-dialog.tsx';
import { signOut, useSession } from '#app/session/session.ts';
import { memoryOf, QueryMemory } from '#app/session/use-query.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Account } from '#domain/accounts/account.ts';
import type { Route } from './+types/admin-page.ts';
import { AdminLayout } from './admin-layout.tsx';
import { Panel } from './panel.tsx';

export const meta: Route.MetaFunction = () => [
  { title: 'たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { guard: 'operator' };

/** The admin area, for the operator alone. */
export default function AdminShell() {
  const { account } = useSession();
  const facts = useRouteLoaderData<{ isSample: boolean }>('root');
  const navigate = useNavigate();
  const { lastName = '', firstName = '' } = account?.names ?? {};
  return (
    <AdminLayout
      name={`${lastName} ${firstName}`.trim() || account?.email}
      onSignOut={() => {
        // At once: the answer may be slow, and nobody is called back from where they went meanwhile.
        void signOut();
        navigate('/');
      }}
      sample={facts?.isSample ?? false}
    >
      {account ? (
        <Admin account={account} />
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

/** The rooms, with a memory that ends when the operator signs out. */
function Admin({ account }: { account: Account }) {
  const [memory] = useState(() => memoryOf(account));
  return (
    <QueryMemory value={memory}>
      <Outlet />
    </QueryMemory>
  );
}
