import { useEffect, useRef, useState } from 'react';
import { idle, type LoadingProgress, loadingProgress } from './loading-progress.ts';

/**
 * The thin bar along the upper edge while a page loads. `isLoading` comes from useNavigation;
 * `hasFailed` when what it led to is an error.
 */
export function LoadingBar({ isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean }) {
  const [state, setState] = useState(idle);
  const [bar] = useState<LoadingProgress>(() =>
    loadingProgress({
      onChange: setState,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
      clearTimer: clearTimeout,
    }),
  );

  const wasLoading = useRef(false);
  useEffect(() => {
    if (isLoading) bar.start();
    // A page that was an error from the first has had no load that could fail.
    else if (wasLoading.current && hasFailed) bar.fail();
    else if (wasLoading.current) bar.finish();
    wasLoading.current = isLoading;
  }, [bar, isLoading, hasFailed]);
  useEffect(() => bar.stop, [bar]);

  if (!state.isVisible) return null;
  return (
    <div
      role="progressbar"
      aria-label="ページの読み込み"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={state.percent}
      className="fixed inset-x-0 top-0 z-50 h-1"
    >
      <div
        className={`h-full origin-left transition-transform duration-300 ease-out starting:scale-x-0 ${state.hasFailed ? 'bg-error' : 'bg-coral'}`}
        style={{ transform: `scaleX(${state.percent / 100})` }}
      />
    </div>
  );
}
