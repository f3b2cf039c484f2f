import { readFile } from 'node:fs/promises';
import { expect, test } from '#test/e2e/fixtures.ts';

test('the chart of a chosen year shows what its table says @rare-1', async ({ page }) => {
  await page.goto('/achievements');
  await page.getByRole('navigation', { name: '年を選ぶ' }).getByText('2024年').click();
  await expect(page).toHaveURL(/year=2024$/);
  const chart = page.getByRole('img', { name: '2024年の、月ごとの寄付の件数の棒グラフ' });
  await expect(chart).toBeVisible();
  await page.getByText('数字を表で見る').nth(1).click();
  const rows = page.getByRole('table', { name: '2024年の月ごとの寄付の件数と金額' });
  const counts = await rows
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => Number(row.children[1]?.textContent)));
  const heights = await chart
    .locator('rect')
    .evaluateAll((all) => all.map((rect) => Number.parseFloat(rect.getAttribute('height') ?? '')));
  expect(heights).toHaveLength(12);
  const [most, highest] = [Math.max(...counts), Math.max(...heights)];
  for (const [index, height] of heights.entries()) {
    expect(height / highest).toBeCloseTo((counts[index] ?? 0) / most, 2);
  }
});

test('the figures can be taken away as CSV @rare-1', async ({ page }) => {
  await page.goto('/achievements/category');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tasuki-achievements.csv');
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^\uFEFF区分,項目,件数,金額（円）\r\n/,
  );
});

test('a campaign of the past says that it is over, and still leads to its organisations @rare-2', async ({
  page,
}) => {
  await page.goto('/campaign/2018/cat');
  await expect(page.getByText('この特集は終了しました')).toBeVisible();
  const cards = page.getByRole('main').locator('a[href^="/associate/"]');
  await expect(cards).toHaveCount(8);
  await page.goto('/campaign/2018/heavy-rain');
  await expect(page.getByRole('main').locator('a[href^="/associate/"]')).toHaveCount(4);
  expect((await page.request.get('/campaign/2018/dog')).status()).toBe(404);
});
