import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Button } from '#kit/ui/button.tsx';

/** Why a step failed, with a button to load the current state. */
export function StepError({
  step: { message, isStale },
  onReload,
}: {
  step: { message: string | undefined; isStale: boolean };
  onReload: () => void;
}) {
  if (!message) return null;
  return (
    <div className="grid gap-2">
      <SubmitError message={message} />
      {isStale && (
        <div>
          <Button variant="outline" size="small" onClick={onReload}>
            最新の内容を読み込む
          </Button>
        </div>
      )}
    </div>
  );
}
