import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  closeMessage,
  join,
  login,
  loginLink,
  mailedPath,
  menuOf,
  newEmail,
  password,
} from '#test/e2e/members.ts';
import { expectAccessible } from '#test/e2e/page-checks.ts';

// A member manages their own sign-in (docs/product.md, Sign-in and sessions).

const room = '/mypage/account';
const wrongPassword = 'いまのパスワードに誤りがあります。もう一度ご入力ください。';
/** On the login page, where an e-mail was typed as well. */
const wrongSignIn = 'メールアドレスまたはパスワードに誤りがあります。';

const expectDone = (page: Page, title: string) =>
  expect(page.getByRole('main').getByRole('status').filter({ hasText: title })).toBeVisible();

test('another e-mail: in its steps, with the messages of its failures @rare-3', async ({
  page,
  product,
  anotherPerson,
}) => {
  const email = await join(page);
  const taken = await join(await anotherPerson());
  const elsewhere = await anotherPerson();
  await elsewhere.goto('/login');
  await login(elsewhere, email);
  await expect(menuOf(elsewhere)).toBeVisible();

  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/')) {
      calls.push(`${pathname} ${request.postData() === null ? 'empty' : 'body'}`);
    }
  });
  const send = async (address: string, secret: string) => {
    await page.getByLabel('新しいメールアドレス').fill(address);
    await page.getByLabel('いまのパスワード').first().fill(secret);
    await page.getByRole('button', { name: '確認のメールを送る' }).click();
  };
  const expectRefused = async (message: string) => {
    await expect(page.getByRole('dialog')).toContainText(message);
    await closeMessage(page);
    await expect(page.getByRole('alert')).toContainText(message);
  };
  await page.goto(`${room}/email`);
  await send('not an address', password);
  await expect(page.getByRole('dialog')).toContainText('入力エラー');
  await closeMessage(page);
  await expect(page.getByRole('alert')).toContainText('正しいメールアドレスを入力してください。');
  const moved = newEmail('moved');
  await send(moved, 'a wrong password');
  await expectRefused(wrongPassword);
  await send(taken, password);
  await expectRefused('ご入力いただいたメールアドレスはすでに登録されています。');

  calls.length = 0;
  await send(moved, password);
  await expectDone(page, '確認のメールをお送りしました');
  expect(calls).toEqual(['/api/auth/change-email body']);

  // Nothing changes until the link is opened; the change can still be dropped.
  await page.goto(room);
  const facts = page.getByRole('region', { name: 'ご登録の内容' });
  await expect(facts).toContainText('確認待ち');
  await expect(facts).toContainText(moved);
  await expect(facts.getByRole('button', { name: '変更をやめる' })).toBeVisible();
  await expectAccessible(page);
  await elsewhere.goto(room);
  await expect(elsewhere.getByRole('main')).toContainText(email);

  await page.goto(await mailedPath(product, moved, 'verify-email'));
  await page.getByRole('button', { name: /確認/ }).click();
  await expect(page.getByRole('status').first()).toContainText('確認しました');
  await page.goto(room);
  await expect(facts).toContainText('確認済み');
  await expect(facts).toContainText(moved);
  await expect(facts).not.toContainText('確認待ち');
  // The other browser is signed out, this one is not.
  await elsewhere.goto(room);
  await expect(elsewhere).toHaveURL(/\/login/);

  // The owner of the old address can undo everything.
  const words = 'メールアドレスを変更しました';
  await elsewhere.goto(await mailedPath(product, email, 'undo-email-change', words));
  await elsewhere.getByRole('button', { name: '元のメールアドレスに戻す' }).click();
  await expect(elsewhere.getByRole('status').first()).toContainText('戻しました');
  await page.goto(room);
  await expect(page).toHaveURL(/\/login/);
});

test('another password, asked for with the old one @rare-2', async ({ page }) => {
  const email = await join(page);
  await page.goto(`${room}/password`);
  const current = page.getByLabel('いまのパスワード').first();
  await current.fill('a wrong password');
  await page.getByLabel('新しいパスワード').first().fill('another long password');
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await expect(page.getByRole('dialog')).toContainText(wrongPassword);
  await closeMessage(page);
  // Also at its field, once the window is closed.
  await expect(current).toHaveAccessibleDescription(new RegExp(wrongPassword));
  await current.fill(password);
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await expectDone(page, 'パスワードを変更しました');
  await expectAccessible(page);

  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(loginLink(page)).toBeVisible();
  await page.goto('/login');
  await login(page, email);
  await expect(page.getByRole('dialog')).toContainText(wrongSignIn);
  await closeMessage(page);
  await login(page, email, 'another long password');
  await expect(menuOf(page)).toBeVisible();
});

test('the browsers in which one is signed in are listed and signed out @rare-3', async ({
  page,
  anotherPerson,
}) => {
  const email = await join(page);
  const others = [await anotherPerson(), await anotherPerson()] as const;
  for (const other of others) {
    await other.goto('/login');
    await login(other, email);
    await expect(menuOf(other)).toBeVisible();
  }
  await page.goto(room);
  const devices = page.getByRole('region', { name: 'ログイン中の端末' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByRole('listitem').first()).toContainText('この端末');
  await devices
    .getByRole('button', { name: /^ログアウトさせる/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('いまのパスワード').first().fill('a wrong password');
  await dialog.getByRole('button', { name: 'ログアウトさせる', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(wrongPassword);
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: 'ログアウトさせる', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('list')).toBeFocused();

  // The most recently used one was first.
  await others[1].goto('/login');
  await login(others[1], email);
  await expect(menuOf(others[1])).toBeVisible();
  await page.reload();
  await devices.getByRole('button', { name: 'ほかの端末をすべて' }).click();
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: 'すべてログアウトさせる' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const other of others) {
    await other.goto(room);
    await expect(other).toHaveURL(/\/login/);
  }
});
