import { scrollThrottleMs, throttled } from './appraisal-invitation.ts';
import { isPhone } from './phone.ts';

const tappable = 'a, button, input, select, textarea, label, summary, iframe';

/**
 * Hides a floating button of a phone while something that can be read or tapped lies under it, and while the
 * page is scrolled down. Returns what ends that.
 */
export function keepClear(button: HTMLElement): () => void {
  let lastY = scrollY;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const isGoingDown = scrollY > lastY;
    lastY = scrollY;
    // Whoever has reached it by the keyboard keeps it.
    const isFocused = button.matches(':focus-visible');
    // A window that was narrow may have become wide, or a phone have been turned.
    button.dataset.hidden = String(isPhone() && !isFocused && (isGoingDown || isCovering(button)));
    // Looked at once more when the page is at rest.
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
  // A dialog that lay under it has closed; the event does not bubble.
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
  const under = new Set<Element>();
  for (const x of steps) {
    for (const y of steps) {
      const at = [area.left + x * area.width, area.top + y * area.height] as const;
      const found = document.elementsFromPoint(...at).find((one) => !button.contains(one));
      if (found) under.add(found);
    }
  }
  return [...under].some((one) => one.closest(tappable) !== null || hasTextIn(one, area));
}

/** Whether a line of an element's own text reaches into the area: a paragraph may end before it. */
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
