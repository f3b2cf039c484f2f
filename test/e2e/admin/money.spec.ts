import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import { signInAs } from '#test/e2e/signed-in.ts';

/** 1200 of 1,200円. */
const yenOf = (text: string) => Number(/([\d,]+)円/.exec(text)?.[1]?.replaceAll(',', ''));

test('every figure of the dashboard leads to the rows that come to it @rare-2', async ({
  page,
  product,
}) => {
  await signInAs(page, product, 'operator');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/money');
    await hydrated(page);
    await expect(page.getByRole('list', { name: '未送金の多い団体の棒グラフ' })).toBeVisible();
    await expect(page.getByRole('list', { name: '残高の多い基金の棒グラフ' })).toBeVisible();
    await expect(page.getByRole('img', { name: /の棒グラフ$/ })).toHaveCount(6);
    await expectAccessible(page);
    await expectJapanese(page);
    await expectNoSidewaysScroll(page);
    await keepPicture(page, `money-dashboard-${width}`);
  }
  const months = page.getByRole('table', { name: '月ごとの額' });
  const sent = months.getByRole('link', { name: /月の送金済み / }).first();
  const sentYen = yenOf((await sent.textContent()) ?? '');
  await sent.click();
  await expect(page.getByRole('button', { name: /に着金したものを表示中/ })).toBeVisible();
  const transfers = page.getByRole('table');
  await expect(transfers.getByRole('columnheader', { name: 'お支払い額' })).toBeVisible();
  const headings = await transfers.getByRole('columnheader').allTextContents();
  const cells = transfers.locator(`tbody tr > :nth-child(${headings.indexOf('お支払い額') + 1})`);
  await expect(cells.first()).toBeVisible();
  const paid = (await cells.allTextContents()).map((text) => Number(text.replaceAll(/\D/g, '')));
  expect(sentYen).toBeGreaterThan(0);
  expect(paid.reduce((sum, one) => sum + one, 0)).toBe(sentYen);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, 'money-arrived');

  await page.goto('/admin/money');
  await hydrated(page);
  await page.getByRole('link', { name: /^事務手数料（12か月）/ }).click();
  await expect(page.getByRole('button', { name: /〜\d{4}年\d+月を表示中/ })).toBeVisible();
  await page.getByRole('button', { name: /〜\d{4}年\d+月を表示中/ }).click();
  await expect(page).not.toHaveURL(/until=/);
});
