import type { Page } from '@playwright/test';
import {
  addPasskey,
  confirmApp,
  forgetLastCode,
  forgetShown,
  giveAuthenticator,
  joinProven,
  keepRecoveryCodes,
  settings,
} from '#test/e2e/authenticators.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { join, login, loginLink, mailedPath, menuOf, password } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { codeOf } from '#test/factories/totp.ts';

// Passkeys, authenticator apps and recovery codes of a member (docs/product.md, Sign-in and sessions).

const room = '/mypage/account';
const passkeysOn = (page: Page) => page.getByRole('region', { name: 'パスキー' });
const codesOn = (page: Page) => page.getByRole('region', { name: '予備コード' });
const codesHeading = (page: Page) =>
  page.getByRole('heading', { name: '予備コードを控えてください' });
const secondStep = (page: Page) => page.getByRole('heading', { name: '2段階認証' });

/** Signs out through the menu, and opens the login. */
async function leave(page: Page): Promise<void> {
  // On phones the menu is in a drawer.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toBeEnabled();
}

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
}

test('@phone a member adds a passkey, and signs in by it alone', async ({ page, product }) => {
  await giveAuthenticator(page);
  const email = await joinProven(page, product);
  await openHydrated(page, room);
  await page.getByRole('link', { name: /設定\s*（2段階認証）/ }).click();
  await expect(passkeysOn(page)).toContainText('ロックを解除するときと同じ操作');
  await addPasskey(page);
  await expect(codesHeading(page)).toBeFocused();
  await expectWhole(page);
  await keepRecoveryCodes(page);
  await expect(passkeysOn(page)).toContainText(/(Linux|Android)・Chrome/);
  await expect(passkeysOn(page)).toContainText('最後のご利用：まだありません');
  await expect(codesOn(page)).toContainText('10個');
  await expectWhole(page);

  await leave(page);
  await page.getByRole('button', { name: 'パスキーでログイン' }).click();
  await expect(page).toHaveURL(/\/mypage/);
  await openHydrated(page, settings);
  await expect(passkeysOn(page)).not.toContainText('まだありません');

  // With the password, the passkey is the second step.
  await leave(page);
  await login(page, email);
  await expect(secondStep(page)).toBeFocused();
  await expectWhole(page);
  await page.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(page).toHaveURL(/\/mypage/);
});

test('a device is lost: a recovery code lets in, the old passkey goes, a new one comes @rare-2', async ({
  page,
  product,
}) => {
  const lost = await giveAuthenticator(page);
  const email = await joinProven(page, product);
  await openHydrated(page, settings);
  await addPasskey(page, '古い電話');
  const [code = '', another = ''] = await keepRecoveryCodes(page);
  await lost.lose();
  await giveAuthenticator(page);

  await leave(page);
  await login(page, email);
  await page.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(page.getByRole('alert')).toContainText('パスキーでの確認は行われませんでした');
  await page.getByText('どの方法も使えないとき').click();
  await expect(page.getByRole('main')).toContainText('ほかの運営者にご相談ください');
  await page.getByRole('button', { name: '予備コードを使う' }).click();
  await page.getByLabel(/^予備コード/).fill('wrong-code');
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('予備コードが正しくありません');
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await expect(dialog).toBeHidden();
  await page.getByLabel(/^予備コード/).fill(code);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage/);

  await openHydrated(page, settings);
  await expect(codesOn(page)).toContainText('9個');
  await passkeysOn(page).getByRole('button', { name: /^削除/ }).click();
  await expect(dialog).toContainText('古い電話');
  await expectAccessible(page);
  await dialog.getByLabel('いまのパスワード').first().fill('a wrong password');
  await dialog.getByRole('button', { name: '削除する' }).click();
  await expect(dialog.getByRole('alert')).toContainText('パスワードに誤りがあります');
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: '削除する' }).click();
  await expect(dialog).toBeHidden();
  await expect(passkeysOn(page).getByRole('listitem')).toHaveCount(0);

  await addPasskey(page, '新しい電話');
  await keepRecoveryCodes(page);
  await expect(passkeysOn(page)).toContainText('新しい電話');
  await leave(page);
  await page.getByRole('button', { name: 'パスキーでログイン' }).click();
  await expect(page).toHaveURL(/\/mypage/);

  // The old codes were deleted with the passkey that they replaced.
  await leave(page);
  await login(page, email);
  await page.getByRole('button', { name: '予備コードを使う' }).click();
  await page.getByLabel(/^予備コード/).fill(another);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  await expect(dialog).toContainText('予備コードが正しくありません');
});

test('@phone an authenticator app is set up, asked for, and taken away @rare-4', async ({
  page,
  product,
}) => {
  const email = await joinProven(page, product);
  await openHydrated(page, settings);
  await page.getByRole('button', { name: '認証アプリを設定する' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: '設定を始める' }).click();
  await expect(page.getByRole('img', { name: 'QRコード' })).toBeVisible();
  await expectWhole(page);
  const setup = await confirmApp(page);
  await keepRecoveryCodes(page);
  await expect(page.getByRole('region', { name: '認証アプリ' })).toContainText('使っています');

  await leave(page);
  await login(page, email);
  await forgetLastCode(product, email);
  await page.getByLabel(/^認証コード/).fill(codeOf(setup));
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage/);
  await openHydrated(page, settings);
  await page.getByRole('button', { name: '認証アプリを外す' }).click();
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: '外す', exact: true }).click();
  await expect(page.getByRole('region', { name: '認証アプリ' })).toContainText('使っていません');
  await expect(codesOn(page)).toHaveCount(0);

  await leave(page);
  await login(page, email);
  await expect(page).toHaveURL(/\/mypage/);
});

test('@phone a change asks for the second factor again, and goes on by itself once it is shown @rare-3', async ({
  page,
  product,
}) => {
  const device = await giveAuthenticator(page);
  const email = await joinProven(page, product);
  await openHydrated(page, settings);
  await addPasskey(page);
  const [code = ''] = await keepRecoveryCodes(page);
  await forgetShown(product, email);

  // Cancelled: nothing changes, and typed text is kept.
  await openHydrated(page, `${room}/password`);
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByLabel('新しいパスワード').first().fill('another long password');
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  const dialog = page.getByRole('dialog', { name: '2段階認証の確認' });
  await expect(dialog).toContainText('大切な変更の前に');
  await expectWhole(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('2段階認証をお願いします');
  await expect(page.getByLabel('新しいパスワード').first()).toHaveValue('another long password');

  // User verification fails first, then succeeds.
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await device.recognise(false);
  await dialog.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(dialog.getByRole('alert')).toContainText('パスキーでの確認は行われませんでした');
  await device.recognise(true);
  await dialog.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'パスワードを変更しました' }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();

  // A recovery code works as well: here to get new ones.
  await forgetShown(product, email);
  await openHydrated(page, settings);
  await page.getByRole('button', { name: '予備コードを作り直す' }).click();
  const asked = page.getByRole('dialog', { name: '予備コードを作り直しますか？' });
  await asked.getByLabel('いまのパスワード').first().fill('another long password');
  await asked.getByRole('button', { name: '作り直す' }).click();
  await dialog.getByRole('button', { name: '予備コードを使う' }).click();
  await dialog.getByLabel(/^予備コード/).fill(code);
  await dialog.getByRole('button', { name: '確認する', exact: true }).click();
  await expect(codesHeading(page)).toBeFocused();
  expect(await keepRecoveryCodes(page)).not.toContain(code);
  await expect(codesOn(page)).toContainText('10個');
});

test('recovery codes are printed alone, and copied @rare-4', async ({ page, product, context }) => {
  await giveAuthenticator(page);
  await joinProven(page, product);
  await openHydrated(page, settings);
  await addPasskey(page);
  await expect(codesHeading(page)).toBeFocused();
  const paper = page.locator('[data-printed-alone]');
  await expect(paper).toBeHidden();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'コピーする' }).click();
  await expect(page.getByText('予備コードをコピーしました。').first()).toBeVisible();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(copied).toHaveLength(10);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toBeHidden();
  await expect(paper).toContainText('たすき');
  await expect(paper).toContainText(/\d{4}\/\d{2}\/\d{2}/);
  await expect(paper.getByRole('listitem')).toHaveText(copied);
  await page.emulateMedia({ media: 'screen' });
  await keepRecoveryCodes(page);
});

test('who has not proven their e-mail does so first, and a browser without passkeys offers none @rare-1', async ({
  page,
  product,
}) => {
  const email = await join(page);
  await openHydrated(page, settings);
  const main = page.getByRole('main');
  await expect(main).toContainText('先に、メールアドレスの確認をお願いします');
  await expect(page.getByRole('button', { name: 'パスキーを追加する' })).toHaveCount(0);
  await expectWhole(page);
  await page.getByRole('button', { name: '確認のメールを送る' }).click();
  await expect(main).toContainText('確認のメールをお送りしました');
  await page.goto(await mailedPath(product, email, 'verify-email'));
  await page.getByRole('button', { name: 'メールアドレスを確認する' }).click();
  await expect(page.getByRole('status').first()).toContainText('確認しました');

  await page.addInitScript(() => {
    // @ts-expect-error: as in browsers of old
    delete window.PublicKeyCredential;
  });
  await openHydrated(page, settings);
  await expect(main).not.toContainText('先に、メールアドレスの確認');
  await expect(passkeysOn(page)).toContainText('パスキーをお使いになれません');
  await expect(page.getByRole('button', { name: '認証アプリを設定する' })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openHydrated(page, '/login');
  await expect(page.getByRole('button', { name: 'ログインする', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toHaveCount(0);
  await expect(loginLink(page)).toBeVisible();
  await login(page, email);
  await expect(menuOf(page)).toBeVisible();
});
