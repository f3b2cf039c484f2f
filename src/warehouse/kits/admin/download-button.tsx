import type { ReactNode } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';

/** Saves the API's response to a path; shows the message of a refusal. */
export function DownloadButton({
  path,
  fileName,
  variant = 'outline',
  children,
}: {
  path: string;
  /** Fallback where the response names none. */
  fileName: string;
  variant?: 'primary' | 'outline';
  children: ReactNode;
}) {
  const saving = useSubmission(async () => {
    const response = await apiResponse(path);
    saveFile(await response.blob(), fileNameOf(response, fileName));
  });
  return (
    <div className="grid gap-2">
      <div>
        <Button
          variant={variant}
          size="small"
          isBusy={saving.isPending}
          onClick={() => saving.send(undefined)}
        >
          <Icon name="download" className="size-4" />
          {children}
        </Button>
      </div>
      <SubmitError message={saving.message} />
    </div>
  );
}
