/** Once a session, past this part of the page; scrolling is read every 300 ms (docs/product.md, Timings). */
const invitationScrollRatio = 0.3;
export const scrollThrottleMs = 300;

const invitingPages = [
  /^\/$/,
  /^\/search(\/|$)/,
  /^\/about-service$/,
  /^\/about-service\/(application-flow|donatable|undonatable)(\/|$)/,
  /^\/my-pledge$/,
];

/** Whether a page has the floating button and may open the modal by itself (docs/product.md, Screens). */
export function invitesToAppraisal(pathname: string): boolean {
  const bare = pathname.replace(/(.)\/$/, '$1');
  return invitingPages.some((page) => page.test(bare));
}

/** The scrolled share of a page, 0 to 1; 0 where there is nothing to scroll. All in px. */
export function scrollRatio(page: {
  scrollTop: number;
  viewHeight: number;
  pageHeight: number;
}): number {
  const scrollable = page.pageHeight - page.viewHeight;
  return scrollable > 0 ? Math.min(1, Math.max(0, page.scrollTop / scrollable)) : 0;
}

/** Whether to open the modal unasked: scrolled far enough, once a session, nothing disturbed. */
export function isTimeToInvite(state: {
  pathname: string;
  ratio: number;
  wasInvited: boolean;
  /** The person is typing, or another dialog is open: a later scroll event tries again. */
  isBusy: boolean;
}): boolean {
  return (
    !state.wasInvited &&
    !state.isBusy &&
    state.ratio > invitationScrollRatio &&
    invitesToAppraisal(state.pathname)
  );
}

/**
 * Calls `work` at most once in `delayMs`, and once more after the last of a burst of calls. Timers
 * are injected; `stop` cancels a pending call.
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
