import { Panel } from '#app/admin/panel.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { takeBackMinutes } from '#domain/applications/take-back.ts';
import type { KitBatch, TakeBackMarkOutcome } from '#domain/kits/kit-batch.ts';
import { timestampToDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

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
