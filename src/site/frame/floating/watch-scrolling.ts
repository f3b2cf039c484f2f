import {
  isTimeToInvite,
  mayOpenUnasked,
  scrollRatio,
  scrollThrottleMs,
  throttled,
} from './appraisal-invitation.ts';
import { isPhone } from './phone.ts';

const tappable = 'a, button, input, select, textarea, label, summary, iframe';

/**
 * On phones, hides a floating button while it covers text or controls, and while the page is scrolled down. Returns
 * the cleanup.
 */
function keepClear(button: HTMLElement): () => void {
  let lastY = scrollY;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const isGoingDown = scrollY > lastY;
    lastY = scrollY;
    // Stays visible with keyboard focus.
    const isFocused = button.matches(':focus-visible');
    // Checked each time: the window may have been resized, or the phone rotated.
    button.dataset.hidden = String(isPhone() && !isFocused && (isGoingDown || isCovering(button)));
    // Checks once more when scrolling has stopped.
    clearTimeout(resting);
    if (isGoingDown) resting = setTimeout(check, scrollThrottleMs);
  };
  const { call, stop } = throttled(check, scrollThrottleMs, {
    setTimer: (work, delayMs) => window.setTimeout(work, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer),
  });
  const sizes = new ResizeObserver(call);
  sizes.observe(document.body);
  addEventListener('scroll', call, { passive: true });
  // A covered dialog may have closed; the event does not bubble.
  addEventListener('close', call, true);
  return () => {
    stop();
    clearTimeout(resting);
    sizes.disconnect();
    removeEventListener('scroll', call);
    removeEventListener('close', call, true);
    delete button.dataset.hidden;
  };
}

function isCovering(button: HTMLElement): boolean {
  const area = button.getBoundingClientRect();
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const elementsBelow = new Set<Element>();
  for (const x of steps) {
    for (const y of steps) {
      const at = [area.left + x * area.width, area.top + y * area.height] as const;
      const found = document.elementsFromPoint(...at).find((one) => !button.contains(one));
      if (found) elementsBelow.add(found);
    }
  }
  return [...elementsBelow].some((one) => one.closest(tappable) !== null || hasTextIn(one, area));
}

/** Whether a line of an element's own text overlaps the area: a paragraph's box may be larger than its text. */
function hasTextIn(element: Element, area: DOMRect): boolean {
  const range = document.createRange();
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      (line) =>
        line.right > area.left &&
        line.left < area.right &&
        line.bottom > area.top &&
        line.top < area.bottom,
    );
  });
}

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
