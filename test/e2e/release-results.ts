import { expect, type Page } from '@playwright/test';

/** Releases the batch whose page is open; what looks unlikely gets a reason. */
export async function releaseResults(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '確定する', exact: true })).toBeVisible();
  await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible();
  const reasons = page.getByLabel(/このままで正しい理由$/);
  await page.waitForLoadState('networkidle');
  for (let left = await reasons.count(); left > 0; left -= 1) {
    await reasons.first().fill('箱を見て確かめました');
    await page.getByRole('button', { name: '確かめた' }).first().click();
    await expect(reasons).toHaveCount(left - 1);
  }
  await page.getByRole('button', { name: '確定する', exact: true }).click();
  await page.getByRole('button', { name: '確定して知らせる' }).click();
  await expect(page.getByText('確定済み')).toBeVisible();
}
