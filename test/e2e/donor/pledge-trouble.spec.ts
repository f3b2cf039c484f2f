import type { Page } from '@playwright/test';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { giveMany } from '#test/e2e/giving.ts';
import { join } from '#test/e2e/members.ts';
import { expectAccessible, hydrated } from '#test/e2e/page-checks.ts';
import { smallPicture } from '#test/factories/pictures.ts';

// Interruptions while writing a pledge: another tab, a lost connection, a change of mind.

const list = '/mypage/my-pledge';
const text = (page: Page) => page.getByLabel('本文');
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: '編集する' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

/** A donor with one donation, on the page for writing about it. */
async function beginPledge(page: Page, product: Product): Promise<void> {
  const [donation] = await giveMany(product, await join(page), 1);
  await page.goto(`${list}/new?appraisalId=${donation?.appraisalId}`);
  await hydrated(page);
  await text(page).fill('祖母の着物です。');
}

async function addPicture(page: Page): Promise<void> {
  const buffer = await smallPicture('jpeg', { width: 640, height: 480, background: '#c8452e' });
  const file = { name: 'coat.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('#mypledgeの写真：画像を選ぶ').setInputFiles(file);
  await page.getByRole('button', { name: 'この範囲で決める' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByLabel('1枚目の写真の名前').fill('着物');
}

const publish = async (page: Page) => {
  await page.getByRole('radio', { name: /^公開する/ }).check();
  await page.getByRole('button', { name: '公開する', exact: true }).click();
};

async function expectPublished(page: Page): Promise<void> {
  await expect(page).toHaveURL(list);
  await expect(card(page)).toHaveCount(1);
  await expect(card(page)).toContainText('公開中');
  await expect(card(page)).toContainText('祖母の着物です。');
}

test('an edit in one tab is not written over by another unseen: both versions are shown @rare-4', async ({
  page,
  context,
  product,
}) => {
  await beginPledge(page, product);
  await publish(page);
  await expectPublished(page);
  await card(page).getByRole('link', { name: '編集する' }).click();
  await expect(text(page)).toHaveValue('祖母の着物です。');
  const other = await context.newPage();
  await other.goto(page.url());
  await text(other).fill('あとから書き直しました。');
  await other.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(other).toHaveURL(list);

  const both = alert(page).filter({ hasText: '先に変更されています' });
  await text(page).fill('こちらが先でした。');
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(both).toContainText('こちらが先でした。');
  await expect(both).toContainText('あとから書き直しました。');
  await expectAccessible(page);
  await page.getByRole('button', { name: '保存済みの内容にする' }).click();
  await expect(both).toBeHidden();
  await expect(text(page)).toHaveValue('あとから書き直しました。');

  // Again, and this time the typed text is kept.
  await other.goto(page.url());
  await text(other).fill('もう一度。');
  await other.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(other).toHaveURL(list);
  await text(page).fill('これで決まりです。');
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(both).toContainText('もう一度。');
  await page.getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(page).toHaveURL(list);
  await expect(card(page)).toContainText('これで決まりです。');
});

test.describe('leaving before it is saved', () => {
  // The trace recorder requests the picture's former URL; the page itself never does.
  test.use({ expectedComplaints: [/^Connecting to 'blob:/] });

  test('keeps the words, and says that pictures are to be chosen again @rare-1', async ({
    page,
    product,
  }) => {
    await beginPledge(page, product);
    const address = page.url();
    await addPicture(page);
    await page.getByLabel('寄付した金額を公開する').check();
    await page.reload();
    await expect(page.getByText('前回の入力を復元しました')).toBeVisible();
    await expect(text(page)).toHaveValue('祖母の着物です。');
    await expect(page.getByLabel('寄付した金額を公開する')).toBeChecked();
    await expect(
      page.getByText('前回選んだ写真1枚と、その名前やひとことは残っていません。'),
    ).toBeVisible();
    await expectAccessible(page);

    await text(page).fill('祖母の着物と帯です。');
    await page.getByRole('banner').getByRole('link', { name: 'たすき' }).first().click();
    await expect(page).toHaveURL('/');
    await page.goto(address);
    await expect(text(page)).toHaveValue('祖母の着物と帯です。');
    await addPicture(page);
    await expect(page.getByText('残っていません')).toHaveCount(0);
    await publish(page);
    await expect(page).toHaveURL(list);

    // Once saved it is no longer a draft; an unfinished edit is one again.
    await card(page).getByRole('link', { name: '編集する' }).click();
    await expect(text(page)).toHaveValue('祖母の着物と帯です。');
    await expect(page.getByText('前回の入力を復元')).toHaveCount(0);
    await page.getByLabel('1枚目の写真の名前').fill('帯');
    await page.reload();
    await expect(page.getByLabel('1枚目の写真の名前')).toHaveValue('帯');
    await expect(page.getByText('残っていません')).toHaveCount(0);
    await page.getByRole('button', { name: '最初から' }).click();
    await expect(page.getByLabel('1枚目の写真の名前')).toHaveValue('着物');

    // After deleting, nothing of it remains for the next one.
    await text(page).fill('書きかけです。');
    await page.reload();
    await expect(text(page)).toHaveValue('書きかけです。');
    await page.getByRole('button', { name: 'この#mypledgeを削除する' }).click();
    await page.getByRole('button', { name: '削除する', exact: true }).click();
    await expect(page).toHaveURL(list);
    await page.goto(address);
    await expect(text(page)).toHaveValue('');
  });
});

test.describe('sending that does not succeed', () => {
  test.use({ expectedComplaints: [/net::ERR_|status of 5\d\d|^Connecting to 'blob:/] });

  test('says so, keeps words and pictures, and is done once when tried again @rare-4', async ({
    page,
    product,
  }) => {
    await beginPledge(page, product);
    await addPicture(page);
    // The server has done it, only its response is lost.
    await page.route('**/api/my-pledges', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await publish(page);
    await expect(alert(page)).toContainText('通信できませんでした。');
    await expect(text(page)).toHaveValue('祖母の着物です。');
    await expect(page.getByLabel('1枚目の写真の名前')).toHaveValue('着物');

    await page.unroute('**/api/my-pledges');
    const busy = { type: 'ServiceUnavailable', message: 'ただいま混み合っています。' };
    await page.route('**/api/my-pledges', (route) => route.fulfill({ status: 503, json: busy }));
    await page.getByRole('button', { name: '公開する', exact: true }).click();
    await expect(alert(page)).toContainText('ただいま混み合っています。');
    await expectAccessible(page);

    await page.unroute('**/api/my-pledges');
    await page.getByRole('button', { name: '公開する', exact: true }).click();
    await expectPublished(page);
    await expect(card(page).locator('img')).toHaveCount(1);
  });

  test('shows how far it has come, and can be called off and sent after all @rare-2', async ({
    page,
    product,
  }) => {
    await beginPledge(page, product);
    await addPicture(page);
    await page.route('**/api/my-pledges', () => new Promise(() => undefined));
    await publish(page);
    await expect(page.getByRole('progressbar', { name: /写真を/ })).toBeVisible();
    await page.getByRole('button', { name: '送信をやめる' }).click();
    await expect(page.getByText('送信を取りやめました。')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: /写真を/ })).toBeHidden();
    await expect(alert(page)).toHaveCount(0);
    await expect(text(page)).toHaveValue('祖母の着物です。');
    await expect(page.getByLabel('1枚目の写真の名前')).toHaveValue('着物');

    await page.unroute('**/api/my-pledges');
    await page.getByRole('button', { name: '公開する', exact: true }).click();
    await expectPublished(page);
    await expect(card(page).locator('img')).toHaveCount(1);
  });
});
