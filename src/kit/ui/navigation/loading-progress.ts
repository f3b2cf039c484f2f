/** The state of the loading bar; `percent` runs from 0 to 100. */
export type LoadingState = { isVisible: boolean; percent: number; hasFailed: boolean };

/** Appears after 200 ms, then runs for 5 s, in steps of 30 and 45 percent (docs/product.md, Timings). */
const loadingDelayMs = 200;
const loadingDurationMs = 5000;
const loadingSteps = [30, 45] as const;

/** How long the full bar stays visible. */
const fadeMs = 400;
const failedLeaveMs = 2000;

export const idle: LoadingState = { isVisible: false, percent: 0, hasFailed: false };

type TimerFunctions<Timer> = {
  onChange: (state: LoadingState) => void;
  setTimer: (work: () => void, delayMs: number) => Timer;
  clearTimer: (timer: Timer) => void;
};

/**
 * Drives the bar of one page load at a time: `start`, then `finish` or `fail`. A load faster than the delay shows
 * nothing unless it fails. The steps are spread over the duration; a slower load keeps the bar at their sum, because
 * hiding it early would suggest completion.
 */
export function loadingProgress<Timer>({ onChange, setTimer, clearTimer }: TimerFunctions<Timer>) {
  let timers: Timer[] = [];
  let state = idle;

  function show(next: LoadingState) {
    state = next;
    onChange(next);
  }

  function stopTimers() {
    timers.forEach(clearTimer);
    timers = [];
  }

  function end(hasFailed: boolean) {
    stopTimers();
    show({ isVisible: true, percent: 100, hasFailed });
    timers = [setTimer(() => show(idle), hasFailed ? failedLeaveMs : fadeMs)];
  }

  return {
    start() {
      stopTimers();
      if (state !== idle) show(idle);
      let percent = 0;
      timers = loadingSteps.map((step, index) => {
        percent += step;
        const reached = percent;
        return setTimer(
          () => show({ isVisible: true, percent: reached, hasFailed: false }),
          loadingDelayMs + (loadingDurationMs / loadingSteps.length) * index,
        );
      });
    },

    finish() {
      if (state.isVisible) end(false);
      else stopTimers();
    },

    fail() {
      end(true);
    },
  };
}
