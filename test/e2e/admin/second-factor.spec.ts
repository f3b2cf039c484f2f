import type { Page } from '@playwright/test';
import {
  confirmApp,
  giveAuthenticator,
  joinAs,
  joinProven,
  keepRecoveryCodes,
  settings,
} from '#test/e2e/authenticators.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { setUpPasskey } from '#test/e2e/invited.ts';
import { login, password } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  openHydrated,
} from '#test/e2e/page-checks.ts';

// Operators and staff need a second factor; two operators restore access for a person who lost theirs.

const setupPath = /\/mypage\/account\/two-factor\/setup/;
const resets = '/admin/second-factor-resets';

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
}

/** An operator on a page of the admin area. */
async function operatorAt(page: Page, product: Parameters<typeof joinAs>[1], path: string) {
  await giveAuthenticator(page);
  const email = await joinAs(page, product, 'operator');
  await page.goto(path);
  await expect(page).toHaveURL(setupPath);
  await setUpPasskey(page);
  await expect(page).toHaveURL(path);
  return email;
}

test('@phone an operator without a second factor reaches nothing but its setup, and then the admin area', async ({
  page,
  product,
}) => {
  await giveAuthenticator(page);
  const email = await joinAs(page, product, 'operator');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Requests of every signed-in page, and of the list under test.
    if (['/api/users/account', '/api/office/mails'].includes(pathname)) asked.push(pathname);
  });
  for (const path of ['/admin/mails', '/admin', '/mypage/account', '/mypage', '/faq']) {
    await page.goto(path);
    await expect(page).toHaveURL(setupPath);
  }
  expect(asked).toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2段階認証の設定');
  await expect(page.getByRole('button', { name: 'パスキーを使う' })).toBeVisible();
  await expectWhole(page);

  // Signing out leads to the top page, signing in back to here.
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goto('/login?back=/admin/mails');
  await hydrated(page);
  await login(page, email);
  await expect(page).toHaveURL(setupPath);
  await page.getByRole('button', { name: 'パスキーを使う' }).click();
  await expectWhole(page);
  await page.getByRole('button', { name: 'ほかの方法にする' }).click();
  await setUpPasskey(page);
  await expect(page).toHaveURL('/admin/mails');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('メール');
  expect(asked.length).toBeGreaterThan(0);

  // The last one cannot be removed.
  await openHydrated(page, settings);
  await expect(page.getByRole('main')).toContainText('最後の1つは外せません');
  await expect(page.getByRole('button', { name: /^削除/ })).toHaveCount(0);
});

test('staff set up an authenticator app, and are asked for its code @rare-2', async ({
  page,
  product,
}) => {
  const email = await joinAs(page, product, 'staff');
  await page.goto('/staff');
  await expect(page).toHaveURL(setupPath);
  await page.getByRole('button', { name: '認証アプリを使う' }).click();
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: '設定を始める' }).click();
  await confirmApp(page);
  await expectWhole(page);
  const [code = ''] = await keepRecoveryCodes(page);
  await expect(page).toHaveURL('/staff');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('団体の担当者のページ');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await hydrated(page);
  await login(page, email);
  await page.getByRole('button', { name: '予備コードを使う' }).click();
  await page.getByLabel(/^予備コード/).fill(code);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
  await expect(page).toHaveURL('/staff');
});

test('@phone two operators give the way back to who has lost everything @rare-3', async ({
  page: first,
  anotherPerson,
  product,
}) => {
  // A member loses their device.
  const member = await anotherPerson();
  const device = await giveAuthenticator(member);
  const email = await joinProven(member, product);
  await openHydrated(member, settings);
  await member.getByRole('button', { name: 'パスキーを追加する' }).click();
  const adding = member.getByRole('dialog');
  await adding.getByLabel('いまのパスワード').first().fill(password);
  await adding.getByRole('button', { name: 'パスキーを追加する' }).click();
  await keepRecoveryCodes(member);
  await device.lose();

  await operatorAt(first, product, resets);
  await expect(first.getByRole('main')).toContainText('いまは依頼がありません');
  await expectWhole(first);
  const ask = async (address: string) => {
    await first.getByLabel('対象の方のメールアドレス').fill(address);
    await first.getByLabel(/^理由/).fill('電話をなくしたと、登録の電話番号から連絡があった。');
    await first.getByRole('button', { name: '依頼する', exact: true }).click();
  };
  await first.getByRole('button', { name: '解除を依頼する' }).click();
  await ask('nobody@example.com');
  await expect(first.getByRole('dialog').getByRole('alert')).toContainText('見つかりませんでした');
  await expectWhole(first);
  await ask(email);
  await expect(first.getByText('解除を依頼しました。').first()).toBeVisible();
  await expect(first.getByRole('dialog')).toBeHidden();
  const own = first.getByRole('listitem').filter({ hasText: email });
  await expect(own).toContainText('承認できるのは');
  await expect(own.getByRole('button', { name: /^承認/ })).toHaveCount(0);

  const second = await anotherPerson();
  await operatorAt(second, product, resets);
  const request = second.getByRole('listitem').filter({ hasText: email });
  await expect(request).toContainText('登録の電話番号から');
  await expectWhole(second);
  await request.getByRole('button', { name: /^承認して解除する/ }).click();
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText('2段階認証を解除しますか？');
  await expectAccessible(second);
  await dialog.getByRole('button', { name: '承認して解除する' }).click();
  await expect(second.getByText('2段階認証を解除しました。').first()).toBeVisible();
  await expect(request).toHaveCount(0);

  // Signed out everywhere, the member signs in with only the password.
  await member.goto('/mypage/account');
  await expect(member).toHaveURL(/\/login/);
  await hydrated(member);
  await login(member, email);
  await expect(member).toHaveURL(/\/mypage\/account$/);
});
