import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { publish } from '#test/e2e/setting-up.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { phonePicture } from '#test/factories/pictures.ts';

/** The page is accessible, on a phone and on a wide screen. */
async function expectWhole(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await keepPicture(page, `campaign-${name}-${width}`);
  }
  await expectAccessible(page);
}

test('a campaign gets a cropped picture, which visitors and link previews see until an earlier version comes back @rare-4', async ({
  page,
  product,
  anotherPerson,
}) => {
  const path = '/campaign/2018/heavy-rain';
  const description = '泥のついた長靴と、並んだ土のう';
  await openAs(page, product, 'operator', '/admin/campaigns/2018:heavy-rain');
  const chooser = page.getByLabel('特集の画像：画像を選ぶ');
  // Saves another version, to return from.
  await page.getByLabel('ひとこと').fill('泥をかき出す手に、もう一度。');
  await publish(page);
  await chooser.setInputFiles({
    name: 'rain.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePicture(),
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'この範囲で決める' }).click();
  await expect(page.getByAltText('特集の画像（いまの下書き）')).toBeVisible();
  // A picture needs a description.
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('画像の説明を入力してください。').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByLabel('画像の説明').fill(description);
  await page
    .getByRole('textbox', { name: /^結果の報告/ })
    .fill('**120箱**が届き、消毒の道具になりました。');
  await expectWhole(page, 'editor');
  await publish(page);
  await page.goto('/admin/campaigns');
  await expect(page.locator('main img')).toHaveCount(1);
  await expectWhole(page, 'list');

  const visitor = await anotherPerson();
  await openHydrated(visitor, path);
  const picture = visitor.getByRole('img', { name: description });
  await expect(picture).toHaveAttribute('width', '1600');
  await expect(picture).toHaveAttribute('height', '750');
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(visitor.getByRole('heading', { name: 'ご報告' })).toBeVisible();
  const preview = visitor.locator('meta[property="og:image"]');
  await expect(preview).toHaveAttribute('content', `${product.url}/og${path}.png`);
  expect((await visitor.request.get(`/og${path}.png`)).headers()['content-type']).toBe('image/png');
  await expectJapanese(visitor);
  await expectWhole(visitor, 'page');
  // A card below the first view links to the sample's current campaign.
  const others = visitor.locator('section', { hasText: '開催中の特集' });
  await expect(others.locator('img[loading="lazy"]').first()).toBeAttached();

  await page.goto('/admin/campaigns/2018:heavy-rain');
  await hydrated(page);
  await page.getByText('変更の履歴').click();
  const first = page.getByRole('listitem').filter({ hasText: '第1版' });
  await first.getByRole('button', { name: 'いまの内容と比べる' }).click();
  await expect(first).toContainText(description);
  await first.getByRole('button', { name: 'この版を下書きにする' }).click();
  await expect(page.getByAltText('特集の画像（いまの下書き）')).toBeHidden();
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(page.getByText('まだ公開していない下書きがあります')).toBeHidden();
  await openHydrated(visitor, path);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(picture).toHaveCount(0);
  await expectWhole(visitor, 'without');
});
