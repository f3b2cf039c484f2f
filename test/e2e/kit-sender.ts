import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Fills in the sender of the kits; ends on the page of these settings. */
export async function fillSender(page: Page): Promise<void> {
  await page.goto('/admin/kits/sender');
  const facts = {
    ご依頼主名: '見本の倉庫',
    電話番号: '06-1234-5678',
    郵便番号: '530-0001',
    住所: '大阪府大阪市北区梅田1-2-3',
    ヤマトの請求先顧客コード: '061234567890',
    ヤマトの運賃管理番号: '01',
  };
  for (const [label, text] of Object.entries(facts)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('発送元の設定を保存しました。')).toBeVisible();
}
