import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import type { Challenges } from '#giving/applications/admin/phone-values.ts';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Route } from './+types/edit-page.ts';
import { EditForm } from './edit-form.tsx';
import { editValuesOf, revertChange } from './edit-values.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.appraisalId}の編集｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Edits an application, as far as its state allows. */
export default function EditPage({ params: { appraisalId } }: Route.ComponentProps) {
  const path = `/api/office/applications/${encodeURIComponent(appraisalId)}`;
  const application = useQuery<AdminApplicationDetail>(path);
  const offer = useQuery<Offer>('/api/acceptance');
  const challenges = useQuery<Challenges>('/api/socialChallenges').value ?? [];
  const problem = application.problem ?? offer.problem;
  const reload = () => {
    application.reload();
    offer.reload();
  };
  return (
    <>
      <BackLink list={{ path: `/admin/applications/${appraisalId}`, label: 'お申し込みに戻る' }} />
      <PageHead title="お申し込みの編集" />
      {application.problem?.type === 'NotFound' ? (
        <EmptyState title="申し込みが見つかりませんでした">
          {application.problem.message}
        </EmptyState>
      ) : problem && !(application.value && offer.value) ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : application.value && offer.value && !application.isLoading ? (
        <Editor
          key={appraisalId}
          opened={application.value}
          offer={offer.value}
          challenges={challenges}
          load={() => api<AdminApplicationDetail>(path)}
        />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

/** Resets to the stored version if the operator prefers it to their own input. */
function Editor({
  opened,
  offer,
  challenges,
  load,
}: {
  opened: AdminApplicationDetail;
  offer: Offer;
  challenges: Challenges;
  load: () => Promise<AdminApplicationDetail>;
}) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [detail, setDetail] = useState(opened);
  const undo = detail.history.find(({ change }) => String(change?.id) === search.get('undo'));
  const stored = editValuesOf(detail);
  const isFirst = detail === opened;
  return (
    <EditForm
      key={detail.version}
      detail={detail}
      initial={isFirst && undo?.change ? revertChange(stored, undo.change) : stored}
      offer={offer}
      challenges={challenges}
      load={load}
      onKeepStored={setDetail}
      onDone={(isTold) => {
        showToast(isTold ? '保存しました。ご本人にメールでお知らせします。' : '保存しました。');
        return navigate(`/admin/applications/${detail.appraisalId}`);
      }}
    />
  );
}
