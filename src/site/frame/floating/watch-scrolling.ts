import {
  isTimeToInvite,
  mayOpenUnasked,
  scrollRatio,
  scrollThrottleMs,
  throttled,
} from './appraisal-invitation.ts';
import { keepClear } from './keep-clear.ts';

const key = 'appraisal-invited';
/** Elements in use: a dialog, a field, a menu of the header. */
const busy = 'dialog[open], :is(input, select, textarea):focus, header details[open]';
/** The flag where storage is forbidden: it lasts as long as this page. */
let flagInMemory = false;

function wasInvited(): boolean {
  try {
    return flagInMemory || sessionStorage.getItem(key) !== null;
  } catch {
    return flagInMemory;
  }
}

function rememberInvitation() {
  flagInMemory = true;
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Storage is forbidden: the flag in memory is used.
  }
}

/** Calls `open` once per session, when the person has scrolled past 30 % of an inviting page. */
function watchInvitation(pathname: string, open: () => void): () => void {
  if (!mayOpenUnasked(pathname) || wasInvited()) return () => undefined;
  const checkScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const isInvited = isTimeToInvite({
      pathname,
      ratio: scrollRatio({ scrollTop, viewHeight: clientHeight, pageHeight: scrollHeight }),
      wasInvited: wasInvited(),
      isBusy: document.querySelector(busy) !== null,
    });
    if (!isInvited) return;
    rememberInvitation();
    open();
  };
  const { call, stop } = throttled(checkScroll, scrollThrottleMs, {
    setTimer: (work, delayMs) => window.setTimeout(work, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer),
  });
  addEventListener('scroll', call, { passive: true });
  return () => {
    removeEventListener('scroll', call);
    stop();
  };
}

/**
 * Starts the effects of scrolling: on phones the floating button keeps clear of the content, and the modal opens once
 * per session. Returns the cleanup.
 */
export function watchScrolling(
  pathname: string,
  { button, open }: { button: HTMLElement | null; open: () => void },
): () => void {
  const ends = [watchInvitation(pathname, open)];
  if (button) ends.push(keepClear(button));
  return () => {
    for (const end of ends) end();
  };
}
