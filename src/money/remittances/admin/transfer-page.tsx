import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useSession } from '#people/session/session.ts';
import type { Route } from './+types/transfer-page.ts';
import { RemittanceChip } from './state-chips.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferFacts } from './transfer-facts.tsx';
import { itemLook, itemSource } from './transfer-items.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '団体への送金｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const allTransfers = { path: '/admin/remittances/transfers', label: 'すべての送金' };

export default function TransferPage({ params: { id } }: Route.ComponentProps) {
  return <Transfer key={id} id={id} />;
}

/** One organisation's part of a run: what it is made of, what became of it, and each line of it. */
function Transfer({ id }: { id: string }) {
  const { value, problem, reload, change } = useQuery(
    addressOf('GET /api/office/remittances/:id', { params: { id } }),
  );
  const list = useList(itemSource(id));
  const { role } = useSession();
  if (problem?.type === 'NotFound') {
    return (
      <>
        <PageHead title="団体への送金" />
        <EmptyState
          title="送金が見つかりませんでした"
          action={
            <ButtonLink to={allTransfers.path} variant="outline" size="small">
              すべての送金へ
            </ButtonLink>
          }
        />
      </>
    );
  }
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) {
    return (
      <Panel label="団体への送金">
        <Skeleton lines={10} label="送金を読み込んでいます" />
      </Panel>
    );
  }
  return (
    <>
      <BackLink list={allTransfers} />
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="wrap-anywhere">{value.targetName}</span>
            <RemittanceChip state={value.state} />
          </span>
        }
      />
      <div className="grid gap-4">
        <TransferFacts remittance={value} />
        {may(role, 'remittances.manage') && (
          <TransferActions
            remittance={value}
            onChanged={(changed) => {
              change(changed);
              list.reload();
            }}
            onReload={reload}
          />
        )}
        <Panel title="内訳">
          <ListScreen list={list} look={itemLook(id, may(role, 'applications.read'))} />
        </Panel>
      </div>
    </>
  );
}
