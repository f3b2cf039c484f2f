import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#app/ui/save-file.ts';
import { showToast } from '#app/ui/toast.tsx';

/** Downloads a year's donations, or without one all, as CSV. */
export function HistoryCsv({ year }: { year?: string }) {
  const of = year === undefined ? '' : `?year=${year}`;
  const submission = useSubmission(
    async (query: string) => {
      const response = await apiResponse(`/api/users/donations.csv${query}`);
      saveFile(await response.blob(), fileNameOf(response, 'donations.csv'));
    },
    { onDone: () => showToast('寄付の履歴を保存しました。') },
  );
  return (
    <div className="space-y-4">
      <Button
        variant="outline"
        size="small"
        isBusy={submission.isPending}
        onClick={() => submission.send(of)}
      >
        <Icon name="download" className="size-5" />
        {submission.isPending
          ? '保存しています'
          : `${year === undefined ? 'すべての年' : `${year}年`}の履歴をCSVで保存`}
      </Button>
      <SubmitError message={submission.message} />
    </div>
  );
}
