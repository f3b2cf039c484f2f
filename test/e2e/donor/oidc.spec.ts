import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmApp, keepRecoveryCodes } from '#test/e2e/authenticators.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { closeMessage, newEmail, password, sendRegistration } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';
import { freePort, removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { type OidcServer, oidcServer } from '#test/stand-ins/oidc-server.ts';

// The product with OIDC_PROVIDERS set, and two real OpenID providers on this machine; a third is unreachable.

let dataDir: string;
let server: ServerProcess | undefined;
let service: OidcServer;
let another: OidcServer;

test.use({ baseURL: '' });
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-oidc-'));
  const port = String(await freePort());
  const publicUrl = `http://localhost:${port}`;
  service = await oidcServer({ publicUrl, id: 'line', name: 'LINE' });
  another = await oidcServer({ publicUrl, id: 'google', name: 'Google' });
  service.people.set('花子', {
    email: 'hanako@example.com',
    email_verified: true,
    family_name: '髙橋',
    given_name: '花子',
  });
  const away = { ...service.setting, id: 'away', name: 'よその', issuer: 'http://localhost:1' };
  server = await startServer(dataDir, {
    PORT: port,
    SAMPLE_DATA: 'off',
    OIDC_PROVIDERS: JSON.stringify([service.setting, another.setting, away]),
  });
});
test.afterAll(async () => {
  await server?.stop();
  await service.close();
  await another.close();
  await removeDataDir(dataDir);
});

test('a visitor registers by a service, signs in by it to where they wanted to go, and closes the account by it @phone @rare-3', async ({
  page,
}) => {
  const url = server?.url ?? '';
  // From a guarded page to the provider, where they cancel.
  await page.goto(`${url}/mypage/account`);
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await page.getByRole('link', { name: 'やめる' }).click();
  await expect(page.getByRole('alert')).toContainText('ログインは行われませんでした');
  await expectAccessible(page);

  // Again: they have no account yet, so they register with the provider's data.
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await page.getByRole('link', { name: '花子としてログイン' }).click();
  await expect(page).toHaveURL(/\/join\?back=/);
  await expect(page.getByLabel(/^姓(?!（)/)).toHaveValue('髙橋');
  await expect(page.getByLabel('メールアドレス')).toHaveValue('hanako@example.com');
  await expectAccessible(page);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/account$/);
  const ways = page.getByRole('region', { name: 'ログインの方法' });
  await expect(ways).toContainText('まだ決めていません');
  await expect(ways).toContainText('つながっています');

  // Sign out, and in again through a guarded page: directly back to it.
  await page.goto(`${url}/goodbye`);
  await page.evaluate(async () => {
    await fetch('/api/auth/sign-out', { method: 'POST' });
    localStorage.clear();
  });
  await page.goto(`${url}/mypage/account/erase`);
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await expect(page).toHaveURL(/\/mypage\/account\/erase$/);
  await expect(page.getByRole('heading', { name: '退会', level: 1 })).toBeVisible();

  // The provider re-authenticates instead of a password.
  await page.getByLabel('消去した内容は元に戻せないことを確認しました').check();
  await page.getByRole('button', { name: '退会する' }).click();
  await expect(page.getByRole('dialog')).toContainText('もう一度ログインしてから');
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'LINEで確認する' }).click();
  await page.getByRole('link', { name: '花子としてログイン' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'ご本人の確認ができました' }),
  ).toBeVisible();
  await page.getByLabel('消去した内容は元に戻せないことを確認しました').check();
  await page.getByRole('button', { name: '退会する' }).click();
  await expect(page).toHaveURL(/\/goodbye$/);
});

const waysOn = (page: Page) => page.getByRole('region', { name: 'ログインの方法' });
const atService = (page: Page, choice: string) => page.getByRole('link', { name: choice }).click();

/** Registers a member with a password; ends on the account page. */
async function joined(page: Page) {
  await page.goto(`${server?.url}/join?back=/mypage/account`);
  await hydrated(page);
  await sendRegistration(page, newEmail('tying'));
  await expect(page).toHaveURL(/\/mypage\/account$/);
}

/** From the account page to a provider, confirming with the password. */
async function leaveToLink(page: Page, name: string) {
  await waysOn(page)
    .getByRole('link', { name: `つなげる （${name}）` })
    .click();
  await hydrated(page);
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: `${name}へ進む` }).click();
}

test('a member links a service by a button, is told what went wrong on the way, and unlinks it @phone @rare-4', async ({
  page,
  anotherPerson,
}) => {
  service.people.set('太郎', {});
  await joined(page);
  const ways = waysOn(page);
  await expect(ways).toContainText('設定済み');
  await expect(ways.getByText('つながっていません')).toHaveCount(3);

  await ways.getByRole('link', { name: 'つなげる （LINE）' }).click();
  await expect(page.getByRole('heading', { name: 'ログインの方法の追加' })).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('いまのパスワード').first().fill('a wrong password');
  await page.getByRole('button', { name: 'LINEへ進む' }).click();
  await expect(page.getByRole('dialog')).toContainText('パスワードに誤りがあります');
  await closeMessage(page);
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: 'LINEへ進む' }).click();
  await atService(page, 'やめる');
  await expect(page.getByRole('alert')).toContainText('サービスをつなぐ手続きは行われませんでした');
  await expect(page).toHaveURL(/\/mypage\/account$/);

  await leaveToLink(page, 'LINE');
  await atService(page, '太郎としてログイン');
  await expect(
    page.getByRole('status').filter({ hasText: 'ログインの方法を追加しました' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/mypage\/account$/);
  await expect(ways).toContainText('つながっています');
  await expect(ways.getByText('つながっていません')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Another member cannot link the same provider account.
  const other = await anotherPerson();
  await joined(other);
  await leaveToLink(other, 'LINE');
  await atService(other, '太郎としてログイン');
  await expect(other.getByRole('alert')).toContainText('別のアカウントにつながっている');
  await expect(waysOn(other)).not.toContainText('つながっています');

  // By keyboard: a confirmation comes first, and declining keeps the link.
  const unlink = ways.getByRole('button', { name: '解除 （LINE）' });
  await unlink.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('LINEとのつながりを解除しますか？');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(unlink).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: '解除する' }).click();
  await expect(page.getByText('LINEとのつながりを解除しました。').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(ways.getByText('つながっていません')).toHaveCount(3);
  await expect(ways.locator('[tabindex="-1"]')).toBeFocused();
});

test('who has one service alone keeps it until there is another way in, such as a second one @phone @rare-1', async ({
  page,
}) => {
  service.people.set('次郎', { email: newEmail('jiro'), family_name: '髙橋', given_name: '次郎' });
  another.people.set('次郎', {});
  await page.goto(`${server?.url}/login?back=/mypage/account`);
  await hydrated(page);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await atService(page, '次郎としてログイン');
  await hydrated(page);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/account$/);
  const ways = waysOn(page);
  const dialog = page.getByRole('dialog');
  await ways.getByRole('button', { name: '解除 （LINE）' }).click();
  await expect(dialog).toContainText('ただ一つのログインの方法です。先にパスワードを決めて');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'パスワードを決める' }).click();
  await expect(page).toHaveURL(/\/mypage\/account\/password$/);
  await page.goBack();

  await ways.getByRole('link', { name: 'つなげる （Google）' }).click();
  await hydrated(page);
  await page.getByRole('button', { name: 'LINEで確認する' }).click();
  await atService(page, '次郎としてログイン');
  await expect(
    page.getByRole('status').filter({ hasText: 'ご本人の確認ができました' }),
  ).toBeVisible();
  await hydrated(page);
  await page.getByRole('button', { name: 'Googleへ進む' }).click();
  await atService(page, '次郎としてログイン');
  await expect(
    page.getByRole('status').filter({ hasText: 'ログインの方法を追加しました' }),
  ).toBeVisible();
  await ways.getByRole('button', { name: '解除 （LINE）' }).click();
  await dialog.getByRole('button', { name: '解除する' }).click();
  await expect(ways.getByRole('link', { name: 'つなげる （LINE）' })).toBeVisible();
  await expect(ways.getByRole('button', { name: '解除 （Google）' })).toBeVisible();
});

test('who comes by a service sets up a second factor by it, and is asked for it on the way in @rare-2', async ({
  page,
}) => {
  const email = newEmail('saburo');
  const secondStep = page.getByRole('heading', { name: '2段階認証' });
  const names = { family_name: '髙橋', given_name: '三郎' };
  service.people.set('三郎', { email, email_verified: true, ...names });
  await page.goto(`${server?.url}/login?back=/mypage/account`);
  await hydrated(page);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await atService(page, '三郎としてログイン');
  await hydrated(page);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/account$/);
  await waysOn(page)
    .getByRole('link', { name: /設定\s*（2段階認証）/ })
    .click();
  const dialog = page.getByRole('dialog');
  const begin = page.getByRole('button', { name: '認証アプリを設定する' });
  await begin.click();
  await dialog.getByRole('button', { name: '設定を始める' }).click();
  await expect(dialog.getByRole('alert')).toContainText('もう一度ログインしてから');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'LINEで確認する' }).click();
  await atService(page, '三郎としてログイン');
  await expect(page).toHaveURL(/\/two-factor$/);
  await expect(
    page.getByRole('status').filter({ hasText: 'ご本人の確認ができました' }),
  ).toBeVisible();
  await begin.click();
  await dialog.getByRole('button', { name: '設定を始める' }).click();
  await confirmApp(page);
  const [code = ''] = await keepRecoveryCodes(page);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server?.url}/login?back=/mypage/account`);
  await hydrated(page);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await atService(page, '三郎としてログイン');
  await expect(secondStep).toBeFocused();
  await expect(page).not.toHaveURL(/#/);
  await page.getByRole('button', { name: 'ログインの最初に戻る' }).click();
  // The provider still has a session, and does not ask again.
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await expect(secondStep).toBeFocused();
  await page.getByRole('button', { name: '予備コードを使う' }).click();
  await page.getByLabel(/^予備コード/).fill(code);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/account$/);
});

test.describe('a service that does not answer', () => {
  test.use({ expectedComplaints: [/status of 503/] });

  test('is told of where one would leave for it @rare-3', async ({ page }) => {
    await joined(page);
    await leaveToLink(page, 'よその');
    await expect(page.getByRole('alert')).toContainText('ログインのサービスから応答がありません');
    await expect(page).toHaveURL(/\/mypage\/account\/service\/away$/);
  });
});
