import { invitesToAppraisal } from '#site/frame/inviting-pages.ts';

/**
 * Scrolled share of a page at which the modal opens, once per session; checked every 300 ms (docs/product.md,
 * Timings).
 */
const invitationScrollRatio = 0.3;
export const scrollThrottleMs = 300;

/**
 * Whether the modal may open by itself on a page: not on the search pages, where people choose an organisation
 * (docs/product.md, Screens).
 */
export function mayOpenUnasked(pathname: string): boolean {
  return invitesToAppraisal(pathname) && !/^\/search(\/|$)/.test(pathname);
}

/** The scrolled share of a page, 0 to 1; 0 where nothing scrolls. Arguments in px. */
export function scrollRatio(page: {
  scrollTop: number;
  viewHeight: number;
  pageHeight: number;
}): number {
  const scrollable = page.pageHeight - page.viewHeight;
  return scrollable > 0 ? Math.min(1, Math.max(0, page.scrollTop / scrollable)) : 0;
}

/** Whether to open the modal by itself: scrolled far enough, once per session, and not while busy. */
export function isTimeToInvite(state: {
  pathname: string;
  ratio: number;
  wasInvited: boolean;
  /** A field has the focus, or a dialog or menu is open: a later scroll event checks again. */
  isBusy: boolean;
}): boolean {
  return (
    !state.wasInvited &&
    !state.isBusy &&
    state.ratio > invitationScrollRatio &&
    mayOpenUnasked(state.pathname)
  );
}

/**
 * Calls `work` at most once per `delayMs`, and once more after the last call of a burst. Timers are injected; `stop`
 * cancels a pending call.
 */
export function throttled<Timer>(
  work: () => void,
  delayMs: number,
  {
    setTimer,
    clearTimer,
  }: {
    setTimer: (work: () => void, delayMs: number) => Timer;
    clearTimer: (timer: Timer) => void;
  },
) {
  let timer: Timer | undefined;
  let isDue = false;
  function startTimer() {
    timer = setTimer(() => {
      timer = undefined;
      if (!isDue) return;
      isDue = false;
      work();
      startTimer();
    }, delayMs);
  }
  return {
    call() {
      if (timer !== undefined) {
        isDue = true;
        return;
      }
      work();
      startTimer();
    },
    stop() {
      if (timer !== undefined) clearTimer(timer);
      timer = undefined;
      isDue = false;
    },
  };
}
