import type { Locator } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  cutTexts,
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

/** A volunteer between two other things: no more presses than these, typing aside. */
const mostTaps = 5;

/** Presses things and counts it. */
function counted() {
  let taps = 0;
  return {
    async press(one: Locator) {
      taps += 1;
      await one.click();
    },
    count: () => taps,
  };
}

test('@phone a volunteer confirms a transfer and reports a use in five taps each', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'staff', '/staff');
  const confirming = counted();
  await confirming.press(page.getByRole('link', { name: /件の送金について、受け取りを/ }));
  const transfers = page.getByRole('region', { name: '送金の受け取り' });
  const buttons = transfers.getByRole('button', { name: /^受け取りました/ });
  const waiting = await buttons
    .first()
    .waitFor()
    .then(() => buttons.count());
  await confirming.press(buttons.first());
  await expect(buttons).toHaveCount(waiting - 1);
  expect(confirming.count()).toBeLessThanOrEqual(mostTaps);
  await expectAccessible(page);

  await page.goto('/staff');
  const reporting = counted();
  await reporting.press(
    page
      .getByRole('navigation', { name: '団体の画面' })
      .getByRole('link', { name: '受け取りと使い道' }),
  );
  const form = page.getByRole('region', { name: '使い道を報告する' });
  await reporting.press(form.getByLabel(/^使い道/));
  await page.keyboard.type('8月のごはん');
  await reporting.press(form.getByLabel(/^報告の文章/));
  await page.keyboard.type('子猫のごはんを40袋買いました。');
  await reporting.press(form.getByRole('button', { name: '運営に確認を依頼する' }));
  await expect(page.getByRole('link', { name: '8月のごはん' })).toBeVisible();
  await expect(page.getByText('運営の確認待ち')).toBeVisible();
  expect(reporting.count()).toBeLessThanOrEqual(mostTaps);
  await expectNoSidewaysScroll(page);
});

test('@phone what an organisation reported is read on its page, and what is open beside it', async ({
  page,
}) => {
  await openHydrated(page, '/associate/sample-animal-1/use-reports');
  await expect(page.getByRole('heading', { name: 'ご寄付の使い道' })).toBeVisible();
  await expect(page.getByText('見本の報告です。')).toBeVisible();
  await expect(page.getByText('未報告')).toBeVisible();
  await expect(page.getByText(/件のご寄付から[\d,]+円/).first()).toBeVisible();
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
  expect(await cutTexts(page)).toEqual([]);
});
