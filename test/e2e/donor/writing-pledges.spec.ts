import type { Page } from '@playwright/test';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, openHydrated } from '#test/e2e/page-checks.ts';
import { smallPicture } from '#test/factories/pictures.ts';

async function enter(page: Page, product: Product, path: string): Promise<void> {
  const { email, password } = sampleSignIn(product.output(), 'donor');
  await page.goto(path);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, password);
  await expect(page).toHaveURL(path);
}

const chooser = (page: Page) => page.getByLabel('#mypledgeの写真：画像を選ぶ');
/** Closes the window with this title, which is above everything else. */
async function closeWindow(page: Page, name: string): Promise<void> {
  const window = page.getByRole('dialog', { name });
  await window.getByRole('button', { name: '閉じる' }).last().click();
  await expect(window).toBeHidden();
}

async function addPicture(page: Page, background: string): Promise<void> {
  const buffer = await smallPicture('jpeg', { width: 640, height: 480, background });
  await chooser(page).setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'この範囲で決める' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

// The trace recorder requests the picture's former URL; the page itself never does.
test.use({ expectedComplaints: [/^Connecting to 'blob:/] });

test('@phone a donor writes a pledge, shows it, mends it, hides it and takes it away', async ({
  page,
  product,
  anotherPerson,
}) => {
  test.setTimeout(120_000);
  await enter(page, product, '/mypage/my-pledge');
  await page.getByRole('link', { name: '#mypledgeを書く' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#mypledgeを書く');

  // A draft is private.
  const words = `祖母のコートを送りました。${Date.now()}`;
  await page.getByLabel('本文').fill(words);
  await expect(page.getByText(`${words.length}/2000文字`)).toBeVisible();
  await addPicture(page, '#c8452e');
  await addPicture(page, '#1f7a5c');
  await page.getByLabel('2枚目の写真の名前').fill('祖母のコート');
  await page.getByRole('button', { name: /^前へ.*2枚目の写真$/ }).click();
  await expect(page.getByLabel('1枚目の写真の名前')).toHaveValue('祖母のコート');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '下書きを保存する' }).click();
  await expect(page).toHaveURL('/mypage/my-pledge');
  const card = page.getByRole('listitem').filter({ hasText: words });
  await expect(card).toContainText('下書き');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const visitor = await anotherPerson();
  await visitor.goto('/my-pledge');
  await expect(visitor.getByText(words)).toHaveCount(0);

  // Once published it comes first, without its amount.
  await card.getByRole('link', { name: '編集する' }).click();
  await page.getByRole('radio', { name: /^公開する/ }).check();
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(page.getByText('#mypledgeを公開しました。')).toBeVisible();
  await expect(card).toContainText('公開中');
  const post = page.getByRole('link', { name: /^X/ });
  await expect(post).toHaveAttribute('href', new RegExp(encodeURIComponent('#mypledge')));
  await visitor.goto('/my-pledge');
  await visitor.getByRole('listitem').filter({ hasText: words }).getByRole('link').click();
  await expect(visitor.getByText(words).first()).toBeVisible();
  await expect(visitor.getByRole('link', { name: '祖母のコート' })).toBeVisible();
  await expect(visitor.getByText('寄付した金額')).toHaveCount(0);

  // A visitor reports it to the operator.
  await openHydrated(visitor, new URL(visitor.url()).pathname);
  await visitor.getByRole('button', { name: 'この投稿の問題を知らせる' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'この投稿の問題を知らせる' });
  await dialog.getByRole('button', { name: '知らせる', exact: true }).click();
  await closeWindow(visitor, '入力エラー');
  await expect(dialog.getByRole('alert').first()).toBeFocused();
  await dialog.getByLabel('どこに問題がありますか').fill('住所が写っています。');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: '知らせる', exact: true }).click();
  await expect(visitor.getByText('お知らせを受け付けました。')).toBeVisible();

  // Hidden, it is gone for everyone else.
  await card.getByRole('link', { name: '編集する' }).click();
  await page.getByRole('radio', { name: /^非公開にする/ }).check();
  await page.getByRole('button', { name: '非公開で保存する' }).click();
  await expect(card).toContainText('非公開');
  expect((await visitor.request.get(new URL(visitor.url()).pathname)).status()).toBe(404);

  await card.getByRole('link', { name: '編集する' }).click();
  await page.getByRole('button', { name: 'この#mypledgeを削除する' }).click();
  await page.getByRole('button', { name: '削除する', exact: true }).click();
  await expect(page).toHaveURL('/mypage/my-pledge');
  await expect(card).toHaveCount(0);
});
