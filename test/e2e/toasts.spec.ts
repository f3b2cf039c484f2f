import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { join } from './members.ts';
import { expectAccessible, openHydrated } from './page-checks.ts';
import { openTimed, stopClock } from './stopped-clock.ts';

const said = '確認のメールをお送りしました。';
const toastIn = (part: Page | Locator) => part.getByRole('status').getByText(said);

/** Opens a dialog that every page has: the menu on phones, the window of both ways on desktops. */
async function openDialog(page: Page, isMobile: boolean): Promise<Locator> {
  const header = page.getByRole('banner');
  const opener = isMobile
    ? header.getByRole('button', { name: 'メニューを開く' })
    : header.getByRole('link', { name: '寄付先を探す' });
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return page.getByRole('dialog');
}

/** Whether it is visible at its centre. Toasts let clicks through unless pointer events are enabled. */
const isOnTop = (toast: Locator) =>
  toast.evaluate((element) => {
    element.style.pointerEvents = 'auto';
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(seen);
  });

test('@phone a toast that comes while a dialog is open is read above it @rare-4', async ({
  page,
  isMobile,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/account');
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/send-verification-email', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole('button', { name: '確認のメールを送る' }).click();
  const dialog = await openDialog(page, isMobile);
  const focused = () => dialog.evaluate(() => document.activeElement?.outerHTML);
  const before = await focused();
  answer();

  // Content outside an open dialog is neither visible nor announced.
  const toast = toastIn(dialog);
  await expect(toast).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(1);
  await expect.poll(() => isOnTop(toast)).toBe(true);
  expect(await focused()).toBe(before);
  await expectAccessible(page);
  await expect(toast).toBeHidden();
});

test('@phone a toast stays where it is, above the dialog that opens and after it @rare-4', async ({
  page,
  isMobile,
}) => {
  await join(page);
  await openTimed(page, '/mypage/account');
  // The dialog's code loads with its first opening.
  const dialog = await openDialog(page, isMobile);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: '確認のメールを送る' }).click();
  await expect(toastIn(page)).toBeVisible();
  await stopClock(page);
  const place = await toastIn(page).evaluate(settledPlace);
  const toast = toastIn(await openDialog(page, isMobile));
  expect(await isOnTop(toast)).toBe(true);
  expect(await toast.evaluate(settledPlace)).toEqual(place);
  await page.keyboard.press('Escape');
  await page.clock.runFor(300);
  await expect(dialog).toBeHidden();
  expect(await toastIn(page).evaluate(settledPlace)).toEqual(place);
  await page.clock.runFor(6_000);
  await expect(toastIn(page)).toBeHidden();
});

/** Position of a toast after its animation. */
async function settledPlace(element: Element): Promise<number[]> {
  await Promise.all(element.getAnimations().map((animation) => animation.finished));
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}
