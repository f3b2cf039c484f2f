import { useState } from 'react';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';

/** Approves the seller's identity check that the law requires; the donation follows at once. */
export function IdentityApproval({
  application,
  onApproved,
}: {
  application: AdminApplicationDetail;
  onApproved: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { appraisalId, name, birth, occupation, status } = application;
  const amount = `${formatYen(status.amountYen)}円`;
  const submission = useSubmission(
    (id: string) =>
      send('POST /api/office/identity/:appraisalId/approve', {
        params: { appraisalId: id },
        ifMatch: `"${status.version}"`,
      }),
    {
      onDone() {
        setOpen(false);
        showToast('本人確認を承認しました。寄付が成立しました。');
        onApproved();
      },
    },
  );
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        買取の合計が1万円以上のため、本人確認が済むまで寄付（{amount}）を保留しています。
      </p>
      <Button className="w-full" onClick={() => setOpen(true)}>
        本人確認を承認する
      </Button>
      <Dialog
        isOpen={isOpen}
        title="本人確認を承認しますか？"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="outline" size="small" onClick={() => setOpen(false)}>
              やめる
            </Button>
            <Button
              size="small"
              isBusy={submission.isPending}
              onClick={async () => {
                const outcome = await submission.send(appraisalId);
                // The dialog shows the conflict; the page behind it reloads.
                if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onApproved();
              }}
            >
              承認して寄付にする
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>
            <bdi>{name}</bdi> 様（{birth && `${formatDate(birth)}生まれ、`}
            <bdi>{occupation}</bdi>）について、次の2つを確かめましたか。
          </p>
          <ul className="list-disc space-y-1 pl-6">
            <li>本人確認の書類2点が、お申し込みの内容と合っている</li>
            <li>書類のご住所へ送った、転送不要の簡易書留が届いた</li>
          </ul>
          <p>
            <Link
              to={`/admin/identity-checks/${appraisalId}`}
              className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
            >
              書類と見比べて、台帳の項目を補う
            </Link>
          </p>
          <p>承認すると、{amount}の寄付がすぐに成立し、メールでお知らせします。</p>
          <SubmitError message={submission.message} />
        </div>
      </Dialog>
    </>
  );
}
