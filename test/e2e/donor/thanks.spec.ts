import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs, signInAs } from '#test/e2e/signed-in.ts';

test('@phone an editor writes thanks, the operator looks, and a donor reads them', async ({
  page,
  product,
  anotherPerson,
}) => {
  await openAs(page, product, 'staff', '/staff');
  const menu = page.getByRole('navigation', { name: '団体の画面' });
  await menu.getByRole('link', { name: 'お礼' }).click();
  await page.getByRole('button', { name: '使い道のご報告の文例で書く' }).click();
  await expect(page).toHaveURL(/\/staff\/[\w-]+\/thanks\/[\w-]+$/);
  const title = `秋のご報告 ${Date.now()}`;
  await page.getByLabel('件名').fill(title);
  // The gap of the template is for its author to fill.
  await page
    .getByRole('textbox', { name: /^本文/ })
    .fill('{{お名前}}\n\n毛布を20枚、用意できました。ありがとうございます。');
  await page.getByLabel('これからのご寄付にも届ける').check();
  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  const preview = page.getByRole('region', { name: 'プレビュー', exact: true }).last();
  await expect(preview).toContainText('寄付者さま');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /運営に確認を依頼する/ }).click();
  await expect(
    page.getByText('この下書きは、運営の確認を待っています', { exact: false }),
  ).toBeVisible();

  const operator = await anotherPerson();
  await openAs(operator, product, 'operator', '/admin/looks');
  const look = operator.getByRole('article').filter({ hasText: title });
  await look.getByRole('button', { name: '公開する' }).click();
  await expect(look).toHaveCount(0);

  await page.goto('/staff');
  await menu.getByRole('link', { name: 'お礼' }).click();
  const published = page.getByRole('listitem').filter({ hasText: title });
  await expect(published).toContainText('これからのご寄付にも届けています');
  await expect(async () => {
    await page.reload();
    await expect(published).toContainText(/件のご寄付に届きました/, { timeout: 3_000 });
  }).toPass();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('@phone an editor keeps words of the organisation’s own, and begins thanks with them @rare-4', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'staff', '/staff');
  const menu = page.getByRole('navigation', { name: '団体の画面' });
  await menu.getByRole('link', { name: 'お礼' }).click();
  const name = `春の文例 ${Date.now()}`;
  await page.getByRole('button', { name: '文例を作る' }).click();
  const dialog = page.getByRole('dialog', { name: '文例を作る' });
  await dialog.getByLabel('文例の名前').fill(name);
  await dialog.getByLabel('件名').fill('春のお礼');
  await dialog.getByRole('button', { name: '文例を保存する' }).click();
  await expect(dialog.getByText(/本文を/).first()).toBeVisible();
  await dialog.getByLabel('本文').fill('{{お名前}}、ありがとうございます。');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: '文例を保存する' }).click();
  await expect(page.getByText('文例を保存しました。')).toBeVisible();
  const own = page.getByRole('listitem').filter({ hasText: name });
  await expect(own).toContainText('春のお礼');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await own.getByRole('button', { name: 'この文例で書く' }).click();
  await expect(page).toHaveURL(/\/staff\/[\w-]+\/thanks\/[\w-]+$/);
  await expect(page.getByLabel('件名')).toHaveValue('春のお礼');

  await page.getByRole('link', { name: 'お礼の一覧へ' }).click();
  await own.getByRole('button', { name: '文例を直す' }).click();
  const editing = page.getByRole('dialog', { name: '文例を直す' });
  await editing.getByRole('button', { name: '削除する' }).click();
  await editing.getByRole('button', { name: '本当に削除する' }).click();
  await expect(page.getByText('文例を削除しました。')).toBeVisible();
  await expect(own).toHaveCount(0);
});

test('@phone a donor reads what the organisation wrote, on the page of the donation @rare-1', async ({
  page,
  product,
}) => {
  await signInAs(page, product, 'donor');
  const { token } = await (await page.request.get('/api/auth/token')).json();
  const headers = { authorization: `Bearer ${token}` };
  const list = await page.request.get('/api/users/applications?limit=100', { headers });
  const applications: { appraisalId: string; thanks: { title: string }[] }[] = await list.json();
  const thanked = applications.find(({ thanks }) => thanks.length > 0);
  await page.goto(`/mypage/donation-history/${thanked?.appraisalId}`);
  const letters = page.getByRole('region', { name: '団体からのお礼' });
  await expect(letters).toContainText(thanked?.thanks[0]?.title ?? 'なし');
  await expect(page.getByRole('list', { name: '寄付のゆくえ' })).toContainText('団体からのお礼');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an operator who opens the staff’s page is told so, and stays signed in @rare-2', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', '/staff');
  await expect(page.getByRole('heading', { name: /403/ })).toBeVisible();
  await page.getByRole('link', { name: '運営の画面へ' }).click();
  await expect(page).toHaveURL(/\/admin/);
});
