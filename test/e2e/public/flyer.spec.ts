import { expect, test } from '#test/e2e/fixtures.ts';

const flyer = '/pdf/associate/sample-animal-1';

test('a flyer is one sheet of A4, without what belongs to the screen', async ({ page }) => {
  await page.goto(flyer);
  await expect(page.getByRole('button', { name: '印刷する' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QRコード$/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '印刷する' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
});

test('@phone a flyer fits a phone, though it is paper', async ({ page }) => {
  await page.goto(flyer);
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await excess()).toBeLessThanOrEqual(0);
});

test('without an organisation one gets to the search', async ({ page }) => {
  for (const path of ['/pdf/associate', '/associate']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/search$/);
  }
});

test('an organisation’s page works out what a gift saves', async ({ page }) => {
  await page.goto('/associate/sample-animal-1');
  await page.getByText('いくら軽くなるか計算する').click();
  await page.getByLabel('一年間の寄付の合計').fill('30,000');
  await page.getByLabel('所得金額').fill('4000000');
  await page.getByLabel('所得控除の額の合計').fill('1000000');
  await page.getByRole('button', { name: '計算する' }).click();
  // (30,000 − 2,000) × 40 %
  await expect(page.getByText('11,200円').first()).toBeVisible();
});
