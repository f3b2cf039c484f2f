import { expect, type Page } from '@playwright/test';

/** Releases the batch of the open page; unlikely results get a reason. */
export async function releaseResults(page: Page): Promise<void> {
  const release = page.getByRole('button', { name: '確定する', exact: true });
  const go = page.getByRole('button', { name: '確定して知らせる' });
  const unclear = page.getByRole('dialog').getByText(/確かめる行が\d+件あります/);
  await release.click();
  await expect(go.or(unclear)).toBeVisible();
  if (await unclear.isVisible()) {
    await page.getByRole('dialog').getByRole('button', { name: 'やめる' }).click();
    await expect(unclear).toBeHidden();
    await giveReasons(page);
    await release.click();
  }
  await go.click();
  await expect(page.getByText('確定済み')).toBeVisible();
}

async function giveReasons(page: Page): Promise<void> {
  const reasons = page.getByLabel(/このままで正しい理由$/);
  await expect(reasons.first()).toBeVisible();
  for (let left = await reasons.count(); left > 0; left -= 1) {
    // The list is reloaded once the window has closed; input from before is typed again.
    await expect(async () => {
      await reasons.first().fill('箱を見て確かめました');
      await page.getByRole('button', { name: '確かめた' }).first().click();
      await expect(reasons).toHaveCount(left - 1, { timeout: 3_000 });
    }).toPass();
  }
}
