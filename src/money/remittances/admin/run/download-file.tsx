import { apiResponse } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';

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
