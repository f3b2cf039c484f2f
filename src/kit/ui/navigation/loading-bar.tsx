import { useEffect, useSyncExternalStore } from 'react';
import { idle, loadingProgress } from './loading-progress.ts';

// The state belongs to the page, not to the component: an error page replaces all components, including this one,
// when a load fails.
let state = idle;
let wasLoading = false;
const listeners = new Set<() => void>();
const bar = loadingProgress({
  onChange: (next) => {
    state = next;
    for (const listener of listeners) listener();
  },
  setTimer: (work, delayMs) => setTimeout(work, delayMs),
  clearTimer: clearTimeout,
});

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * The thin bar along the upper edge while a page loads. `isLoading` comes from useNavigation; `hasFailed` if the
 * loaded page is an error.
 */
export function LoadingBar({ isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean }) {
  const {
    isVisible,
    percent,
    hasFailed: isRed,
  } = useSyncExternalStore(
    subscribe,
    () => state,
    () => idle,
  );

  useEffect(() => {
    if (isLoading) bar.start();
    // An error page on the first load has had no loading bar.
    else if (wasLoading && hasFailed) bar.fail();
    else if (wasLoading) bar.finish();
    wasLoading = isLoading;
  }, [isLoading, hasFailed]);

  if (!isVisible) return null;
  return (
    <div
      role="progressbar"
      aria-label="ページの読み込み"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="fixed inset-x-0 top-0 z-50 h-1"
    >
      <div
        className={`h-full origin-left transition-transform duration-300 ease-out starting:scale-x-0 ${isRed ? 'bg-error' : 'bg-coral'}`}
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
