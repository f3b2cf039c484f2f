import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

test('@phone a wrong sign-in stands among the day’s security events, and is found by kind and outcome @rare-1', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', '/admin/messages');
  const wrong = { email: 'somebody@mihon.example', password: 'a guess at it' };
  expect((await page.request.post('/api/auth/sign-in/email', { data: wrong })).status()).toBe(400);
  await page
    .getByRole('navigation', { name: '運営のメニュー' })
    .getByRole('link', { name: '記録', exact: true })
    .click();
  await page
    .getByRole('navigation', { name: '記録の画面' })
    .getByRole('link', { name: '安全', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'セキュリティの記録' })).toBeVisible();
  await hydrated(page);
  const sums = page.getByRole('region', { name: '1日の件数' });
  await sums.getByRole('link', { name: /^失敗/ }).click();
  await expect(page).toHaveURL('/admin/security?outcome=failed');
  await sums.getByRole('link', { name: /^ログイン/ }).click();
  await expect(page).toHaveURL('/admin/security?kind=sign-in');
  const list = page.getByRole('region', { name: 'セキュリティの記録の一覧' });
  await list
    .getByRole('link', { name: /^宛先の符号/ })
    .first()
    .click();
  await expect(page).toHaveURL(/[?&]typed=[\w-]{16}/);
  await expect(list.getByText('失敗').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const day = page.getByLabel('日付');
  const today = await day.inputValue();
  await page.getByRole('link', { name: '前の日' }).click();
  await expect(page.getByText('当てはまる記録がありません')).toBeVisible();
  await expect(day).not.toHaveValue(today);
  await day.fill('2017-01-01');
  await page.getByRole('button', { name: '表示', exact: true }).click();
  await expect(page).toHaveURL(/day=2017-01-01/);
  await page.goto('/admin/security?day=2017-01-01');
  await expect(page.getByText('この日の記録はありません').first()).toBeVisible();
  await expect(page.getByRole('link', { name: '前の日' })).toHaveCount(0);
});
