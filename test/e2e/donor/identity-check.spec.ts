import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import type { Page } from '@playwright/test';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { sampleSignIn } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { join, mailedPath } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { phonePicture, smallPicture } from '#test/factories/pictures.ts';
import { signIn as tokenOf } from '#test/sign-in.ts';

// The trace recorder requests the picture's former URL; the page itself never does.
test.use({ expectedComplaints: [/^Connecting to 'blob:/] });

/** A box for a fund with a result that requires an identity check; of the signed-in person, or a guest. */
async function boxOnHold(page: Page, product: Product, email: string): Promise<string> {
  const renewed = await page.request.get('/api/auth/token');
  const token = renewed.ok() ? (await renewed.json()).token : undefined;
  const uid = token && JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub;
  const applied = await page.request.post('/api/appraisal/apply', {
    data: applyBody({ kind: 'fund', applicant: { email }, ...(uid && { uid }) }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(applied.status()).toBe(201);
  const { appraisalId } = await applied.json();
  const operator = sampleSignIn(product.output(), 'operator');
  const authorization = `Bearer ${await tokenOf(product.url, operator.email, operator.password)}`;
  const day = formatDate(jstDay(new Date()));
  const csv = csvForPeople([
    [
      '申込番号',
      '受付日',
      '査定完了日',
      '点数',
      '買取点数',
      '査定金額',
      '加算額',
      '寄付金額',
      '寄付先団体ID',
      '結果区分',
      '備考',
    ],
    [appraisalId, day, day, '3', '3', '24000', '0', '24000', '', '成立', ''],
  ]);
  const imported = await page.request.post('/api/csv/appraisal-result?release=now', {
    data: { csv, overrideReason: '確かめました' },
    headers: { authorization },
  });
  expect([imported.status(), (await imported.json()).held]).toEqual([200, 1]);
  return appraisalId;
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
}

const pdf = {
  name: '領収証.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
};
async function choosePapers(page: Page): Promise<void> {
  const picture = { name: '免許証.jpg', mimeType: 'image/jpeg', buffer: await phonePicture() };
  await page.getByLabel('1点目の種類').selectOption('driving-licence');
  await page.getByLabel('1点目の表面').setInputFiles(picture);
  await page.getByLabel('2点目の種類').selectOption('utility-receipt');
  await page.getByLabel('2点目の書類').setInputFiles(pdf);
}
const sendPapers = (page: Page) => page.getByRole('button', { name: '書類を送る' }).click();

/** The dealer's ledger requires data on the goods and the identity method. */
async function completeForLedger(admin: Page, appraisalId: string): Promise<void> {
  await admin.goto(`/admin/identity-checks/${appraisalId}`);
  await admin.getByRole('button', { name: '明細を加える' }).click();
  await admin.getByLabel('品目').fill('コート');
  await admin.getByLabel('特徴').fill('紺、ウール、きずなし');
  await admin.getByLabel('点数').fill('3');
  await admin.getByLabel('金額（円）').fill('24000');
  await admin.getByRole('button', { name: '明細を保存する' }).click();
  await expect(admin.getByText('明細を保存しました。')).toBeVisible();
  const today = formatDate(jstDay(new Date())).replaceAll('/', '-');
  await admin.getByLabel('郵便の番号').fill('111-22-33333-4');
  await admin.getByLabel('発送日').fill(today);
  await admin.getByLabel('到達日').fill(today);
  await expectGoodPage(admin);
  await admin.getByRole('button', { name: '郵便の記録を保存する' }).click();
  await expect(admin.getByText('郵便の記録を保存しました。')).toBeVisible();
}

async function enterAdmin(page: Page, product: Product): Promise<void> {
  await openAs(page, product, 'operator', '/admin/identity-checks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('本人確認');
}

test('@phone two papers are sent, come back, are sent anew and approved: the box is a donation', async ({
  page,
  product,
  anotherPerson,
}) => {
  test.setTimeout(240_000);
  const appraisalId = await boxOnHold(page, product, await join(page));
  await openHydrated(page, '/mypage/donation-history');
  const box = page.getByRole('article').filter({ hasText: appraisalId });
  await expect(box).toContainText('法律により、寄付の前に本人確認が必要です');
  // Open tasks come first, on their start page after the box under way.
  const task = page.getByRole('region', { name: 'いま、していただくこと' });
  for (const path of ['/mypage', '/mypage/donation-history']) {
    await openHydrated(page, path);
    await expect(task).toContainText(appraisalId);
    await expect(task).toContainText('24,000円');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings.nth(path === '/mypage' ? 1 : 0)).toHaveText('いま、していただくこと');
    await expectGoodPage(page);
  }
  await box.getByRole('link', { name: '本人確認の書類を送る' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('本人確認');
  await expect(page.getByText('未提出')).toBeVisible();
  await expectGoodPage(page);

  // Missing input is reported before sending, and no choice is offered twice.
  await sendPapers(page);
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('alert')).toContainText('書類の種類を選んでください');
  await page.getByLabel('1点目の種類').selectOption('resident-record');
  await expect(page.getByLabel('2点目の種類').getByText('住民票の写し')).toHaveCount(0);
  await choosePapers(page);
  await sendPapers(page);
  await expect(page.getByText('確認中')).toBeVisible();
  await expectGoodPage(page);
  const folder = joinPath(product.dataDir, 'identity-papers');
  for (const name of await readdir(folder)) {
    const bytes = await readFile(joinPath(folder, name));
    expect(bytes.includes('%PDF')).toBe(false);
  }

  const admin = await anotherPerson();
  await enterAdmin(admin, product);
  await admin.getByRole('link', { name: appraisalId }).click();
  const papers = admin
    .getByRole('region')
    .or(admin.locator('section'))
    .filter({
      has: admin.getByRole('heading', { name: '本人確認の書類' }),
    });
  await papers.getByRole('button', { name: /^開く.*運転免許証/ }).click();
  const dialog = admin.getByRole('dialog', { name: '運転免許証・運転経歴証明書' });
  await expect
    .poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBe(2400);
  await expectGoodPage(admin);
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await expect(dialog).toBeHidden();
  const saved = admin.waitForEvent('download');
  await papers.getByRole('button', { name: /^PDFを保存/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);

  // Sent back with a reason.
  await papers.getByRole('button', { name: '理由をつけて差し戻す' }).click();
  const asking = admin.getByRole('dialog', { name: '書類を差し戻しますか？' });
  await asking.getByRole('button', { name: '差し戻す', exact: true }).click();
  await expect(asking.getByRole('alert')).toContainText('理由を入力してください');
  const reason = 'ご住所が写っていませんでした。裏面もお送りください。';
  await asking.getByLabel('理由').fill(reason);
  await asking.getByRole('button', { name: '差し戻す', exact: true }).click();
  await expect(papers.getByText('差し戻しの理由')).toBeVisible();

  await openHydrated(page, '/mypage/donation-history');
  await box.getByRole('link', { name: '本人確認の書類を送り直す' }).click();
  await expect(page.getByText(reason)).toBeVisible();
  await expectGoodPage(page);
  await choosePapers(page);
  const buffer = await smallPicture('png');
  await page
    .getByLabel('1点目の裏面')
    .setInputFiles({ name: 'u.png', mimeType: 'image/png', buffer });
  await sendPapers(page);
  await expect(page.getByText('確認中')).toBeVisible();

  // After the approval it is a donation.
  await admin.reload();
  await expect(papers.getByText('運転免許証・運転経歴証明書（裏面）').first()).toBeVisible();
  await completeForLedger(admin, appraisalId);
  await admin.goto(`/admin/applications/${appraisalId}`);
  await admin.getByRole('button', { name: '本人確認を承認する' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '承認して寄付にする' }).click();
  await expect(admin.getByText('寄付が成立しました')).toBeVisible();
  await openHydrated(page, '/mypage/donation-history');
  await expect(box).toContainText('24,000円');
  await expect(box.getByRole('link', { name: /本人確認/ })).toHaveCount(0);
  await openHydrated(page, `/mypage/identity-check/${appraisalId}`);
  await expect(page.getByText('確認済み')).toBeVisible();
  await expectGoodPage(page);
});

test('a guest sends papers from the mailed link; sending can be stopped @rare-4', async ({
  page,
  product,
}) => {
  const email = `${randomUUID()}@example.com`;
  await boxOnHold(page, product, email);
  await page.goto(await mailedPath(product, email, 'application-status'));
  await choosePapers(page);
  // The first try hangs.
  await page.route('**/api/applications/identity-papers', () => undefined, { times: 1 });
  await sendPapers(page);
  await page.getByRole('button', { name: '送信をやめる' }).click();
  await expect(page.getByText('送信を取りやめました。')).toBeVisible();
  await sendPapers(page);
  await expect(page.getByText('確認中', { exact: true })).toBeVisible();
  await expectGoodPage(page);
});

test("somebody else's number shows no check @rare-1", async ({ page, product, anotherPerson }) => {
  const owner = await anotherPerson();
  const appraisalId = await boxOnHold(owner, product, await join(owner));
  await join(page);
  await page.goto(`/mypage/identity-check/${appraisalId}`);
  await expect(page.getByText('お申し込みが見つかりませんでした')).toBeVisible();
});
