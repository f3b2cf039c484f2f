import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { saveFile } from '#app/ui/save-file.ts';
import { showToast } from '#app/ui/toast.tsx';

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
