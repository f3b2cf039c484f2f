import { useState } from 'react';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';

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
