import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import iconv from 'iconv-lite';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible } from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { openTimed, stopClock } from '#test/e2e/stopped-clock.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';

// The operator's screens beyond the main flow.

/** A guest's application for the first organisation, made through the API. */
async function applyAsGuest(page: Page, lastName = '運営確認') {
  const [associate] = (await (await page.request.get('/api/associates')).json()) as Associate[];
  const associateId = associate?.id ?? '';
  const { email } = unknownGuest();
  const body = applyBody({ application: { associateId }, applicant: { lastName, email } });
  const answer = await page.request.post('/api/appraisal/apply', { data: body });
  return { appraisalId: (await answer.json()).appraisalId as string, associateId };
}

const search = (page: Page, words: string) => page.getByRole('searchbox').fill(words);

test('@phone the operator finds an application, sends its kit and sees it in the records', {
  tag: '@both',
}, async ({ page, product }) => {
  const { appraisalId } = await applyAsGuest(page);
  await openAs(page, product, 'operator', '/admin/applications?filter=applied');
  await search(page, appraisalId);
  await page.getByRole('button', { name: `${appraisalId}：箱を発送した` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(appraisalId);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '箱を発送した' }).click();
  await expect(page.getByText(`${appraisalId}を「箱を発送」にしました。`)).toBeVisible();
  await expect(page.getByText('当てはまる申し込みがありません')).toBeVisible();

  await page.goto(`/admin/applications/${appraisalId}`);
  await expect(page.getByRole('heading', { level: 1, name: appraisalId })).toBeVisible();
  await expect(page.getByRole('list', { name: '進み具合' })).toContainText('到着待ち');
  await expectAccessible(page);
  await page.getByRole('button', { name: '中止する' }).click();
  await dialog.getByLabel('メモ').fill('お電話でのご連絡');
  await dialog.getByRole('button', { name: '中止する' }).click();
  // Until it has faded, the dialog contains the note as well.
  await expect(dialog).toBeHidden();
  await expect(page.getByText('お電話でのご連絡')).toBeVisible();
  await expect(page.getByText('残っている操作はありません')).toBeVisible();
});

test('a step for a selection tells of each what came of it @rare-2', async ({ page, product }) => {
  const lastName = '選択確認';
  const first = await applyAsGuest(page, lastName);
  const second = await applyAsGuest(page, lastName);
  await openAs(page, product, 'operator', '/admin/applications');
  await search(page, lastName);
  await page.getByLabel('このページの2件を選ぶ').check();
  const bar = page.getByRole('region', { name: '選んだ申し込み' });
  await bar.getByRole('combobox', { name: '操作' }).selectOption('箱を発送した');
  await bar.getByRole('button', { name: '進める' }).click();
  await page.getByRole('button', { name: '箱を発送した（2件）' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2件を進めました。');

  // A colleague changed one of them first: the list on the screen is stale.
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await page.getByLabel('このページの2件を選ぶ').check();
  const asOther = await page.context().newPage();
  await asOther.goto(`/admin/applications/${second.appraisalId}`);
  await asOther.getByRole('button', { name: 'お品物が届いた' }).click();
  await asOther.getByRole('dialog').getByRole('button', { name: 'お品物が届いた' }).click();
  await expect(asOther.getByRole('link', { name: '査定結果を取り込む' })).toBeVisible();
  await bar.getByRole('button', { name: '進める' }).click();
  await page.getByRole('button', { name: 'お品物が届いた（2件）' }).click();
  await expect(dialog).toContainText('1件を進めました。1件は進められませんでした。');
  const told = dialog.getByRole('listitem');
  await expect(told.filter({ hasText: second.appraisalId })).toContainText(
    'さんが「査定待ち」にしました',
  );
  await expect(told.filter({ hasText: first.appraisalId })).toContainText('「査定待ち」にしました');
});

test("the day's kits become a batch with files and labels, and are marked as sent @rare-1", async ({
  page,
  product,
}) => {
  const { appraisalId } = await applyAsGuest(page);
  await openAs(page, product, 'operator', '/admin/applications');
  await page.getByRole('link', { name: /^発送/ }).click();
  await page.getByRole('button', { name: '今日の分を束にする' }).click();
  await expect(page).toHaveURL(/\/admin\/kits\/[\w-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/月.+日 その/);
  await expectAccessible(page);
  const saved = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await downloading).path());
  };
  await page.getByText('ほかの形式で書き出す').click();
  const file = iconv.decode(await saved('自由な形式（Shift_JIS）'), 'cp932');
  expect(file).toContain(appraisalId);
  expect(file).toContain('佐川時間帯コード');
  expect((await saved('ラベルのPDF')).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'ヤマト B2クラウド' }).click();
  await expect(page.getByRole('alert')).toContainText('運送会社の設定で');
  await page.getByRole('button', { name: 'この束を発送済みにする' }).click();
  await expect(page.getByText(/件を発送済みにしました/)).toBeVisible();
});

test('the address holds the filter, the history holds the words, the back button both @rare-3', async ({
  page,
  product,
}) => {
  await applyAsGuest(page, '履歴確認');
  await openAs(page, product, 'operator', '/admin/applications');
  await page.getByRole('link', { name: /^受付/ }).click();
  await expect(page).toHaveURL(/\/admin\/applications\?filter=applied$/);
  await page.keyboard.press('/');
  await page.keyboard.type('履歴確認');
  await expect(page.getByText(/^1件中/)).toBeVisible();
  expect(decodeURIComponent(page.url())).not.toContain('履歴確認');
  await page.getByRole('link', { name: /^TS-/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^TS-/ })).toBeVisible();
  await page.getByRole('link', { name: '申し込みの一覧' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('履歴確認');
  await expect(page.getByText(/^1件中/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('履歴確認');
  await page.goBack();
  await expect(page).toHaveURL(/filter=applied$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/applications$/);
});

test('the words of a search stand in no request’s address; a reload and its file keep them @rare-4', async ({
  page,
  product,
}) => {
  const { appraisalId } = await applyAsGuest(page, '宛先確認');
  await applyAsGuest(page, '別人確認');
  await openAs(page, product, 'operator', '/admin/applications');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await search(page, '宛先確認');
  await expect(page.getByText(/^1件中/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('宛先確認');
  await expect(page.getByText(/^1件中/)).toBeVisible();
  await page.getByRole('button', { name: 'CSVで保存' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '保存する' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(appraisalId);
  expect(asked.filter((url) => url.includes('/api/office/applications/search'))).not.toEqual([]);
  expect(asked.filter((url) => url.includes('宛先確認'))).toEqual([]);
});

test('a row that is opened while the fingers rest stays open @rare-1', async ({
  page,
  product,
}) => {
  const { appraisalId } = await applyAsGuest(page, '早押確認');
  await openAs(page, product, 'operator', '/admin/applications');
  await openTimed(page, '/admin/applications');
  const row = page.getByRole('link', { name: appraisalId });
  await expect(row).toBeVisible();
  await stopClock(page);
  const { promise: isOver, resolve: letThrough } = Promise.withResolvers<void>();
  // The row's page loads slowly.
  await page.route(/\/assets\//, async (route) => {
    await isOver;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('早押確認');
  await row.click();
  await page.clock.runFor(2_000);
  letThrough();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: appraisalId })).toBeVisible();
  await expect(page).toHaveURL(`/admin/applications/${appraisalId}`);
});

test('after a search, Back and Forward the box holds the words that the list is narrowed by @rare-2', async ({
  page,
  product,
}) => {
  await applyAsGuest(page, '往復確認');
  await openAs(page, product, 'operator', '/admin/applications');
  const box = page.getByRole('searchbox');
  await search(page, '往復確認');
  await expect(page.getByText(/^1件中/)).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('');
  await expect(page.getByText(/^1件中/)).toBeHidden();
  await page.goForward();
  await expect(page.getByText(/^1件中/)).toBeVisible();
  await expect(box).toHaveValue('往復確認');
});

test('@phone faulty rows are downloaded, mended rows imported, and the batch taken back', async ({
  page,
  product,
}) => {
  const { appraisalId, associateId } = await applyAsGuest(page);
  await openAs(page, product, 'operator', '/admin/results');
  const header =
    '申込番号,受付日,査定完了日,点数,買取点数,査定金額,加算額,寄付金額,寄付先団体ID,結果区分';
  const today = formatDate(jstDay(new Date()));
  const sheet = (amount: string) =>
    Buffer.from(
      `${header}\r\n${appraisalId},${today},${today},3,2,${amount},0,${amount},${associateId},成立\r\n`,
    );
  const attempt = async (amount: string) => {
    await page
      .getByLabel('査定結果のCSV')
      .setInputFiles({ name: '取消確認.csv', mimeType: 'text/csv', buffer: sheet(amount) });
    await page.getByRole('button', { name: 'ためし読みする' }).click();
  };
  await attempt('千円');
  await expect(
    page.getByText('1行に確認が必要な点があります（まだ何も保存していません）'),
  ).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '確認が必要な行をダウンロード' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('エラー内容');

  await attempt('1500');
  await expect(page.getByText('すべての行を受け付けられます')).toBeVisible();
  await page.getByRole('button', { name: '1行を受け付ける' }).click();
  await expect(page.getByText('1行を受け付けました')).toBeVisible();
  await page.getByRole('link', { name: '内容を確かめて確定する' }).click();
  await releaseResults(page);
  await expect(page.getByRole('heading', { level: 1, name: '取り込みの内容' })).toBeVisible();
  await page.getByRole('button', { name: 'この取り込みを取り消す' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '取り消す', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await dialog.getByLabel('取り消しの理由').fill('別の日のファイルでした。');
  await dialog.getByRole('button', { name: '取り消す', exact: true }).click();
  await expect(page.getByText('この取り込みは取り消されました')).toBeVisible();
  await expect(page.getByText('理由：別の日のファイルでした。')).toBeVisible();
  await expectAccessible(page);
});

test.describe('a mail', () => {
  // The accessibility check also tries to run in the frame.
  test.use({ expectedComplaints: [/^Blocked script execution in 'about:srcdoc'/] });

  test('@phone a mail is read as text and as HTML that can do nothing @rare-4', async ({
    page,
    product,
  }) => {
    const { appraisalId } = await applyAsGuest(page);
    await openAs(page, product, 'operator', '/admin/mails');
    await page.getByRole('link', { name: `お申し込みを受け付けました（${appraisalId}）` }).click();
    const dialog = page.getByRole('dialog');
    const frame = dialog.getByTitle('HTMLメールの内容');
    await expect(frame.contentFrame().getByText(appraisalId)).toBeVisible();
    await expect(frame).toHaveAttribute('sandbox', '');
    await dialog.getByLabel('テキスト').check();
    await expect(dialog.getByRole('region', { name: 'メールの本文' })).toContainText(appraisalId);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '閉じる' }).click();
    await expect(page).toHaveURL(/\/admin\/mails$/);
  });
});

test('nobody but the operator gets in, and who is somebody else is signed out @rare-2', async ({
  page,
  product,
}) => {
  const { email, password } = sampleSignIn(product.output(), 'donor');
  await page.goto('/admin/mails');
  await signIn(page, email, password);
  await expect(page.getByRole('heading', { name: '403' })).toBeVisible();
  await page.getByRole('link', { name: 'ログイン画面へ' }).click();
  await expect(page.getByRole('button', { name: 'ログインする' })).toBeVisible();
});
