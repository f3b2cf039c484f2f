import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from '#test/e2e/fixtures.ts';
import { closeMessage, join, login, password } from '#test/e2e/members.ts';
import { expectAccessible } from '#test/e2e/page-checks.ts';

const room = '/mypage/account';
const save = (page: Page) => page.getByRole('button', { name: '保存する' });
const wrongPassword = 'いまのパスワードに誤りがあります。もう一度ご入力ください。';

/** The notice of a stored edit. */
async function expectDone(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: title })).toBeVisible();
}
async function fillNames(
  page: Page,
  names: Record<'姓' | '名' | '姓（ふりがな）' | '名（ふりがな）', string>,
) {
  for (const [label, name] of Object.entries(names)) {
    await page.getByLabel(new RegExp(`^${label}(?!（)`)).fill(name);
  }
}

test('@phone name, address and phone are changed, and an application begins with them', {
  tag: '@both',
}, async ({ page }) => {
  const email = await join(page);
  await page.goto(room);
  const facts = page.getByRole('region', { name: 'ご登録の内容' });
  await expect(facts).toContainText('髙橋 花子');
  await expect(facts).toContainText(email);

  await facts.getByRole('link', { name: /変更\s*（お名前）/ }).click();
  await expect(page.getByLabel(/^姓(?!（)/)).toHaveValue('髙橋');
  await save(page).click();
  await closeMessage(page);
  await expect(page.getByRole('alert')).toContainText('姓（ふりがな）を入力してください。');
  await fillNames(page, {
    姓: '𠮷邊',
    名: '花子',
    '姓（ふりがな）': 'ヨシベ',
    '名（ふりがな）': 'はなこ',
  });
  await save(page).click();
  await expectDone(page, 'お名前を変更しました');
  await expect(page.getByLabel(/^姓（/)).toHaveValue('よしべ');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'アカウント設定に戻る' }).click();
  await expect(facts).toContainText('𠮷邊 花子');

  await facts.getByRole('link', { name: /登録\s*（ご住所）/ }).click();
  await page.getByLabel('郵便番号').fill('１００−０００１');
  await expect(page.getByLabel('市区町村・町名')).toHaveValue(/千代田区千代田/);
  await page.getByLabel(/^番地/).fill('1-1');
  await save(page).click();
  await expectDone(page, 'ご住所を変更しました');

  await page.goto(`${room}/tel`);
  await page.getByLabel(/^電話番号/).fill('12345');
  await save(page).click();
  await expect(page.getByRole('dialog')).toContainText('入力エラー');
  await closeMessage(page);
  await page.getByLabel(/^電話番号/).fill('０９０ー８７６５ー４３２１');
  await save(page).click();
  await expectDone(page, '電話番号を変更しました');

  await page.goto('/appraisal');
  await page.getByLabel('動物').first().check();
  await page.getByLabel('洋服').check();
  await page.getByRole('button', { name: 'お届け先の入力へ進む' }).click();
  await expect(page.getByLabel(/^姓(?!（)/)).toHaveValue('𠮷邊');
  await expect(page.getByLabel(/^姓（/)).toHaveValue('よしべ');
  await expect(page.getByLabel('郵便番号')).toHaveValue('100-0001');
  await expect(page.getByLabel(/^電話番号/)).toHaveValue('090-8765-4321');
});

test('@phone one takes one’s data along, and leaves @rare-4', async ({ page }) => {
  const email = await join(page);
  await page.goto(room);
  await page.getByRole('button', { name: '個人データを書き出す' }).click();
  const asking = page.getByRole('dialog', { name: '個人データを書き出しますか？' });
  await expectAccessible(page);
  await asking.getByLabel('いまのパスワード').first().fill(password);
  const download = page.waitForEvent('download');
  await asking.getByRole('button', { name: '書き出す', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tasuki-\d{8}\.zip$/);
  const files = unzipSync(await readFile(await file.path()));
  const text = Buffer.from(files['json/account.json'] ?? []).toString();
  expect(JSON.parse(text)).toMatchObject([{ lastName: '髙橋', email }]);

  await page.getByRole('link', { name: '退会の手続きへ進む' }).click();
  await expect(page.getByRole('main')).toContainText('寄付の翌年から7年間');
  await expectAccessible(page);
  const leave = page.getByRole('button', { name: '退会する' });
  await page.getByLabel('いまのパスワード').first().fill('a wrong password');
  await page.getByLabel(/元に戻せないことを確認しました/).check();
  await leave.click();
  await expect(page.getByRole('dialog')).toContainText(wrongPassword);
  await closeMessage(page);
  await page.getByLabel('いまのパスワード').first().fill(password);
  await leave.click();
  await expect(page).toHaveURL(/\/goodbye$/);
  // On phones it is in the drawer.
  await expect(page.getByRole('banner').getByText('ログイン')).toBeAttached();
  await expect(page).toHaveURL(/\/goodbye$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('退会のお手続きが済みました');
  await expectAccessible(page);
  await page.goto(room);
  await expect(page).toHaveURL(/\/login\?back=/);
  await login(page, email);
  await expect(page.getByRole('dialog')).toContainText(
    'ご入力いただいたメールアドレスは登録されていません。',
  );
});

test('a visitor is sent to sign in and comes back to each of the screens @rare-4', async ({
  page,
  anotherPerson,
}) => {
  const email = await join(await anotherPerson());
  const screens = [
    '',
    '/names',
    '/address',
    '/tel',
    '/email',
    '/password',
    '/erase',
    '/two-factor',
  ];
  for (const screen of screens) {
    await page.goto(room + screen);
    await expect(page).toHaveURL(`/login?back=${encodeURIComponent(room + screen)}`);
  }
  await login(page, email);
  await expect(page).toHaveURL(`${room}/two-factor`);
});
