import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectJapanese, hydrated } from '#test/e2e/page-checks.ts';
import { openStopped, openTimed, stopClock } from '#test/e2e/stopped-clock.ts';

// The window with both ways to give (docs/product.md, Screens and docs/product.md, Timings).

const modalOf = (page: Page) => page.getByRole('dialog', { name: 'どちらで寄付しますか？' });
const floatingButton = (page: Page) => page.getByRole('button', { name: '寄付する', exact: true });

/** Scrolls to a ratio of the page; returns once the page has handled it. */
async function scrollToRatio(page: Page, ratio: number): Promise<void> {
  await page.evaluate((share) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return new Promise((resolve) => {
      addEventListener('scroll', () => resolve(undefined), { once: true });
      scrollTo(0, share * (scrollHeight - clientHeight));
    });
  }, ratio);
}

test('the modal offers the fund and the organisations there are, and tells of the deduction', async ({
  page,
}) => {
  const { length: count } = await (await page.request.get('/api/associates')).json();
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: '寄付先を探す' }).click();
  const modal = modalOf(page);
  await expect(modal.getByRole('heading', { level: 3 })).toHaveText([
    'おまかせで寄付する',
    `${count}の団体から選ぶ`,
  ]);
  const paths = modal.locator('section').getByRole('link');
  await expect(paths).toHaveCount(2);
  await expect(paths.nth(0)).toHaveAttribute('href', '/appraisal');
  await expect(paths.nth(1)).toHaveAttribute('href', '/search');
  // Both look alike, and each shows its requirements.
  expect(await paths.nth(0).getAttribute('class')).toBe(await paths.nth(1).getAttribute('class'));
  await expect(modal.locator('section').nth(0)).toContainText('18歳以上');
  await expect(modal.locator('section').nth(0)).toContainText('10,000円以上になると、ご本人確認');
  await expect(modal.locator('section').nth(1)).toContainText('寄付金受領証明書を発行できます');
  await expect(modal).toContainText('最大約50%が税金から控除されます。※');
  await expect(modal).toContainText('※ 認定NPO法人などへの寄付を確定申告したときの');
  await expectAccessible(page);
  await expectJapanese(page);
  await modal.getByRole('link', { name: '寄付金控除について' }).click();
  await expect(page).toHaveURL('/tax-deduction');
  await expect(modal).toBeHidden();
});

test('the buttons at the top and the end of the first page open it as the one of the header does @rare-2', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  for (const name of ['寄付先を探す', '申し込む']) {
    // Without scrolling there, which would open it as well.
    await page.getByRole('main').getByRole('link', { name, exact: true }).dispatchEvent('click');
    await expect(modalOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modalOf(page)).toBeHidden();
  }
});

test('the modal is 800 px wide, and 500 px on screens under 1080 px @rare-3', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await floatingButton(page).click();
  for (const [screenPx, modalPx] of [
    [1280, 800],
    [1080, 800],
    [1079, 500],
    [768, 500],
  ] as const) {
    await page.setViewportSize({ width: screenPx, height: 800 });
    const width = () => modalOf(page).evaluate((dialog) => dialog.getBoundingClientRect().width);
    await expect.poll(width, `${screenPx}`).toBe(modalPx);
  }
});

test('the floating button wobbles for 1.5 s after the modal closed, and not before @rare-3', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await hydrated(page);
  const button = floatingButton(page);
  const wobbles = () =>
    button.evaluate((element) =>
      element
        .getAnimations()
        .filter((animation) => (animation as CSSAnimation).animationName === 'wobble')
        .map((animation) => animation.effect?.getComputedTiming().activeDuration),
    );
  expect(await wobbles()).toEqual([]);
  await button.click();
  await expect(modalOf(page)).toBeVisible();
  expect(await wobbles()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(modalOf(page)).toBeHidden();
  await expect.poll(wobbles).toEqual([1_500]);
  await expect(button).toBeFocused();
  await expect.poll(wobbles).toEqual([]);
});

test('the modal opens by itself past 30 % of a page, looked at every 300 ms, once a session', async ({
  page,
}) => {
  await openTimed(page, '/');
  await stopClock(page);
  const modal = modalOf(page);
  await scrollToRatio(page, 0.29);
  await page.clock.runFor(1_000);
  await expect(modal).toBeHidden();

  // The first scroll of a burst is handled, the next ones after 300 ms.
  await scrollToRatio(page, 0.28);
  await scrollToRatio(page, 0.32);
  await page.clock.runFor(299);
  await expect(modal).toBeHidden();
  await page.clock.runFor(1);
  await expect(modal).toBeVisible();

  await page.keyboard.press('Escape');
  await page.clock.runFor(300);
  await expect(modal).toBeHidden();
  const scrollOn = async () => {
    for (const ratio of [0.1, 0.5, 0.9]) {
      await scrollToRatio(page, ratio);
      await page.clock.runFor(300);
    }
    await expect(modal).toBeHidden();
  };
  await scrollOn();
  for (const path of ['/about-service', '/']) {
    await openStopped(page, path);
    await scrollOn();
  }
});

test('the modal opens by itself on no other page, and never while somebody types @rare-4', async ({
  page,
}) => {
  await openTimed(page, '/terms');
  await stopClock(page);
  await scrollToRatio(page, 0.9);
  await page.clock.runFor(1_000);
  await expect(modalOf(page)).toBeHidden();

  // Where people choose an organisation it would be in the way.
  await openStopped(page, '/search');
  await scrollToRatio(page, 0.9);
  await page.clock.runFor(1_000);
  await expect(modalOf(page)).toBeHidden();

  await openStopped(page, '/');
  const field = page.getByRole('banner').getByRole('searchbox').first();
  await field.focus();
  await scrollToRatio(page, 0.9);
  await page.clock.runFor(1_000);
  await expect(modalOf(page)).toBeHidden();
  await field.blur();
  await scrollToRatio(page, 0.95);
  await page.clock.runFor(1_000);
  await expect(modalOf(page)).toBeVisible();
});

test('on a phone the floating button lies on nothing that can be tapped, and is there at the page’s end @touch @rare-1', async ({
  page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('appraisal-invited', '1'));
  await page.goto('/search');
  await hydrated(page);
  const button = page.getByText('寄付する', { exact: true }).last();
  await expect(button).toBeHidden();
  await page.goto('/');
  await hydrated(page);
  await scrollToRatio(page, 1);
  await expect(button).toBeVisible();
});
