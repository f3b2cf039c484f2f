import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import {
  checkOf,
  fillInFacts,
  owner,
  publish,
  setUpApp,
  setupPath,
  takeOver,
} from '#test/e2e/setting-up.ts';
import { completeFacts } from '#test/factories/service-facts.ts';

// On an empty database: from the first start to the remaining steps before the opening.

test.use({ installation: 'empty' });
test.describe.configure({ mode: 'serial' });

/** State of the owner's browser, for the tests after the sign-in. */
let ownersBrowser: Awaited<ReturnType<BrowserContext['storageState']>>;

const soon = (page: Page) => page.getByRole('heading', { level: 1, name: 'まもなく開きます' });

/** The page is accessible, on a phone and on a wide screen. */
async function expectWhole(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await keepPicture(page, `setup-${name}-${width}`);
  }
  await expectAccessible(page);
  await expectJapanese(page);
}

test('a visitor of an installation that has not opened is told so, wherever they go @rare-3', async ({
  page,
}) => {
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  await expect(soon(page)).toBeVisible();
  await expectWhole(page, 'opens-soon');
  await page.goto('/search?keyword=cat');
  await expect(soon(page)).toBeVisible();
  // Writing to the operator is possible; no link leads inside from there.
  await page.getByRole('main').getByRole('link', { name: 'お問い合わせ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'お問い合わせ' })).toBeVisible();
  await hydrated(page);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: '寄付先を探す', exact: true })
    .click();
  await expect(soon(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'お問い合わせ' })).toBeVisible();
});

test('the link of the first start leads from the account and its second factor to the facts', async ({
  page,
  product,
  anotherPerson,
}) => {
  await page.goto('/setup');
  await expect(
    page.getByText('サーバーを起動したときに表示されるリンクから開きます'),
  ).toBeVisible();
  await page.goto(await setupPath(product));
  await expect(page.getByRole('button', { name: 'アカウントを作って進む' })).toBeVisible();
  // The token is removed from the URL.
  await expect(page).toHaveURL('/setup');
  await expectWhole(page, 'owner');
  await takeOver(page, product);
  await setUpApp(page, owner.password);
  await expect(page).toHaveURL('/admin/setup');
  await expect(checkOf(page, '責任者の2段階認証')).toContainText('済み');
  await expect(checkOf(page, '運営者の名称・所在地・連絡先')).toContainText('未完了');
  await expectWhole(page, 'check-list');

  // A second person with the link is too late.
  const late = await anotherPerson();
  await late.goto(await setupPath(product));
  await expect(late.getByText('このリンクは使えなくなっています')).toBeVisible();

  // The next step is shown and links to the operator's details.
  await page.getByRole('link', { name: /^つぎへ：/ }).click();
  await expect(page).toHaveURL('/admin/settings/service');
  await fillInFacts(page, { ...completeFacts, invoiceNumber: 'T7000012050003' });
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('数字に誤りがないか').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await fillInFacts(page, { invoiceNumber: completeFacts.invoiceNumber });
  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  await expect(page.getByRole('region', { name: 'プレビュー' })).toContainText('衣類の橋');
  await expectWhole(page, 'facts');
  await publish(page);
  // Input after saving the draft is published with it.
  await fillInFacts(page, { phoneHours: '平日9時から17時' });
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('まだ公開していない下書きがあります')).toBeVisible();
  await fillInFacts(page, { phoneHours: '平日10時から16時' });
  await publish(page);

  await page.goto('/admin/setup');
  for (const label of [
    '運営者の名称・所在地・連絡先',
    '送り主と倉庫の住所',
    '古物商の許可証番号',
  ]) {
    await expect(checkOf(page, label)).toContainText('済み');
  }
  await page.getByRole('button', { name: 'このまま使う' }).click();
  await expect(checkOf(page, 'お引き受けできるもの')).toContainText('済み');
  await expect(page.getByRole('button', { name: 'サービスを開く' })).toHaveCount(0);
  // The admin area starts with the list, too.
  await page.goto('/admin');
  await expect(page.getByText('サービスはまだ開いていません')).toBeVisible();
  await page.getByRole('link', { name: '開設の準備へ' }).click();
  await expect(page).toHaveURL('/admin/setup');

  // Published data is on the site at once.
  await late.goto('/operator');
  await expect(late.getByText('第301234567890号')).toBeVisible();
  await expect(late.getByText('平日10時から16時')).toBeVisible();
  await late.goto('/');
  await expect(soon(late)).toBeVisible();
  await expect(late.getByText('info@hashi.example')).toBeVisible();
  ownersBrowser = await page.context().storageState();
});

test('who prepares the service sees the site as it will be, in their own browser, and is told that nobody else does @rare-4', async ({
  page,
  anotherPerson,
}) => {
  await page.context().setStorageState(ownersBrowser);
  const visitor = await anotherPerson();
  const bar = page.getByText('まだ公開していません。運営者だけに見えています。');
  await page.goto('/admin/setup');
  await hydrated(page);
  await page.getByRole('button', { name: '公開前のサイトを見る' }).click();
  await expect(page).toHaveURL('/');
  await expect(bar).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expectWhole(page, 'preview');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: '寄付先を探す', exact: true })
    .click();
  await expect(page).toHaveURL(/\/search/);
  await expect(bar).toBeVisible();
  for (const path of ['/', '/search']) {
    await visitor.goto(path);
    await expect(soon(visitor)).toBeVisible();
  }
  await page.getByRole('link', { name: '開設の準備へ戻る' }).click();
  await expect(page.getByRole('button', { name: '見るのをやめる' })).toBeVisible();
  await expectWhole(page, 'preview-switch');
  await page.getByRole('button', { name: '見るのをやめる' }).click();
  await expect(page.getByRole('button', { name: '公開前のサイトを見る' })).toBeVisible();
  await expect(page.getByRole('button', { name: '見るのをやめる' })).toHaveCount(0);
  await page.goto('/search');
  await expect(soon(page)).toBeVisible();
});
