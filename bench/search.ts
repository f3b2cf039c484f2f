import { chromium } from './browser.ts';

/**
 * How long the search page takes, in ms, from a keystroke to the next painted frame, by keyword typed:
 * the median of several tries, in the browser, over the organisations that are loaded.
 */
export async function searchTimes(origin: string, keywords: string[], tries = 7) {
  const browser = await chromium();
  try {
    const page = await browser.newPage({ locale: 'ja-JP' });
    await page.goto(`${origin}/search`, { waitUntil: 'networkidle' });
    const times = new Map<string, number>();
    for (const keyword of keywords) {
      times.set(keyword, await page.evaluate(typeAndPaint, { keyword, tries }));
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Runs in the page: sets the keyword as a person would and waits until the result is painted. */
async function typeAndPaint({ keyword, tries }: { keyword: string; tries: number }) {
  const input = document.querySelector<HTMLInputElement>('main input[name="keyword"]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  if (!input || !setValue) throw new Error('the search page has no keyword field');
  const type = async (text: string) => {
    setValue.call(input, text);
    const begun = performance.now();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const worked = performance.now() - begun;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return worked;
  };
  const times: number[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    times.push(await type(keyword));
    await type('');
  }
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}
