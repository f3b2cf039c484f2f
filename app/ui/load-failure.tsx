import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Why something could not be loaded, with a retry button. */
export function LoadFailure({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <Notice kind="error" title="読み込めませんでした">
      <p>{message}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={onAgain}>
        もう一度読み込む
      </Button>
    </Notice>
  );
}
