import type { Page } from '@playwright/test';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectJapanese, hydrated } from '#test/e2e/page-checks.ts';

// Navigation on the site (docs/product.md, Screens).

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('a new page begins at its top, and going back finds the place that was left', async ({
  page,
}) => {
  await page.goto('/search');
  await hydrated(page);
  // On this page the modal would open by itself.
  await page.evaluate(() => sessionStorage.setItem('appraisal-invited', '1'));
  const card = page.locator('main a[href^="/associate/"]').nth(12);
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => scrollY(page)).toBeGreaterThan(500);
  const left = await scrollY(page);
  await card.click();
  await expect(page).toHaveURL(/\/associate\//);
  await expect.poll(() => scrollY(page)).toBe(0);
  // So does a tab of the organisation, wherever it was chosen from.
  const tab = page
    .getByRole('navigation', { name: '団体のページ' })
    .getByRole('link', { name: 'お礼' });
  await page.setViewportSize({ width: 360, height: 640 });
  await tab.scrollIntoViewIfNeeded();
  await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
  await tab.click();
  await expect(page).toHaveURL(/thanks$/);
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/search');
  await expect.poll(() => scrollY(page)).toBe(left);
});

/** Targets of the links in a part of the page, without duplicates. */
const targetsOf = async (page: Page, selector: string) => [
  ...new Set(
    await page
      .locator(selector)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ),
];

test('on phones a drawer holds the links of the header, and the field for searching folds @rare-1', async ({
  page,
}) => {
  await page.goto('/');
  const wide = await targetsOf(page, 'header nav a[href^="/"], header nav ~ div a[href^="/"]');
  expect(wide.length).toBeGreaterThan(10);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('banner').getByRole('searchbox')).toBeHidden();
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  const drawer = page.getByRole('dialog', { name: 'メニュー' });
  await expect(drawer.getByRole('link', { name: '新規登録' })).toBeVisible();
  const inDrawer = await targetsOf(page, 'dialog[open] a');
  expect(inDrawer).toEqual(expect.arrayContaining(wide));
  await expectAccessible(page);
  await expectJapanese(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeFocused();
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  await drawer.getByRole('link', { name: '寄付の実績' }).click();
  await expect(page).toHaveURL('/achievements');
  await expect(drawer).toBeHidden();

  await page.getByRole('banner').locator('summary', { hasText: '団体を検索' }).click();
  const box = page.getByRole('banner').getByRole('searchbox');
  await expect(box).toBeFocused();
  await box.fill('ﾈｺ');
  await box.press('Enter');
  await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('ﾈｺ')}`);
  await expect(page.getByLabel('キーワード')).toHaveValue('ﾈｺ');
});

test('phones end at 767 px, the narrow layout at 1079 @rare-3', async ({ page }) => {
  await page.goto('/faq');
  const column = () =>
    page
      .locator('main .page-container')
      .first()
      .evaluate((element) => element.getBoundingClientRect().width);
  const search = page.getByRole('banner').getByRole('searchbox');
  const menu = page.getByRole('navigation', { name: '主なメニュー' });
  for (const [width, columnPx, hasSearch, hasMenu] of [
    [767, 700, false, false],
    [768, 700, true, false],
    [1079, 700, true, false],
    [1080, 1000, true, true],
    [1600, 1000, true, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await column()]).toEqual([width, columnPx]);
    await expect(search).toBeVisible({ visible: hasSearch });
    await expect(menu).toBeVisible({ visible: hasMenu });
  }
});

test('sub-menus are used by keyboard alone @rare-4', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const summary = page.getByRole('banner').locator('summary', { hasText: 'サービス' });
  const links = page
    .getByRole('banner')
    .locator('details', { has: page.locator('summary', { hasText: 'サービス' }) })
    .getByRole('link');
  await expect(links.first()).toBeHidden();
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary).toBeFocused();
  await expect(links.first()).toBeHidden();

  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about-service/donatable');
  await expect(links.first()).toBeHidden();

  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(links.last()).toBeVisible();
  for (const _link of await links.all()) await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeHidden();
});

test('signed in, one has the menu of one’s own pages; signing out leads to the top @rare-1', async ({
  page,
  product,
}) => {
  const donor = sampleSignIn(product.output(), 'donor');
  await page.goto('/login?back=/mypage/donation-history');
  await signIn(page, donor.email, donor.password);
  await expect(page).toHaveURL('/mypage/donation-history');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'ログイン' })).toHaveCount(0);
  await banner.getByText('マイページ').click();
  const menu = banner.locator('details[open]');
  await expect(menu.getByRole('link')).toHaveText([
    'プロフィール',
    'わたしの声（#mypledge）',
    '寄付の履歴',
    '受領証明書',
    'アカウント設定',
  ]);
  await menu.getByRole('button', { name: 'ログアウト' }).click();
  await expect(page).toHaveURL('/');
  await expect(banner.getByRole('link', { name: 'ログイン' })).toBeVisible();
});

test('a link to a question opens its answer @rare-2', async ({ page }) => {
  await page.goto('/faq');
  const ids = await page
    .locator('details > div > [id]')
    .evaluateAll((all) => all.map(({ id }) => id));
  const id = ids.at(-1);
  await page.goto(`/faq#${id}`);
  await hydrated(page);
  await expect(page.locator(`[id="${id}"]`)).toBeVisible();
  await expect(page.locator('details[open]')).toHaveCount(1);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();

  // So does one that is followed within the site.
  await page.goto('/terms');
  await hydrated(page);
  await page.evaluate((hash) => {
    const link = document.createElement('a');
    link.href = `/faq#${hash}`;
    link.textContent = 'link';
    document.querySelector('main')?.prepend(link);
  }, ids[0]);
  await page.getByRole('link', { name: 'link', exact: true }).click();
  await expect(page.locator(`[id="${ids[0]}"]`)).toBeVisible();
});
