import { describe, expect, test } from 'vitest';
import { type LoadingState, loadingProgress } from './loading-progress.ts';

/** A bar on a test clock; `seen` is every state it showed, with its time in ms. */
function barOnTestClock() {
  let nowMs = 0;
  let due: { atMs: number; work: () => void }[] = [];
  const seen: [atMs: number, LoadingState][] = [];
  const bar = loadingProgress({
    onChange: (state) => seen.push([nowMs, state]),
    setTimer: (work, delayMs) => {
      const timer = { atMs: nowMs + delayMs, work };
      due.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      due = due.filter((other) => other !== timer);
    },
  });
  function pass(ms: number) {
    const untilMs = nowMs + ms;
    for (;;) {
      const [next] = due.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      due = due.filter((timer) => timer !== next);
      nowMs = next.atMs;
      next.work();
    }
    nowMs = untilMs;
  }
  return { bar, pass, seen, waiting: () => due.length };
}

describe('the loading bar', () => {
  test('shows nothing of a load that takes less than 200 ms', () => {
    const { bar, pass, seen, waiting } = barOnTestClock();
    bar.start();
    pass(199);
    bar.finish();
    pass(10_000);
    expect(seen).toEqual([]);
    expect(waiting()).toBe(0);
  });

  test('moves by 30 and 45 percent over 5 s, and fills when the load ends', () => {
    const { bar, pass, seen } = barOnTestClock();
    bar.start();
    pass(6000);
    expect(seen.map(([atMs, { percent }]) => [atMs, percent])).toEqual([
      [200, 30],
      [2700, 75],
    ]);
    bar.finish();
    pass(1000);
    expect(seen.slice(2)).toEqual([
      [6000, { isVisible: true, percent: 100, hasFailed: false }],
      [6400, { isVisible: false, percent: 0, hasFailed: false }],
    ]);
  });

  test('turns red on a failure, even a quick one, and then leaves', () => {
    const { bar, pass, seen } = barOnTestClock();
    bar.start();
    pass(50);
    bar.fail();
    pass(5000);
    expect(seen.map(([, state]) => state)).toEqual([
      { isVisible: true, percent: 100, hasFailed: true },
      { isVisible: false, percent: 0, hasFailed: false },
    ]);
  });

  test('begins anew when another load starts before the first has ended', () => {
    const { bar, pass, seen } = barOnTestClock();
    bar.start();
    pass(1000);
    bar.start();
    pass(100);
    expect(seen.at(-1)?.[1].isVisible).toBe(false);
    pass(100);
    expect(seen.at(-1)).toEqual([1200, { isVisible: true, percent: 30, hasFailed: false }]);
  });
});
