import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// The operator's settings, and their effect for visitors.

const editor = '/admin/settings/legal/commerce';

test('two people edit one text: both versions are shown, one is published and read by a visitor @rare-2', async ({
  page,
  anotherPerson,
  product,
}) => {
  test.slow();
  await openAs(page, product, 'operator', editor);
  const other = await anotherPerson();
  await openAs(other, product, 'operator', editor);
  const title = (of: typeof page) => of.getByRole('textbox', { name: '題名' });
  const save = (of: typeof page) => of.getByRole('button', { name: '下書きのまま置く' }).click();

  await title(page).fill('表記（ひとりめ）');
  await title(other).fill('表記（ふたりめ）');
  await save(page);
  await expect(page.getByText('下書きを保存しました')).toBeVisible();
  await save(other);
  // The second person sees both versions, and takes the stored one.
  await expect(other.getByText('表記（ひとりめ）')).toBeVisible();
  await expect(other.getByText('表記（ふたりめ）').first()).toBeVisible();
  await other.getByRole('button', { name: '保存済みの内容にする' }).click();
  await expect(title(other)).toHaveValue('表記（ひとりめ）');
  await expectAccessible(other);

  const visitor = await anotherPerson();
  await visitor.goto('/commerce');
  await expect(visitor).toHaveURL('/operator');
  await other.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(other.getByText('公開しました')).toBeVisible();
  await visitor.goto('/terms');
  await visitor.getByRole('contentinfo').getByRole('link', { name: '特定商取引法' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('表記（ひとりめ）');
  await expectNoSidewaysScroll(visitor);
});

test('what is accepted is shown as the form will offer it, and then is @rare-4', async ({
  page,
  anotherPerson,
  product,
}) => {
  test.slow();
  await openAs(page, product, 'operator', '/admin/settings/acceptance');
  await page.getByRole('radio', { name: '2箱' }).check();
  await page.getByRole('checkbox', { name: '土' }).uncheck();
  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  const preview = page.getByRole('region', { name: 'プレビュー' });
  await expect(preview).toContainText('1箱から2箱まで');
  await expect(preview.getByText('選べます').first()).toBeAttached();
  await expectAccessible(page);
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await page.getByRole('button', { name: /公開する$/ }).click();
  await expect(page.getByText('公開しました')).toBeVisible();

  const visitor = await anotherPerson();
  await visitor.goto('/appraisal');
  await expect(visitor.getByText(/一度に2箱まで申し込めます/)).toBeVisible();
  await expect(visitor.getByRole('radio', { name: '3箱' })).toHaveCount(0);
  await visitor.goto('/faq');
  await expect(visitor.getByText('一度に2箱までです').first()).toBeAttached();
  // Restores it, since other tests share the server.
  await page.getByRole('radio', { name: '5箱' }).check();
  await page.getByRole('checkbox', { name: '土' }).check();
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await page.getByRole('button', { name: /公開する$/ }).click();
  await expect(page.getByText('まだ公開していない下書きがあります')).toHaveCount(0);
});
