import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { KitBatch, TakeBackMarkOutcome } from '#warehouse/kits/kit-batch.ts';

/** Undoes marking a whole batch as sent. */
export function TakeBackMark({ batch, onChanged }: { batch: KitBatch; onChanged: () => void }) {
  const { id, version, markedAt } = batch;
  const undoing = useSubmission(
    () =>
      api<TakeBackMarkOutcome>(`/api/office/kits/batches/${id}/take-back`, {
        body: {},
        ifMatch: `"${version}"`,
      }),
    {
      onDone({ takenBack, stayed }) {
        const rest = stayed > 0 ? `${formatYen(stayed)}件はそのままです。` : '';
        showToast(`${formatYen(takenBack)}件を発送前に戻しました。${rest}`);
        onChanged();
      },
    },
  );
  const untilMs = markedAt && timestampToDate(markedAt).getTime() + takeBackMinutes * 60_000;
  if (!untilMs || Date.now() > untilMs) return null;
  return (
    <Panel title="発送済みを取り消す">
      <p className="text-sm">
        発送済みにしてから{takeBackMinutes}
        分以内なら、束ごと発送前に戻せます。お知らせのメールがまだなら、送りません。送り状とラベルは、そのままお使いいただけます。
      </p>
      <SubmitError message={undoing.message} />
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        isBusy={undoing.isPending}
        onClick={() => void undoing.send(undefined)}
      >
        この束の発送済みを取り消す
      </Button>
    </Panel>
  );
}
