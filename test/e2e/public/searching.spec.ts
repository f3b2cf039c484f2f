import { expect, test } from '#test/e2e/fixtures.ts';

test('what is typed and chosen stays, however slow the answers are, and all of it counts', async ({
  page,
}) => {
  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  await page.goto('/search');
  const found = page.getByRole('status').filter({ hasText: '団体が見つかりました' });
  const all = await found.textContent();
  for (const answers of ['**/search.data**', '**/api/associates']) {
    await page.route(answers, async (route) => {
      await isFast;
      await route.continue();
    });
  }
  const keyword = page.getByRole('main').getByLabel('キーワード');
  const deductible = page.getByLabel(/寄付金控除の対象/);
  const order = page.getByLabel('並び順');
  await keyword.pressSequentially('ねこ');
  await deductible.check();
  await order.selectOption('累計の寄付が多い順');
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();

  becomeFast();
  await expect(page).toHaveURL(/keyword=.+&order=cumulative&isDeductible=true/);
  await expect(found).not.toHaveText(all ?? '');
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();

  // A search from elsewhere brings its own words.
  await page.getByRole('banner').getByRole('searchbox').fill('いぬ');
  await page.getByRole('banner').getByRole('searchbox').press('Enter');
  await expect(keyword).toHaveValue('いぬ');
  await expect(deductible).not.toBeChecked();
  await page.goBack();
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();
});

test('what is typed and chosen before the scripts have come counts once they are there', async ({
  page,
}) => {
  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client*', async (route) => {
    await isFast;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  const keyword = page.getByRole('main').getByLabel('キーワード');
  await keyword.fill('ねこ');
  await page.getByLabel('都道府県').selectOption('東京都');
  await page.getByLabel(/寄付金控除の対象/).check();

  becomeFast();
  await expect(page).toHaveURL(/keyword=.+&isDeductible=true&prefecture=/);
  await expect(keyword).toHaveValue('ねこ');
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  await expect(page.getByLabel(/寄付金控除の対象/)).toBeChecked();
});
