import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { newEmail, password } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs, registerDirectly } from '#test/e2e/signed-in.ts';

// A caller is found, their address corrected although they changed it first, and an application
// entered for them by phone.

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');

/** Changes a donor's address as their own screen would. */
async function moveTo(donor: Page, line1: string): Promise<void> {
  const { token } = await (await donor.request.get('/api/auth/token')).json();
  const answer = await donor.request.post('/api/users/account/address/update', {
    data: { zipcode: '1000001', prefecture: '東京都', line1, line2: '1-1', building: '' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(200);
}

test('an operator finds a caller, corrects the address seeing both versions, and takes a box by phone', async ({
  page,
  product,
  anotherPerson,
}) => {
  const donor = await anotherPerson();
  const email = newEmail('caller');
  await registerDirectly(donor, { email, password });
  await moveTo(donor, '千代田区千代田');

  await openAs(page, product, 'operator', '/admin/donors');
  await page.getByRole('searchbox').fill(email);
  await expect(main(page).getByText(email)).toHaveCount(1);
  // Wait until the list is filtered: the row may still move before the click.
  await expect(main(page).getByRole('row')).toHaveCount(2);
  await main(page).getByRole('link', { name: '髙橋 花子' }).click();
  await page.waitForURL(/\/admin\/donors\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: '髙橋 花子 様' })).toBeVisible();
  await expect(main(page).getByText('申し込みはありません。')).toBeVisible();
  expect(decodeURIComponent(page.url())).not.toContain('@');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'ご住所を直す' }).click();
  await dialog(page).getByLabel('番地').fill('9-9');
  await dialog(page).getByLabel('理由').fill('お電話でのお申し出');
  await moveTo(donor, '千代田区丸の内');
  await dialog(page).getByRole('button', { name: '直して知らせる' }).click();
  await expect(dialog(page).getByText('ほかの画面で、先に変更されています')).toBeVisible();
  await expect(dialog(page).getByText('千代田区丸の内')).toBeVisible();
  await dialog(page).getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(main(page).getByText('東京都千代田区千代田9-9')).toBeVisible();
  await page.getByRole('link', { name: 'メール', exact: true }).last().click();
  await expect(main(page).getByText('ご登録の内容を変更しました')).toBeVisible();

  await page.goto('/admin/applications/new');
  const search = page.getByRole('searchbox');
  await search.first().fill(email);
  await page.getByRole('button', { name: 'この方で入力する' }).click();
  await expect(page.getByLabel('番地')).toHaveValue('9-9');
  await search.last().fill('動物');
  await main(page).getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('checkbox', { name: '洋服' }).check();
  await page.getByLabel('姓（ふりがな）').fill('たかはし');
  await page.getByLabel('名（ふりがな）').fill('はなこ');
  await page.getByLabel('電話番号').fill('09012345678');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('checkbox', { name: /同意されました/ }).check();
  await page.getByRole('button', { name: 'この内容で受け付ける' }).click();
  // The form asks whether the terms were read out.
  await dialog(page).getByRole('button', { name: '閉じる' }).first().click();
  await page.getByRole('checkbox', { name: /読み上げました/ }).check();
  await page.getByRole('button', { name: 'この内容で受け付ける' }).click();
  await page.waitForURL(/\/admin\/applications\/TS-/);
  await expect(main(page).getByText(/お電話で受付（担当 .+）/)).toBeVisible();
});
