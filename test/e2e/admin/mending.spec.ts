import type { Page } from '@playwright/test';
import { resultFile } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, keepPicture } from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { applyBody } from '#test/factories/apply-body.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Applies through the API. */
async function apply(page: Page, lastName: string): Promise<string> {
  const [associate] = await (await page.request.get('/api/associates')).json();
  const applicant = { lastName, email: `${Date.now()}-${Math.random()}@tasuki.example` };
  const data = applyBody({ application: { associateId: associate.id }, applicant });
  return (await (await page.request.post('/api/appraisal/apply', { data })).json()).appraisalId;
}

test('@phone a wrong step is taken back from the list, and from the page', async ({
  page,
  product,
}) => {
  const appraisalId = await apply(page, '押間違');
  await openAs(page, product, 'operator', '/admin/applications');
  await page.getByRole('searchbox').fill(appraisalId);
  await page.getByRole('button', { name: `${appraisalId}：箱を発送した` }).click();
  await dialog(page).getByRole('button', { name: '箱を発送した' }).click();
  const bar = page.getByRole('region', { name: 'いまの操作' });
  await expect(bar).toContainText('10分以内なら取り消せます');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await bar.getByRole('button', { name: '取り消す' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: `${appraisalId}：箱を発送した` })).toBeVisible();

  await page.goto(`/admin/applications/${appraisalId}`);
  await page.getByRole('button', { name: '箱を発送した' }).click();
  await dialog(page).getByRole('button', { name: '箱を発送した' }).click();
  await expect(page.getByText(/あと\d+分/)).toBeVisible();
  await keepPicture(page, `take-back-${page.viewportSize()?.width}`);
  await page.getByRole('button', { name: '取り消す', exact: true }).click();
  await expect(page.getByText('取り消して「受付」へ').first()).toBeVisible();
});

test('@phone an application is edited, both versions are shown, and a change is put back @rare-1', async ({
  page,
  product,
}) => {
  const appraisalId = await apply(page, '編集前');
  await openAs(page, product, 'operator', `/admin/applications/${appraisalId}`);
  await page.getByRole('link', { name: '内容を編集する' }).click();
  await page.getByLabel('姓', { exact: false }).first().fill('編集後');
  await page.getByLabel('理由').fill('お電話でのお申し出');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, `edit-${page.viewportSize()?.width}`);
  // A colleague edits it first.
  const other = await page.context().newPage();
  await other.goto(`/admin/applications/${appraisalId}/edit`);
  await other.getByLabel('姓', { exact: false }).first().fill('同僚');
  await other.getByLabel('理由').fill('お手紙で');
  await other.getByRole('button', { name: '保存する' }).click();
  await expect(other.getByText('編集前 → 同僚')).toBeVisible();
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('ほかの画面で、先に変更されています')).toBeVisible();
  await expect(page.getByText(/さんがお名前を直しました/)).toBeVisible();
  await page.getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(page.getByText('同僚 → 編集後')).toBeVisible();
  await page.getByRole('link', { name: 'この変更を元に戻す' }).first().click();
  await expect(page.getByLabel('姓', { exact: false }).first()).toHaveValue('同僚');
});

test('@phone a batch that was dropped waits again, and a corrected sum of too many digits is asked about @rare-4', async ({
  page,
  product,
}) => {
  const appraisalId = await apply(page, '取止戻');
  const [{ id: associateId }] = await (await page.request.get('/api/associates')).json();
  await openAs(page, product, 'operator', '/admin/results');
  await page.getByLabel('査定結果のCSV').setInputFiles({
    name: '直した結果.csv',
    mimeType: 'text/csv',
    buffer: resultFile([{ appraisalId, associateId, amountYen: 1_200 }]),
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await page.getByRole('button', { name: '1行を受け付ける' }).click();
  await page.getByRole('link', { name: '内容を確かめて確定する' }).click();
  await page.getByRole('button', { name: '取りやめる' }).click();
  await dialog(page)
    .getByLabel(/^取りやめる理由/)
    .fill('別の日の分');
  await dialog(page).getByRole('button', { name: '取りやめる' }).click();
  const back = page.getByRole('button', { name: /^取りやめを取り消す（\d\d:\d\dまで）$/ });
  await expect(back).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, `drop-${page.viewportSize()?.width}`);
  await back.click();
  await expect(page.getByText('取りやめを取り消しました。')).toBeVisible();
  await releaseResults(page);

  await page.goto(`/admin/applications/${appraisalId}`);
  await page.getByRole('button', { name: '訂正する', exact: true }).click();
  await dialog(page)
    .getByLabel(/^査定金額/)
    .fill('240,000');
  await dialog(page)
    .getByLabel(/^訂正の理由/)
    .fill('値札を読み直しました');
  await dialog(page).getByRole('button', { name: '訂正する' }).click();
  const tick = dialog(page).getByLabel('金額を確かめました（240,000円）');
  await tick.check();
  await expectAccessible(page);
  await keepPicture(page, `sum-${page.viewportSize()?.width}`);
  // Another sum must be confirmed again.
  await dialog(page)
    .getByLabel(/^査定金額/)
    .fill('250,000');
  await expect(tick).toBeHidden();
  await dialog(page).getByRole('button', { name: '訂正する' }).click();
  await dialog(page).getByLabel('金額を確かめました（250,000円）').check();
  await dialog(page).getByRole('button', { name: '訂正する' }).click();
  await expect(page.getByRole('list', { name: '訂正の記録' })).toContainText('250,000円');
});
