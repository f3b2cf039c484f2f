import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

/** Long enough to be read at leisure; the words are said aloud as well. */
const toastMs = 6000;

let text = '';
const listeners = new Set<() => void>();

/** Says in one line what has just been done, such as 保存しました。; in the browser only. */
export function showToast(words: string): void {
  text = words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Where toasts appear; once in a layout. The region itself is always there, so that it is heard. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => text,
    () => '',
  );
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => showToast(''), toastMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-6 z-40 flex justify-center"
    >
      {shown && (
        <p className="flex items-center gap-2 rounded-full bg-ink px-6 py-3 font-bold text-balance text-white [word-break:auto-phrase] shadow-float transition starting:translate-y-4 starting:opacity-0">
          <Icon name="check" className="size-5 text-honey" />
          {shown}
        </p>
      )}
    </div>
  );
}
