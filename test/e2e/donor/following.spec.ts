import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { mailedPath } from '#test/e2e/members.ts';
import { expectAccessible } from '#test/e2e/page-checks.ts';
import { applyBody } from '#test/factories/apply-body.ts';

type Guest = { email: string; appraisalId: string };
let count = 0;

/** A guest's application for a fund, made through the API. */
async function applyAsGuest(page: Page): Promise<Guest> {
  const email = `following${++count}@example.com`;
  const answer = await page.request.post('/api/appraisal/apply', {
    data: applyBody({ kind: 'fund', applicant: { email } }),
  });
  return { email, appraisalId: (await answer.json()).appraisalId };
}

test('@phone a guest follows, corrects and cancels by the mailed link', async ({
  page,
  product,
}) => {
  const guest = await applyAsGuest(page);
  await page.goto(await mailedPath(product, guest.email, 'application-status'));
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(guest.appraisalId);
  await expect(sheet).toContainText('動物基金');
  await expect(sheet.getByRole('list', { name: '寄付のゆくえ' })).toContainText(
    /箱の発送（これから）最短\d+月\d+日/,
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'お届け先・希望日を変更する' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('建物名・部屋番号').fill('たすきビル2F');
  await dialog.getByLabel('箱のお届け希望日').selectOption({ index: 3 });
  await dialog.getByLabel('18～20時').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'この内容に変更する' }).click();
  await expect(dialog).toBeHidden();
  await expect(sheet).toContainText('たすきビル2F');
  await expect(sheet).toContainText('18～20時');
  await expect(sheet).toContainText('変更を承りました');

  await page.getByRole('button', { name: 'お申し込みを取り消す' }).click();
  await dialog.getByRole('button', { name: '申し込みを続ける' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'お申し込みを取り消す' }).click();
  await dialog.getByRole('button', { name: '申し込みを取り消す' }).click();
  await expect(sheet).toContainText('お申し込みを取り消しました。');
  await expect(page.getByRole('button', { name: 'お届け先・希望日を変更する' })).toBeHidden();
});

test('a change that comes too late is refused, and what is true now is shown @rare-2', async ({
  page,
  product,
}) => {
  const guest = await applyAsGuest(page);
  const path = await mailedPath(product, guest.email, 'application-status');
  await page.goto(path);
  await page.getByRole('button', { name: 'お届け先・希望日を変更する' }).click();
  const token = new URLSearchParams(path.split('#')[1]).get('token');
  const { appraisalId } = guest;
  await page.request.post('/api/applications/cancel', {
    data: { appraisalId, token },
    headers: { 'if-match': '"1"' },
  });

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('建物名・部屋番号').fill('たすきビル2F');
  await dialog.getByRole('button', { name: 'この内容に変更する' }).click();
  await expect(dialog.getByRole('heading', { name: '変更できませんでした' })).toBeVisible();
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('article')).toContainText('お申し込みを取り消しました。');
});

test('without its whole link an application is nobody’s @rare-3', async ({ page }) => {
  await page.goto('/application-status');
  await expect(page.getByText('メールのリンクからお開きください')).toBeVisible();
  const { appraisalId } = await applyAsGuest(page);
  await page.goto(`/application-status#appraisalId=${appraisalId}&token=${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('お申し込みが見つかりませんでした');
  await expect(page.getByRole('button', { name: 'もう一度読み込む' })).toBeVisible();
});

test('@phone the mailed link registers a guest, whose application is in the history', async ({
  page,
  product,
}) => {
  const guest = await applyAsGuest(page);
  await page.goto(await mailedPath(product, guest.email, 'join'));
  await expect(page.getByText(guest.appraisalId)).toBeVisible();
  // The token is removed from the URL at once.
  await expect(page).toHaveURL(/\/join$/);
  await expectAccessible(page);
  await page.getByLabel(/^メールアドレス/).fill(guest.email);
  await page.getByLabel('パスワード').first().fill('a long password');
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/donation-history$/);
  await expect(page.getByRole('article')).toContainText(guest.appraisalId);
  await expectAccessible(page);

  // During a reload neither the login nor an empty history appears.
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  await page.reload();
  await expect(page.getByRole('article')).toContainText(guest.appraisalId);
  expect(addresses).toEqual(['/mypage/donation-history']);
});
