import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Why loading failed, with a button to retry. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice kind="error" title="読み込めませんでした">
      <p>{message}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={onRetry}>
        もう一度読み込む
      </Button>
    </Notice>
  );
}
