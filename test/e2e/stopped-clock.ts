import type { Page } from '@playwright/test';
import { hydrated } from './page-checks.ts';

/** Opens a page whose clock can be stopped. */
export async function openTimed(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await hydrated(page);
}

/** Stops the page's clock: from now on only `page.clock.runFor` moves its timers. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Opens a page with a stopped clock: it paints and starts its scripts when the clock moves. */
export async function openStopped(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.clock.runFor(50);
  await hydrated(page);
}
