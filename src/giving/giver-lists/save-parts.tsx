import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';

/** Saves a PDF from the API, file by file if it comes in several. `pathOf` gives the path of a file by its cursor. */
export function SaveParts({
  pathOf,
  fileName,
  label,
  about,
}: {
  pathOf: (from: string | null) => string;
  /** The file's name without its extension. */
  fileName: string;
  label: string;
  /** Its subject, for screen readers. */
  about: string;
}) {
  const [place, setPlace] = useState<{ from: string | null; part: number }>({
    from: null,
    part: 1,
  });
  const saving = useSubmission(
    async () => {
      const response = await apiResponse(pathOf(place.from));
      const next = response.headers.get('x-next-cursor');
      const number = next === null && place.part === 1 ? '' : `-${place.part}`;
      saveFile(await response.blob(), `${fileName}${number}.pdf`);
      return next;
    },
    {
      onDone: (next) => {
        showToast(next ? '保存しました。続きのファイルがあります。' : '保存しました。');
        setPlace(next ? { from: next, part: place.part + 1 } : { from: null, part: 1 });
      },
    },
  );
  const partLabel = place.part === 1 ? label : `${label}の${place.part}つめ`;
  return (
    <span className="inline-grid gap-1">
      <Button
        variant="outline"
        size="small"
        isBusy={saving.isPending}
        aria-label={`${about}の${partLabel}を保存`}
        onClick={() => saving.send(undefined)}
      >
        <Icon name="download" className="size-4" />
        {partLabel}
      </Button>
      <SubmitError message={saving.message} />
    </span>
  );
}
