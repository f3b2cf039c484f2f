import { apiResponse } from '#kit/client/api.ts';
import { useDownload } from '#kit/client/download/use-download.tsx';
import { addressOf } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { showToast } from '#kit/ui/toast.tsx';

/** Downloads a year's donations as CSV, or all without a year. */
export function HistoryCsv({ year }: { year?: string }) {
  const submission = useDownload(
    (query: { year?: string | undefined }, signal) =>
      apiResponse(addressOf('GET /api/users/donations.csv', { query }), { signal }),
    { fileName: 'donations.csv', onDone: () => showToast('寄付の履歴を保存しました。') },
  );
  return (
    <div className="space-y-4">
      <Button
        variant="outline"
        size="small"
        isBusy={submission.isPending}
        onClick={() => submission.send({ year })}
      >
        <Icon name="download" className="size-5" />
        {submission.isPending
          ? '保存しています'
          : `${year === undefined ? 'すべての年' : `${year}年`}の履歴をCSVで保存`}
      </Button>
      {submission.progress}
      <SubmitError message={submission.message} />
    </div>
  );
}
