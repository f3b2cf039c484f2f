import { expect, test } from '#test/e2e/fixtures.ts';
import { closeMessage, join, login, mailedPath, menuOf, password } from '#test/e2e/members.ts';

test('a wrong password is told so, and the right one signs in after it @rare-1', async ({
  page,
  anotherPerson,
}) => {
  const email = await join(await anotherPerson());
  await page.goto('/login');
  await login(page, email, 'not the password');
  await expect(page.getByRole('dialog')).toContainText(
    'メールアドレスまたはパスワードに誤りがあります。',
  );
  await closeMessage(page);
  await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
  await login(page, email, password);
  await expect(menuOf(page)).toBeVisible();
});

test('@phone a forgotten password is set anew by the mailed link, and ends what was open', async ({
  page,
  anotherPerson,
  product,
}) => {
  const before = await anotherPerson();
  const email = await join(before);
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'パスワードをお忘れの方' }).click();
  // Both pages ask for the address.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('パスワードの再設定');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByRole('button', { name: '再設定のメールを送る' }).click();
  await expect(page.getByRole('main')).toContainText('メールをお送りしました');

  await page.goto(await mailedPath(product, email, 'reset-password'));
  await expect(page).not.toHaveURL(/token/);
  const anew = 'another long password';
  await page.getByLabel('新しいパスワード').first().fill(anew);
  await page.getByRole('button', { name: 'パスワードを再設定する' }).click();
  await expect(page.getByRole('main')).toContainText('パスワードを再設定しました');
  await before.goto('/mypage/account');
  await expect(before).toHaveURL(/\/login/);
  await page.getByRole('main').getByRole('link', { name: 'ログインする' }).click();
  await login(page, email);
  await expect(page.getByRole('dialog')).toContainText(
    'メールアドレスまたはパスワードに誤りがあります。',
  );
  await closeMessage(page);
  await login(page, email, anew);
  await expect(page).toHaveURL(/\/mypage/);
});
