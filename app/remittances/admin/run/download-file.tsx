import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { addressOf } from '#app/session/calls/send.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#app/ui/save-file.ts';
import { showToast } from '#app/ui/toast.tsx';

/** Saves the bank's file; the second factor is asked for on the way. */
export function DownloadFile({
  runId,
  fileId,
  number,
}: {
  runId: string;
  fileId: string;
  number: number;
}) {
  const saving = useSubmission(
    async () => {
      const response = await apiResponse(
        addressOf('GET /api/office/remittance-runs/:runId/files/:fileId', {
          params: { runId, fileId },
        }),
      );
      saveFile(await response.blob(), fileNameOf(response, `furikomi-${number}.txt`));
    },
    { onDone: () => showToast(`ファイル${number}を保存しました。`) },
  );
  return (
    <div className="grid gap-2">
      <div>
        <Button
          variant="outline"
          size="small"
          isBusy={saving.isPending}
          onClick={() => saving.send(undefined)}
        >
          <Icon name="download" className="size-4" />
          ファイル{number}をダウンロード
        </Button>
      </div>
      <SubmitError message={saving.message} />
    </div>
  );
}
