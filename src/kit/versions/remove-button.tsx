import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';

/** Deletes the shown version at the API's `path`, after a second press. */
export function RemoveButton({
  path,
  version,
  onDone,
}: {
  path: string;
  version: number | undefined;
  onDone: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const removal = useSubmission(
    (_: object) => apiResponse(path, { method: 'DELETE', ifMatch: `"${version}"` }),
    { onDone },
  );
  return (
    <div>
      <Button
        variant="quiet"
        isBusy={removal.isPending}
        onClick={() => (isAsked ? removal.send({}) : setAsked(true))}
      >
        {isAsked ? '本当に削除する' : '削除する'}
      </Button>
      <SubmitError message={removal.message} />
    </div>
  );
}
