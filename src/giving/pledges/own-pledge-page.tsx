import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { reloadSession } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/own-pledge-page.ts';
import { loadPledge, removePledge, type VersionedPledge } from './own-pledge.ts';
import { PledgeForm } from './pledge-form.tsx';
import { savedMessage } from './pledge-state.ts';
import { savedPledgeState } from './share-published.tsx';
import { forgetPledgeDraft } from './use-pledge-draft.ts';
import { WithheldPledge } from './withheld-pledge.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '#mypledgeの編集',
    description: '#mypledgeの本文と写真、公開の設定を変更できます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [
    { label: 'マイページ', to: '/mypage' },
    { label: '#mypledge', to: '/mypage/my-pledge' },
    { label: '編集' },
  ],
};

/** One of the donor's own pledges, to edit, hide or delete. */
export default function OwnPledge({ params: { mypledgeId } }: Route.ComponentProps) {
  const person = usePerson();
  const navigate = useNavigate();
  const loaded = useQuery(person && `${person.uid} ${mypledgeId}`, () => loadPledge(mypledgeId));
  const amountYen = (appraisalId: string) =>
    person?.donations.find((one) => one.appraisalId === appraisalId)?.amount ?? null;
  return (
    <div className="plain-headings page-container py-10">
      <h1 className="mb-6">#mypledgeの編集</h1>
      {loaded.problem && <LoadFailure message={loaded.problem.message} onRetry={loaded.reload} />}
      {!loaded.problem && !loaded.value && <Skeleton lines={8} />}
      {loaded.value && (
        <>
          {loaded.value.pledge.state === 'withheld' ? (
            <WithheldPledge pledge={loaded.value.pledge} />
          ) : (
            <PledgeForm
              key={loaded.value.etag}
              first={loaded.value.pledge}
              shown={loaded.value}
              amountYen={amountYen(loaded.value.pledge.appraisalId)}
              onKeepStored={loaded.change}
              onDone={(saved) => {
                const before = loaded.value?.pledge.state;
                showToast(savedMessage(saved.state, before));
                navigate('/mypage/my-pledge', {
                  state: before === 'published' ? undefined : savedPledgeState(saved),
                });
              }}
            />
          )}
          <div className="mt-6">
            <RemovePledge
              pledge={loaded.value}
              onDone={() => {
                if (loaded.value) forgetPledgeDraft(loaded.value.pledge.appraisalId);
                showToast('#mypledgeを削除しました。');
                navigate('/mypage/my-pledge');
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Deletes a pledge after a confirmation. */
export function RemovePledge({ pledge, onDone }: { pledge: VersionedPledge; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const submission = useSubmission(removePledge, {
    async onDone() {
      setOpen(false);
      await reloadSession();
      onDone();
    },
  });
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Icon name="trash" className="size-4.5" />
        この#mypledgeを削除する
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="#mypledgeを削除しますか？"
        actions={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              削除しない
            </Button>
            <Button isBusy={submission.isPending} onClick={() => submission.send(pledge)}>
              削除する
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <p>
            本文と写真、団体からのお返事が消え、元に戻せません。
            {pledge.pledge.state === 'withheld'
              ? '運営者が公開の停止を解くまで、この寄付の#mypledgeを新しく書くこともできません。'
              : '見えなくするだけなら、「非公開にする」をお選びください。'}
          </p>
          <SubmitError message={submission.message} />
        </div>
      </Dialog>
    </>
  );
}
