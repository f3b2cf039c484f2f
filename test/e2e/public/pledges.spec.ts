import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';

test('a visitor goes from the gallery to a pledge, to its picture, and on to the organisation', async ({
  page,
}) => {
  // The sample's pledges may be far down, below those of other tests; the invitation would open on the way.
  await page.addInitScript(() => sessionStorage.setItem('appraisal-invited', '1'));
  await page.goto('/my-pledge');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('#mypledge');
  // One of the sample, with a picture; other tests publish pledges as well.
  const ofSample = page.locator('a[href^="/my-pledge/sample-"]');
  const card = page.getByRole('main').getByRole('listitem').filter({ has: ofSample }).first();
  await expect(card.getByRole('img')).toHaveJSProperty('complete', true);
  const widthOf = (img: HTMLImageElement) => img.naturalWidth;
  expect(await card.getByRole('img').evaluate(widthOf)).toBeGreaterThan(0);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/my-pledge\/sample-pledge-\d+$/);
  await expectAccessible(page);
  const pledge = page.url();
  // The name links to the author's profile, and from there back to the pledge.
  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(page).toHaveURL(/\/profile\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/さん$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const statusOf = async (path: string) => (await page.request.get(path)).status();
  expect(await statusOf(`${page.url()}?cursor=x`)).toBe(400);
  expect(await statusOf('/profile/nobody')).toBe(404);
  await page.locator(`main a[href="${new URL(pledge).pathname}"]`).click();
  await expect(page).toHaveURL(pledge);
  await page.locator('a[href^="/my-pledge/item/"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'さんの思いを読む' }).click();
  await expect(page).toHaveURL(pledge);
  await page.getByRole('link', { name: 'わたしも応援する' }).click();
  await expect(page).toHaveURL(/\/(associate|search\/social-challenge)\//);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pledges are read and paged through @rare-3', async ({ page }) => {
    await page.goto('/my-pledge');
    const first = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts();
    await page.getByRole('link', { name: '次のページ' }).click();
    await expect(page).toHaveURL(/\/my-pledge\?page=2$/);
    const second = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts();
    expect(second.length).toBeGreaterThan(0);
    expect(second).not.toEqual(first);
    expect((await page.request.get('/my-pledge?page=999')).status()).toBe(404);
  });
});

test('a page tells its address and its picture to those who link to it @rare-4', async ({
  page,
  product,
}) => {
  for (const path of ['/associate/sample-animal-1', '/my-pledge']) {
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', product.url + path);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await page.request.get(picture ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
  }
});
