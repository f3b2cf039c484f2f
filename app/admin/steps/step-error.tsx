import { SubmitError } from '#app/forms/submit-error.tsx';
import { Button } from '#app/ui/button.tsx';

/** Why a step was not taken, and the way to what it is by now. */
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
