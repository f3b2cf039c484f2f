import * as z from 'zod/mini';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { type ResultBatch, ReversalReason } from '#domain/results/result-import.ts';
import { formatYen } from '#domain/values/yen.ts';

const Reversal = z.object({ reason: ReversalReason });

type ReverseDialogProps = {
  batch: ResultBatch;
  isOpen: boolean;
  onClose: () => void;
  onReversed: () => void;
};

/** Asks for the reason before a whole batch is taken back; says why where that may not be. */
export function ReverseDialog({ batch, isOpen, onClose, onReversed }: ReverseDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="取り込みをまるごと取り消しますか？" onClose={onClose}>
      <ReverseForm batch={batch} onClose={onClose} onReversed={onReversed} />
    </Dialog>
  );
}

function ReverseForm({ batch, onClose, onReversed }: Omit<ReverseDialogProps, 'isOpen'>) {
  const form = useForm({ schema: Reversal, initial: { reason: '' } });
  const submission = useSubmission(
    (body: z.infer<typeof Reversal>) =>
      api<ResultBatch>(`/api/office/results/batches/${batch.id}/reverse`, { body }),
    {
      form,
      onDone() {
        showToast('取り込みを取り消しました。');
        onClose();
        onReversed();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        {formatYen(batch.accepted)}行・寄付の合計 {formatYen(batch.donationYen)}
        円を、取り込む前の状態に戻します。知らせた結果を訂正するメールを、お申し込みの方へお送りします。
      </p>
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
          取り消す
        </Button>
      </div>
    </Form>
  );
}
