import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';

const password = 'a long password';
let count = 0;

/** Registers a person through the form; ends signed in. */
async function join(page: Page): Promise<string> {
  const email = `session${++count}@example.com`;
  await page.goto('/join');
  await page.getByLabel(/^姓(?!（)/).fill('髙橋');
  await page.getByLabel(/^名(?!（)/).fill('花子');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(menuOf(page)).toBeVisible();
  return email;
}

async function login(page: Page, email: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
}

/** The cookie of the known browser remains. */
const sessionsIn = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name === 'tasuki.session');
const menuOf = (page: Page) => page.getByRole('banner').getByText('マイページ');
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'ログイン' });

test('a sign-in lasts beyond a reload, keeps no secret in the page, and ends in every tab', async ({
  page,
  context,
}) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await page.goto('/');
  await expect(loginLink(page)).toBeVisible();
  expect(refused).toEqual([]);

  await join(page);
  await page.reload();
  await expect(menuOf(page)).toBeVisible();

  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['tasuki.devices', 'tasuki.session']);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  }
  const kept = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toMatch(/eyJ|session=/);

  const other = await context.newPage();
  await other.goto('/');
  await expect(menuOf(other)).toBeVisible();
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(loginLink(page)).toBeVisible();
  await expect(loginLink(other)).toBeVisible();
  // The pages forget at once; the cookie is cleared by the server's response.
  await expect.poll(() => sessionsIn(context)).toEqual([]);
});

test('a form that is open in another tab keeps what was typed, asks to sign in again, and goes on @rare-2', async ({
  page,
  context,
}) => {
  const email = await join(page);
  const other = await context.newPage();
  await other.goto('/mypage/account/tel');
  await other.getByLabel(/^電話番号/).fill('090-8765-4321');
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  const notice = other.getByRole('alert').filter({ hasText: '別の画面でログアウトしました' });
  await expect(notice).toContainText('続けるにはもう一度ログインしてください');
  await expect(menuOf(other)).toBeHidden();
  await expect(other.getByLabel(/^電話番号/)).toHaveValue('090-8765-4321');
  await other.getByRole('button', { name: '保存する' }).click();
  await expect(other.getByRole('main').getByRole('alert')).toContainText('もう一度ログイン');
  await notice.getByRole('link', { name: 'ログインする' }).click();
  await login(other, email);
  await expect(other).toHaveURL('/mypage/account/tel');
  await expect(notice).toBeHidden();
  await expect(other.getByLabel(/^電話番号/)).toHaveValue('090-8765-4321');

  // The next person who signs in sees nothing of it.
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(notice).toBeVisible();
  await join(page);
  await expect(notice).toBeHidden();
  await expect(other.getByLabel(/^電話番号/)).toHaveValue('');
});

test('signing out ends in a tab as well that is still being told who is signed in @rare-3', async ({
  page,
  context,
}) => {
  await join(page);
  const other = await context.newPage();
  const account = '/api/users/account';
  const { promise: isSignedOut, resolve: noteSignedOut } = Promise.withResolvers<void>();
  await other.route(`**${account}`, async (route) => {
    const response = await route.fetch();
    await isSignedOut;
    await route.fulfill({ response });
  });
  const asked = other.waitForRequest((request) => request.url().endsWith(account));
  await other.goto('/');
  await asked;
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect.poll(() => sessionsIn(context)).toEqual([]);

  const told = other.waitForResponse((response) => response.url().endsWith(account));
  noteSignedOut();
  await (await told).finished();
  await other.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
  await expect(loginLink(other)).toBeVisible();
  await expect(menuOf(other)).toBeHidden();
});

test('signing out calls nobody back from where they went while the server was slow to answer @rare-4', async ({
  page,
  context,
}) => {
  await join(page);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/sign-out', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto('/faq');
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await loginLink(page).click();
  await expect(page.getByLabel('メールアドレス')).toBeVisible();
  answer();
  await expect.poll(() => sessionsIn(context)).toEqual([]);
  await page.getByLabel('メールアドレス').fill('still@here.example');
  await expect(page).toHaveURL(/\/login$/);
});

test('a visitor is led to the login and back to where they wanted to go @rare-1', async ({
  page,
  anotherPerson,
}) => {
  const email = await join(await anotherPerson());
  await page.goto('/mypage/donation-history');
  await expect(page).toHaveURL(/\/login\?back=/);
  await login(page, email);
  await expect(page).toHaveURL(/\/mypage\/donation-history$/);
});

test('an e-mail that is not registered is told so, with the way to register @rare-1', async ({
  page,
}) => {
  await page.goto('/login');
  await login(page, 'nobody@example.com');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('ご入力いただいたメールアドレスは登録されていません。');
  await dialog.getByRole('link', { name: '新規登録' }).click();
  await expect(page).toHaveURL(/\/join$/);
});

test('the pages of mailed links ask before they do anything @rare-2', async ({ page }) => {
  const token = 'a'.repeat(43);
  await page.goto(`/undo-email-change#token=${token}`);
  await page.getByRole('button', { name: '元のメールアドレスに戻す' }).click();
  await expect(page.getByRole('alert')).toContainText('このリンクは使えなくなっています');
  expect(page.url()).not.toContain(token);
  await page.goto(`/verify-email#token=${token}`);
  await expect(page.getByRole('main')).toContainText('先にログイン');
});
