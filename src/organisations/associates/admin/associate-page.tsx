import { useState } from 'react';
import { api, apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { useVersioned } from '#kit/versions/use-versioned.ts';
import { BankAccountCard } from '#money/bank-accounts/bank-account-card.tsx';
import { FiscalYearPanel } from '#money/statements/fiscal-year-panel.tsx';
import {
  type AdminAssociateDetail,
  SendingBack,
} from '#organisations/associates/admin-associate.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import { AssociateEditor } from '#organisations/associates/editor/associate-editor.tsx';
import type { Route } from './+types/associate-page.ts';
import { AgreementPanel } from './agreement-panel.tsx';
import { CertificationPanel } from './certification-panel.tsx';
import { MergePanel } from './merge-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import { StandingChip } from './standing-chip.tsx';
import { StatePanel } from './state-panel.tsx';
import { useMayEdit } from './use-may-edit.ts';
import { UsesPanel } from './uses-panel.tsx';

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
  const opening = useSubmission(
    () =>
      api<AdminAssociateDetail>(`${path}/state`, {
        body: { from: 'draft', to: 'published', endedOn: '', note: '' },
      }),
    {
      onDone(changed) {
        showToast('公開しました。');
        onChanged(changed);
      },
    },
  );
  /** With its page an organisation in preparation is published itself, or it is said what is still missing. */
  const openIfDraft = () => {
    if (state === 'draft') void opening.send(undefined);
  };
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
            <BankAccountCard associateId={id} />
          </Panel>
          <UsesPanel associateId={id} mayEdit={mayEdit} />
          <FiscalYearPanel associateId={id} from="office" mayChange={mayEdit} />
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
              publishedMessage={
                state === 'draft' ? 'ページの内容を保存しました。' : '公開しました。'
              }
              {...(state === 'draft' && { onUnchanged: openIfDraft })}
              onPublished={() => {
                setRound(round + 1);
                onReload();
                openIfDraft();
              }}
            />
            <SubmitError message={opening.message} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Returns a change under review to the organisation, with a reason. */
export function SendBack({ path, onDone }: { path: string; onDone: () => void }) {
  const { value, reload } = useVersioned<AssociateContent>(path);
  const form = useForm({ schema: SendingBack, initial: { note: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    (body: { note: string }) =>
      apiResponse(`${path}/send-back`, { body, ifMatch: value?.etag ?? '' }),
    {
      form,
      onDone() {
        showToast('団体に戻しました。');
        form.reset();
        reload();
        onDone();
      },
    },
  );
  if (value?.versioned.draft?.state !== 'waiting') return null;
  return (
    <div className="mb-6">
      <Disclosure summary="この変更を団体に戻す">
        <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
          <ErrorSummary form={form} />
          <TextField
            form={form}
            path="note"
            label="直してほしいこと"
            required
            maxLength={200}
            help="団体の担当者に表示します。"
          />
          <SubmitError message={submission.message} />
          <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
            理由を添えて戻す
          </Button>
        </Form>
      </Disclosure>
    </div>
  );
}

/** The seal on the organisation's receipts; issued papers keep the seal they were issued with. */
function SealPanel({ path, associate: { seal, name }, mayEdit, onChanged }: PanelProps) {
  const submission = useSubmission(
    (picture: File | undefined) => {
      if (!picture) return api<AdminAssociateDetail>(`${path}/seal`, { method: 'DELETE' });
      const body = new FormData();
      body.append('image', picture, picture.name);
      return api<AdminAssociateDetail>(`${path}/seal`, { body });
    },
    {
      onDone(changed) {
        showToast(changed.seal ? '印影を登録しました。' : '印影を外しました。');
        onChanged(changed);
      },
    },
  );
  return (
    <Panel title="受領証明書の印影">
      <div className="grid gap-3">
        <p className="text-sm">
          背景が透明なPNG（1MBまで）を、正方形に切り抜いて使います。発行済みの証明書は変わりません。
        </p>
        {seal === '' ? (
          <p className="text-sm text-ink-2">印影はまだありません。押印の欄を空けて発行します。</p>
        ) : (
          <img
            src={seal}
            alt={`${name}の印影`}
            width={112}
            height={112}
            className="size-28 rounded-tile border border-line bg-white object-contain p-2"
          />
        )}
        {mayEdit && (
          <PictureChooser
            label="印影"
            kind="associate-seal"
            isBusy={submission.isPending}
            onPicked={(picture) => void submission.send(picture)}
          >
            {seal !== '' && (
              <Button
                variant="quiet"
                size="small"
                isBusy={submission.isPending}
                onClick={() => submission.send(undefined)}
              >
                印影を外す
              </Button>
            )}
          </PictureChooser>
        )}
        {submission.isPending && <ProgressBar label="画像を送っています" />}
        <SubmitError message={submission.message} />
      </div>
    </Panel>
  );
}
