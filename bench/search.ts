import type { Page } from '@playwright/test';
import { chromium } from './browser.ts';

/** In ms: until the visible part of the list is updated, and (`listMs`, the median) until the cards below are. */
type SearchTimes = { typed: string; median: number; worst: number; listMs: number };

/**
 * Time from a keystroke on the search page to the updated list, by input: each keyword at once, and
 * letter by letter. In the browser, over the loaded organisations, with the CPU slowed down.
 */
export async function searchTimes(
  origin: string,
  keywords: readonly string[],
  { slowdown = 1, tries = 7 } = {},
): Promise<{ loadedMs: number; times: SearchTimes[] }> {
  const browser = await chromium();
  try {
    const page = await browser.newPage({ locale: 'ja-JP' });
    await page.goto(`${origin}/search`, { waitUntil: 'networkidle' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const loadedMs = await loadDirectory(page);
    const times: SearchTimes[] = [];
    for (const keyword of keywords) {
      for (const [typed, steps] of await page.evaluate(typeAndWait, { keyword, tries })) {
        const first = steps.map(([ms]) => ms).toSorted((a, b) => a - b);
        const last = steps.map(([, ms]) => ms).toSorted((a, b) => a - b);
        const middle = Math.floor(steps.length / 2);
        const [median = 0, listMs = 0] = [first[middle], last[middle]];
        times.push({ typed, median, worst: first.at(-1) ?? 0, listMs });
      }
    }
    return { loadedMs, times };
  } finally {
    await browser.close();
  }
}

/** From the first focus until the browser searches by itself. */
async function loadDirectory(page: Page): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/associates'));
  const began = performance.now();
  await page.focus('main input[name="keyword"]');
  await (await answer).finished();
  // Its code loads alongside; parsing and preparing remain.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  return performance.now() - began;
}

/**
 * Runs in the page: types like a person; returns the times of the first and last change of the list
 * by typed text.
 */
async function typeAndWait({ keyword, tries }: { keyword: string; tries: number }) {
  const main = document.querySelector('main');
  const input = main?.querySelector<HTMLInputElement>('input[name="keyword"]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (!main || !input || !setValue) throw new Error('the search page has no keyword field');
  const list = main.querySelector('[role="status"]')?.parentElement ?? main;
  /** Number of matches, and the first cards. */
  const seen = () => {
    const cards = [...list.querySelectorAll('a[href^="/associate/"]')].slice(0, 3);
    return [list.querySelector('[role="status"]'), ...cards]
      .map((part) => part?.textContent)
      .join();
  };
  const rested = () =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
  const type = async (text: string): Promise<[number, number] | undefined> => {
    const before = seen();
    const begun = performance.now();
    let [first, last] = [0, 0];
    const observer = new MutationObserver(() => {
      // Layout is part of a frame's time.
      main.getBoundingClientRect();
      last = performance.now() - begun;
      if (first === 0 && seen() !== before) first = last;
    });
    observer.observe(list, { childList: true, subtree: true, characterData: true });
    setValue.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // Let the browser paint before the next try.
    await rested();
    observer.disconnect();
    // A letter may change nothing: the same count and the same first cards.
    return first === 0 ? undefined : [first, last];
  };
  const letters = [...keyword].map((_, at) => [...keyword].slice(0, at + 1).join(''));
  const times = new Map<string, [number, number][]>();
  const note = (step: string, found: [number, number] | undefined) => {
    if (found) times.set(step, [...(times.get(step) ?? []), found]);
  };
  // One more than is counted: the first compiles.
  for (let attempt = 0; attempt <= tries; attempt++) {
    if (attempt === 1) times.clear();
    await type('');
    note(keyword, await type(keyword));
    await type('');
    for (const typed of letters) note(`${typed}…`, await type(typed));
  }
  return [...times];
}
