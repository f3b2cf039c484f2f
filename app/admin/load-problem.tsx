import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Problem } from './use-query.ts';

/** Why something could not be loaded, and the button to try again. */
export function LoadProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <Notice kind="error" title="読み込めませんでした">
      <p>{problem.message}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={onRetry}>
        もう一度読み込む
      </Button>
    </Notice>
  );
}
