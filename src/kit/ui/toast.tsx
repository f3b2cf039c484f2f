import { type Ref, useState, useSyncExternalStore } from 'react';
import { Icon } from './pictures/icon.tsx';

/** Long enough to read without haste; screen readers announce the text as well. */
const toastMs = 6000;

let text = '';
/** Whether the toast has just appeared, rather than moved to another region. */
let isNew = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The listeners of the mounted regions; the newest one shows the toast. */
const regions: (() => void)[] = [];

/** Confirms an action in one line, such as 保存しました。; in the browser only. */
export function showToast(words: string): void {
  clearTimeout(timer);
  timer = setTimeout(set, toastMs, '');
  set(words, true);
}

function set(words: string, isComing = false) {
  text = words;
  isNew = isComing;
  for (const listener of regions) listener();
}

function makeRegion() {
  let own: (() => void) | undefined;
  return {
    subscribe(listener: () => void) {
      own = listener;
      regions.push(listener);
      set(text);
      return () => {
        regions.splice(regions.indexOf(listener), 1);
        set(text);
      };
    },
    words: () => (regions.at(-1) === own ? text : ''),
  };
}

/**
 * A region for toasts: one per layout, and one in each dialog, because nothing outside an open dialog is announced.
 * Always mounted, so that changes are announced. `popover` lets a dialog put it on top.
 */
export function ToastRegion({ ref, popover }: { ref?: Ref<HTMLDivElement>; popover?: 'manual' }) {
  const [region] = useState(makeRegion);
  const shown = useSyncExternalStore(region.subscribe, region.words, () => '');
  return (
    <div
      role="status"
      ref={ref}
      popover={popover}
      className="pointer-events-none fixed inset-x-4 top-auto bottom-6 z-40 flex w-auto justify-center overflow-visible bg-transparent"
    >
      {shown && (
        <p
          className={`flex items-center gap-2 rounded-full bg-ink px-6 py-3 font-bold text-balance text-white [word-break:auto-phrase] shadow-float ${isNew ? 'transition starting:translate-y-4 starting:opacity-0' : ''}`}
        >
          <Icon name="check" className="size-5 text-honey" />
          {shown}
        </p>
      )}
    </div>
  );
}
