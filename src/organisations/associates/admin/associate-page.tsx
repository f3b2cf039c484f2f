import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { BankAccountCard } from '#money/bank-accounts/bank-account-card.tsx';
import { FiscalYearPanel } from '#money/statements/fiscal-year-panel.tsx';
import type { AdminAssociateDetail } from '#organisations/associates/admin-associate.ts';
import { AssociateEditor } from '#organisations/associates/editor/associate-editor.tsx';
import type { Route } from './+types/associate-page.ts';
import { AgreementPanel } from './agreement-panel.tsx';
import { CertificationPanel } from './certification-panel.tsx';
import { MergePanel } from './merge-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import { SealPanel } from './seal-panel.tsx';
import { SendBack } from './send-back.tsx';
import { StandingChip } from './standing-chip.tsx';
import { StatePanel } from './state-panel.tsx';
import { useMayEdit } from './use-may-edit.ts';

export const meta: Route.MetaFunction = () => [
  { title: '団体｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminAssociatePage({ params: { associateId } }: Route.ComponentProps) {
  return <Detail key={associateId} associateId={associateId} />;
}

/** Everything about one organisation, with its actions. */
function Detail({ associateId }: { associateId: string }) {
  const path = `/api/office/associates/${encodeURIComponent(associateId)}`;
  const { value, problem, reload, change } = useQuery<AdminAssociateDetail>(path);
  return (
    <>
      <BackLink list={{ path: '/admin/associates', label: '団体の一覧' }} />
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="団体が見つかりませんでした"
          action={
            <ButtonLink to="/admin/associates" variant="outline" size="small">
              団体の一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      ) : problem && !value ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : value ? (
        <AssociatePanels path={path} associate={value} onChanged={change} onReload={reload} />
      ) : (
        <Panel label="団体">
          <Skeleton lines={12} />
        </Panel>
      )}
    </>
  );
}

function AssociatePanels({
  path,
  associate,
  onChanged,
  onReload,
}: Omit<PanelProps, 'mayEdit'> & { onReload: () => void }) {
  const mayEdit = useMayEdit();
  // Reloads the draft after it was sent back.
  const [round, setRound] = useState(0);
  const { id, name, state, listingId } = associate;
  const props = { path, associate, mayEdit, onChanged };
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-1">
        <h1 className="font-sans text-2xl wrap-anywhere narrow:text-2xl">{name}</h1>
        <StandingChip state={state} />
        <span className="text-sm break-all text-ink-2">ID：{id}</span>
        {state !== 'draft' && (
          <Link
            to={`/associate/${id}`}
            className="inline-flex min-h-11 items-center text-sm text-coral-dark underline"
          >
            公開ページを見る
          </Link>
        )}
        <Link
          to={`/admin/associates/${id}/people`}
          className="inline-flex min-h-11 items-center text-sm text-coral-dark underline"
        >
          担当者を見る
        </Link>
        <Link
          to={`/admin/associates/${id}/papers`}
          className="inline-flex min-h-11 items-center text-sm text-coral-dark underline"
        >
          名簿と証明書の控え
        </Link>
        {listingId !== '' && (
          <Link
            to={`/admin/listings/${listingId}`}
            className="inline-flex min-h-11 items-center text-sm text-coral-dark underline"
          >
            掲載申請 {listingId}
          </Link>
        )}
      </div>
      <div className="grid gap-4 desktop:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 content-start gap-4 desktop:col-start-2 desktop:row-start-1">
          <StatePanel {...props} />
          <CertificationPanel {...props} />
          <AgreementPanel {...props} />
          <SealPanel {...props} />
          <Panel title="振込先の口座">
            <BankAccountCard path={`${path}/bank-account`} />
          </Panel>
          <FiscalYearPanel api={`${path}/fiscal-year`} mayChange={mayEdit} />
          {mayEdit && state !== 'draft' && <MergePanel {...props} />}
        </div>
        <div id="page" className="min-w-0 scroll-mt-4 desktop:col-start-1 desktop:row-start-1">
          <Panel title="団体のページ">
            {mayEdit && (
              <SendBack
                key={`back ${round}`}
                path={`${path}/page`}
                onDone={() => setRound(round + 1)}
              />
            )}
            <AssociateEditor
              key={round}
              associateId={id}
              path={`${path}/page`}
              mayChange={mayEdit}
              publishLabel={state === 'draft' ? '内容を確定する' : '公開する'}
              publishedMessage={
                state === 'draft'
                  ? '内容を確定しました。「状態」の欄から公開できます。'
                  : '公開しました。'
              }
              onPublished={() => {
                setRound(round + 1);
                onReload();
              }}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}
