import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import iconv from 'iconv-lite';
import type { Associate } from '#organisations/associates/associate.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { fillSender } from '#test/e2e/kit-sender.ts';
import { expectAccessible, expectJapanese, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';

// From the kits of today to the sent batch, without a carrier.

async function applyAsGuest(page: Page, changes: { lastName?: string; building?: string }) {
  const [associate] = (await (await page.request.get('/api/associates')).json()) as Associate[];
  const { email } = unknownGuest();
  const { lastName = '発送確認', building = '' } = changes;
  const body = applyBody({
    application: { associateId: associate?.id ?? '', boxes: 2 },
    applicant: { lastName, email },
    applicantAddress: { building },
  });
  const answer = await page.request.post('/api/appraisal/apply', { data: body });
  return (await answer.json()).appraisalId as string;
}

test('@phone a day’s kits: sender, batch, a slip mended, files and labels, marked as sent', async ({
  page,
  product,
}) => {
  const plain = await applyAsGuest(page, {});
  const odd = await applyAsGuest(page, { lastName: '𠮷田' });
  const later = await applyAsGuest(page, { building: '読めない建物名'.repeat(6) });
  await openAs(page, product, 'operator', '/admin/kits');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await fillSender(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: '箱の発送' }).last().click();
  await page.getByRole('button', { name: '今日の分を束にする' }).click();
  await expect(page).toHaveURL(/\/admin\/kits\/[\w-]{36}$/);
  await expect(page.getByText('直すところがあります', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'ヤマト B2クラウド' }).click();
  await expect(page.getByText(/送り状に入らない住所や、使えない文字が/)).toBeVisible();
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);

  // An entry that cannot be fixed now does not block the others.
  const row = page.locator('tr, li').filter({ hasText: later });
  await row.getByRole('link', { name: '直す', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'この1件を束から外す' }).click();
  await expect(page.getByText(`${later}を束から外しました。`)).toBeVisible();
  await expect(dialog).toBeHidden();

  await mendAll(page);
  const saved = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await downloading).path());
  };
  const file = iconv.decode(await saved('ヤマト B2クラウド'), 'cp932');
  for (const id of [plain, odd]) {
    expect(file).toContain(`${id.replaceAll('-', '')}01`);
    expect(file).toContain(`${id.replaceAll('-', '')}02`);
  }
  expect(file).not.toContain(later.replaceAll('-', ''));
  expect(file).toContain('吉田');
  await page.getByLabel('使いはじめの位置').selectOption('5');
  expect((await saved('ラベルのPDF')).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'この束を発送済みにする' }).click();
  await expect(page.getByText(/件を発送済みにしました/)).toBeVisible();
  await expect(page.getByRole('button', { name: '束を解除する' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'この束の発送済みを取り消す' }).click();
  await expect(page.getByText(/件を発送前に戻しました/)).toBeVisible();
  await page.getByRole('button', { name: 'この束を発送済みにする' }).click();
  await expect(page.getByText(/件を発送済みにしました/)).toBeVisible();
  // The entry taken out leaves with the next batch, alone.
  await expect(row).toContainText('手作業で外したため');
  // Data cached from the first visit is shown but not used for actions.
  const freeze = page.getByRole('button', { name: '今日の分を束にする' });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/office/kits/today', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: '箱の発送' }).last().click();
  await expect(freeze).toBeDisabled();
  answer.resolve();
  await freeze.click();
  await expect(row).toBeVisible();
  await expect(page.locator('tr, li').filter({ hasText: odd })).toHaveCount(0);
});

/** Confirms or fixes every slip with a problem. */
async function mendAll(page: Page) {
  const left = page.getByRole('link', { name: '直す', exact: true });
  while ((await left.count()) > 0) {
    const before = await left.count();
    await left.first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    const carriers = dialog.getByRole('button', { name: 'この分け方で保存する' });
    await carriers.first().click();
    await expect(dialog).toBeHidden();
    const slip = page.getByRole('link', { name: '直す', exact: true }).first();
    await slip.click();
    await carriers.last().click();
    await expect(dialog).toBeHidden();
    await expect(left).toHaveCount(before - 1);
  }
}
