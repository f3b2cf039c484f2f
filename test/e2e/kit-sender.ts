import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Fills in ヤマト's codes; the sender is the sample's. Ends on the page of these settings. */
export async function fillSender(page: Page): Promise<void> {
  await page.goto('/admin/kits/sender');
  const facts = {
    ヤマトの請求先顧客コード: '061234567890',
    ヤマトの運賃管理番号: '01',
  };
  for (const [label, text] of Object.entries(facts)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('運送会社の設定を保存しました。')).toBeVisible();
}
