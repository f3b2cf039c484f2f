import { expect, test } from '#test/e2e/fixtures.ts';

test('the ledger leads from the way of the yen to a month and to an organisation @both', async ({
  page,
}) => {
  await page.goto('/ledger');
  await expect(page.getByRole('heading', { level: 1, name: 'お金の記録' })).toBeVisible();
  await expect(page.getByRole('img', { name: /寄付額が、/ })).toBeVisible();
  await page.getByText('数字を表で見る').click();
  await expect(page.getByRole('table', { name: 'お金の流れ' })).toContainText('届いた額');
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: '前の記録' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await page.getByRole('combobox', { name: '月を選ぶ' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'その月の記録を見る' }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
  await page.getByRole('link', { name: 'すべての記録を見る' }).click();
  await expect(page).toHaveURL('/ledger');
  expect((await page.request.get('/ledger?month=2026-99')).status()).toBe(404);
});
