import * as z from 'zod/mini';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { ReversalPreview } from '#warehouse/results/result-import.ts';
import { type ResultBatch, ReversalReason } from '#warehouse/results/result-import.ts';

const Reversal = z.object({ reason: ReversalReason });

type ReverseDialogProps = {
  batch: ResultBatch;
  isOpen: boolean;
  /** Also called after a refused reversal, because the batch may have changed meanwhile. */
  onClose: () => void;
};

/** Asks for the reason before a whole batch is reversed; says why if it cannot be. */
export function ReverseDialog({ batch, isOpen, onClose }: ReverseDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="取り込みをまるごと取り消しますか？" onClose={onClose}>
      <ReverseForm batch={batch} onClose={onClose} />
    </Dialog>
  );
}

function ReverseForm(props: Omit<ReverseDialogProps, 'isOpen'>) {
  const preview = useQuery(
    addressOf('GET /api/office/results/batches/:id/reversal', { params: { id: props.batch.id } }),
  );
  if (preview.problem) {
    return <LoadFailure message={preview.problem.message} onRetry={preview.reload} />;
  }
  if (!preview.value) return <Skeleton lines={5} label="取り消せる行を確かめています" />;
  if (preview.value.rows === 0) {
    const title = '取り消せる行がありません。';
    return preview.value.blockedTotal > 0 ? (
      <BlockedRows preview={preview.value} title={title} />
    ) : (
      <p>{title}</p>
    );
  }
  return <ReversalForm {...props} preview={preview.value} />;
}

function ReversalForm({
  batch,
  preview,
  onClose,
}: Omit<ReverseDialogProps, 'isOpen'> & { preview: ReversalPreview }) {
  const { rows, blockedTotal } = preview;
  const form = useForm({ schema: Reversal, initial: { reason: '' } });
  const submission = useSubmission(
    ({ reason }: z.infer<typeof Reversal>) =>
      send('POST /api/office/results/batches/:id/reverse', {
        params: { id: batch.id },
        body: { reason, version: batch.version, ...(blockedTotal > 0 && { without: 'blocked' }) },
      }),
    {
      form,
      onDone() {
        showToast('取り込みを取り消しました。');
        onClose();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        {formatYen(rows)}
        行を、取り込む前の状態に戻します。結果をお知らせした方にだけ、取り消したことをメールでお伝えします。
      </p>
      <BlockedRows
        preview={preview}
        title={`次の${formatYen(blockedTotal)}行は取り消せないため、そのまま残します。`}
      />
      <TextArea
        form={form}
        path="reason"
        label="取り消しの理由"
        required
        rows={3}
        maxLength={500}
        help="運営の記録に残ります。"
      />
      <SubmitError message={submission.message} />
      {submission.isPending && <ProgressBar label="取り消しています" />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          {blockedTotal > 0 ? `残りの${formatYen(rows)}行を取り消す` : '取り消す'}
        </Button>
      </div>
    </Form>
  );
}

/** The results that cannot be reversed, and why; the others can be reversed without them. */
function BlockedRows({
  preview: { blocked, blockedTotal },
  title,
}: {
  preview: ReversalPreview;
  title: string;
}) {
  if (blockedTotal === 0) return null;
  return (
    <div>
      <p className="font-bold">{title}</p>
      <ul className="mt-1 max-h-48 overflow-y-auto rounded-tile bg-sand px-4 py-2 text-sm">
        {blocked.map(({ appraisalId, reason }) => (
          <li key={appraisalId} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="font-bold tabular-nums">{appraisalId}</span>
            <span>{reason}</span>
          </li>
        ))}
        {blockedTotal > blocked.length && <li>ほか{formatYen(blockedTotal - blocked.length)}行</li>}
      </ul>
      <p className="mt-1 text-sm text-ink-2">
        残る行は、お申し込みのページから1件ずつ訂正できます（送金が済んだものを除きます）。
      </p>
    </div>
  );
}
