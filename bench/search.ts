import { chromium } from './browser.ts';

/**
 * How long the search page takes, in ms, from a keystroke to the updated list, by keyword typed:
 * the median of several tries, in the browser, over the organisations that are loaded.
 */
export async function searchTimes(origin: string, keywords: string[], tries = 7) {
  const browser = await chromium();
  try {
    const page = await browser.newPage({ locale: 'ja-JP' });
    await page.goto(`${origin}/search`, { waitUntil: 'networkidle' });
    const times = new Map<string, number>();
    for (const keyword of keywords) {
      times.set(keyword, await page.evaluate(typeAndWait, { keyword, tries }));
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Runs in the page: types as a person would and waits until the list has been updated. */
async function typeAndWait({ keyword, tries }: { keyword: string; tries: number }) {
  const main = document.querySelector('main');
  const input = main?.querySelector<HTMLInputElement>('input[name="keyword"]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (!main || !input || !setValue) throw new Error('the search page has no keyword field');
  const updated = () =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        // Layout is part of a frame's time.
        main.getBoundingClientRect();
        resolve(performance.now());
      });
      const list = main.querySelector('[role="status"]')?.parentElement ?? main;
      observer.observe(list, { childList: true, subtree: true, characterData: true });
    });
  const type = async (text: string) => {
    setValue.call(input, text);
    const begun = performance.now();
    const finished = updated();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const ms = (await finished) - begun;
    // Let the browser paint before the next try.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return ms;
  };
  // The directory is fetched when the field gets the focus; the first search may still go to the server.
  input.focus();
  await type(keyword);
  await type('');
  const times: number[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    times.push(await type(keyword));
    await type('');
  }
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}
