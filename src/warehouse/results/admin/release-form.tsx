import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';

/** Explains a release, and sends it for the version shown. */
export function ReleaseForm({
  batch,
  onClose,
  onDone,
}: {
  batch: ResultBatch;
  onClose: () => void;
  onDone: () => void;
}) {
  const { id, version, accepted, donationYen, flagged } = batch;
  const submission = useSubmission(
    (_: Record<never, never>, idempotencyKey) =>
      api<ResultBatch>(`/api/office/results/batches/${id}/release`, {
        body: { version },
        idempotencyKey,
      }),
    {
      onDone() {
        showToast('確定しました。');
        onDone();
      },
    },
  );
  return (
    <div className="grid gap-4">
      <p>
        {formatYen(accepted)}行・寄付の見込み {formatYen(donationYen)}
        円を確定し、お申し込みの方へ結果をメールでお知らせします。
      </p>
      {flagged > 0 && (
        <p className="font-bold text-error">
          確かめる行が{formatYen(flagged)}件あります。理由を書くか、直すか、外してください。
        </p>
      )}
      <SubmitError message={submission.message} />
      {submission.isPending && <ProgressBar label="確定しています。このままお待ちください。" />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        {flagged === 0 && (
          <Button size="small" isBusy={submission.isPending} onClick={() => submission.send({})}>
            確定して知らせる
          </Button>
        )}
      </div>
    </div>
  );
}
