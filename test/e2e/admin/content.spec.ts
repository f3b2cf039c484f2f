import { expect, test } from '#test/e2e/fixtures.ts';
import { expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

test('@phone picks, challenges and campaigns are seen as visitors will see them before they are published @rare-1', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', '/admin/content/picks');
  const preview = page.getByRole('region', { name: 'プレビュー', exact: true });
  const open = page.getByRole('button', { name: 'プレビューを見る' });
  await open.click();
  await expect(preview).toContainText('上から3件');
  await expect(preview.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/content/challenges');
  await open.click();
  await expect(preview.getByRole('listitem')).toHaveCount(18);
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/campaigns/2018:cat');
  await open.click();
  await expect(preview.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(preview.getByText('この特集は終了しました')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // Without days there is no preview.
  await page.getByLabel('始まりの日').fill('');
  await expect(preview).toContainText('始まりの日と終わりの日を入力すると');
  await page.getByLabel('始まりの日').fill('2018-01-01');
  await expect(preview.getByText('この特集は終了しました')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/content/questions');
  await page
    .getByText(/^質問 \d+件$/)
    .first()
    .click();
  await expectNoSidewaysScroll(page);
});
