import type { Page, Route } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  closeMessage,
  join,
  loginLink,
  mailedPath,
  menuOf,
  newEmail,
  password,
  sendRegistration,
} from '#test/e2e/members.ts';
import { expectAccessible, openHydrated } from '#test/e2e/page-checks.ts';
import { applyBody } from '#test/factories/apply-body.ts';

// Both ways to register, and the state after an interruption (docs/product.md, Sign-in and sessions).

/** Whether an e-mail can still be registered: the interrupted try left nothing. */
async function isFree(page: Page, email: string): Promise<boolean> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: new URL(page.url()).origin },
  });
  return (await answer.json()).template === 'user-not-found';
}
const fails = (route: Route) =>
  route.fulfill({
    status: 500,
    json: { type: 'InternalError', message: 'ご不便をおかけしております。見本の失敗です。' },
  });

test.describe('when the product’s own record cannot be made', () => {
  test.use({ expectedComplaints: [/status of 500/] });

  test('the sign-up is taken back, told, and can be tried again @rare-3', async ({ page }) => {
    const email = newEmail('broken');
    await page.goto('/join');
    await page.route('**/api/users', fails);
    await sendRegistration(page, email);
    await expect(page.getByRole('alert')).toContainText('見本の失敗です。');
    await expect(loginLink(page)).toBeVisible();
    expect(await isFree(page, email)).toBe(true);

    await page.unroute('**/api/users');
    await page.getByRole('button', { name: '登録する', exact: true }).click();
    await expect(menuOf(page)).toBeVisible();
  });

  test('so is one from an application, which stays as it was @rare-4', async ({ page }) => {
    const email = newEmail('guest');
    await page.goto('/');
    const applied = await page.request.post('/api/appraisal/apply', {
      data: applyBody({ kind: 'fund', applicant: { email } }),
    });
    const { appraisalId, claimToken } = await applied.json();
    await page.goto(`/join#appraisalId=${appraisalId}&claimToken=${claimToken}`);
    await expect(page.getByRole('main')).toContainText(appraisalId);
    expect(page.url()).not.toContain(claimToken);
    await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
    await page.route('**/api/users/createByAppraisalId', fails);
    await page.getByLabel('パスワード').first().fill(password);
    await page.getByLabel('利用規約に同意します').check();
    const send = page.getByRole('button', { name: '登録する', exact: true });
    await send.click();
    await expect(page.getByRole('alert')).toContainText('見本の失敗です。');
    expect(await isFree(page, email)).toBe(true);

    await page.unroute('**/api/users/createByAppraisalId');
    await send.click();
    await expect(page).toHaveURL(/\/mypage/);
    await page.goto('/mypage/donation-history');
    await expect(page.getByRole('main')).toContainText(appraisalId);
  });
});

test('a mailed link waits for the e-mail to be verified, then takes the application along', async ({
  page,
  product,
  anotherPerson,
}) => {
  const applied = await page.request.post('/api/appraisal/apply', {
    data: applyBody({ kind: 'fund', applicant: { email: newEmail('guest') } }),
  });
  const { appraisalId, claimToken } = await applied.json();
  const link = `/join#appraisalId=${appraisalId}&claimToken=${claimToken}`;
  const email = await join(page);
  await page.goto(link);
  await expect(page).toHaveURL(/\/mypage\/claim$/);
  const main = page.getByRole('main');
  await expect(main).toContainText('先に、メールアドレスの確認をお願いします');
  await expect(main).toContainText(appraisalId);
  await expectAccessible(page);
  await page.getByRole('button', { name: '確認のメールを送る' }).click();
  const mail = await page.context().newPage();
  await mail.goto(await mailedPath(product, email, 'verify-email'));
  await mail.getByRole('button', { name: 'メールアドレスを確認する' }).click();
  await expect(mail.getByText('メールアドレスを確認しました')).toBeVisible();
  await mail.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(main).toContainText('お申し込みのときと、メールアドレスが違います');
  await page.getByRole('button', { name: '寄付の履歴に入れる' }).click();
  await expect(page).toHaveURL(/donation-history$/);
  await expect(main).toContainText(appraisalId);
  await page.goto(link);
  await expect(main).toContainText('このお申し込みは、寄付の履歴に入っています');

  // It cannot be taken over any more; a person with another account is led to it by the sign-in.
  const other = await anotherPerson();
  await other.goto(link);
  await expect(other.getByRole('main')).toContainText(
    'リンクの期限が切れたか、すでに使われています',
  );
  await expect(other.getByLabel(/^姓/)).toBeVisible();
});

test.describe('when the sign-up cannot be made', () => {
  test('a password that many have is refused at its field, which can be shown @rare-1', async ({
    page,
  }) => {
    const email = newEmail('weak');
    await openHydrated(page, '/join');
    await page.getByLabel(/^姓(?!（)/).fill('髙橋');
    await page.getByLabel(/^名(?!（)/).fill('花子');
    await page.getByLabel('メールアドレス').fill(email);
    const field = page.getByRole('textbox', { name: 'パスワード' });
    const show = page.getByRole('button', { name: 'パスワードを表示' });
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await field.fill('sunshine');
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByLabel('利用規約に同意します').check();
    const send = page.getByRole('button', { name: '登録する', exact: true });
    await send.click();
    await closeMessage(page);
    await expect(field).toHaveAccessibleDescription(/よく使われているパスワードのため/);
    expect(await isFree(page, email)).toBe(true);
    await field.fill('小さな舟の港');
    await send.click();
    await closeMessage(page);
    await expect(field).toHaveAccessibleDescription(/8文字以上で入力/);
    await field.fill('髙橋花子髙橋花子');
    await send.click();
    await closeMessage(page);
    await expect(field).toHaveAccessibleDescription(/お名前・メールアドレス・電話番号だけ/);
    await field.fill('小さな舟の港の朝');
    await send.click();
    await expect(menuOf(page)).toBeVisible();
  });

  test('a registered e-mail is told so, and its owner stays @rare-2', async ({
    page,
    anotherPerson,
  }) => {
    const email = await join(await anotherPerson());
    await page.goto('/join');
    await sendRegistration(page, email);
    const message = 'ご入力いただいたメールアドレスはすでに登録されています。';
    await expect(page.getByRole('dialog')).toContainText(message);
    await closeMessage(page);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(loginLink(page)).toBeVisible();
    expect(await isFree(page, email)).toBe(false);
  });

  test('an e-mail that is none is told before anything is sent @rare-3', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.goto('/join');
    await sendRegistration(page, 'hanako@');
    await expect(page.getByRole('dialog')).toContainText('入力エラー');
    await closeMessage(page);
    await expect(page.getByRole('alert')).toContainText('正しいメールアドレスを入力してください。');
    expect(sent).toEqual([]);
  });
});

test.describe('when the network fails', () => {
  test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/] });

  test('an answer that never comes leaves what was typed, to be sent again @rare-4', async ({
    page,
  }) => {
    const email = newEmail('offline');
    await page.goto('/join');
    await page.route('**/api/auth/sign-up/email', (route) => route.abort('internetdisconnected'));
    await sendRegistration(page, email);
    await expect(page.getByRole('alert')).toContainText('通信できませんでした');
    await expect(page.getByLabel(/^姓(?!（)/)).toHaveValue('髙橋');
    await page.unroute('**/api/auth/sign-up/email');
    await page.getByRole('button', { name: '登録する', exact: true }).click();
    await expect(menuOf(page)).toBeVisible();
  });

  test('a lost answer is no failure: who was registered after all is signed in @rare-1', async ({
    page,
  }) => {
    const email = newEmail('lost');
    await page.goto('/join');
    await page.route('**/api/users', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await sendRegistration(page, email);
    await expect(menuOf(page)).toBeVisible();
  });
});
