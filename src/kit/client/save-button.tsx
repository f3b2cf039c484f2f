import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { apiResponse } from './api.ts';

/** Saves a file of the API under this name; `about` names its subject for screen readers. */
export function SaveButton({
  path,
  fileName,
  label,
  about,
}: {
  path: string;
  fileName: string;
  label: string;
  about: string;
}) {
  const saving = useSubmission(
    async () => saveFile(await (await apiResponse(path)).blob(), fileName),
    { onDone: () => showToast(`${fileName}を保存しました。`) },
  );
  return (
    <span className="inline-grid gap-1">
      <Button
        variant="outline"
        size="small"
        isBusy={saving.isPending}
        aria-label={`${about}の${label}を保存`}
        onClick={() => saving.send(undefined)}
      >
        <Icon name="download" className="size-4" />
        {label}
      </Button>
      <SubmitError message={saving.message} />
    </span>
  );
}
