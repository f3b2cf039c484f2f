import type { Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectPictures,
  hydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { application } from '#test/factories/donating.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { appraisalDraftItems } from '#warehouse/appraisals/appraisal-tables.server.ts';

// These tests go offline on purpose.
test.use({ expectedComplaints: [/ERR_(?:INTERNET_DISCONNECTED|FAILED)/] });

// Appraising at the table: a tablet, touch input, an unreliable network.

const tablet = { width: 820, height: 1180 };

/** An application to an organisation of the sample whose box has arrived. */
async function receiveBox(product: Product, changes: object = {}): Promise<string> {
  return withDatabase(product, async (db) => {
    const appraisalId = makeAppraisalId(crypto.getRandomValues(new Uint8Array(7)));
    const [sample] = await db
      .select()
      .from(applications)
      .where(eq(applications.kind, 'direct'))
      .limit(1);
    await db.insert(applications).values(
      application(1, {
        appraisalId,
        associateId: sample?.associateId ?? null,
        stateChangedAt: new Date(),
        ...changes,
      }),
    );
    return appraisalId;
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = (page: Page) => page.locator('button[aria-description="この品を直す"]');

test('an ordinary item takes six taps at most, and the next one comes by one', async ({
  page,
  product,
}) => {
  const appraisalId = await receiveBox(product);
  await page.setViewportSize(tablet);
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}-1`);
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await button(page, name).click();
  };
  await expect(page.getByRole('heading', { name: '1品目' })).toBeVisible();
  await tap('アウター');
  await tap('良好');
  await tap('500円');
  await tap('次の品へ');
  await expect(page.getByRole('heading', { name: '2品目' })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(6);
  // A price typed digit by digit, and on to the next field by a key.
  taps = 0;
  await tap('バッグ');
  await tap('美品');
  for (const digit of ['1', '2', '00']) await tap(digit);
  await page.locator('body').press('Control+Enter');
  expect(taps + 1).toBeLessThanOrEqual(6);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByLabel('合計')).toContainText('1,700円');
  await button(page, '前の品と同じにする').click();
  await expect(page.getByLabel('合計')).toContainText('2,900円');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await page.reload();
  await expect(lines(page)).toHaveCount(3);
  await expect(page.getByLabel('合計')).toContainText('2,900円');
});

test('what is typed without a network stays on the tablet, and is sent when it is back @rare-3', async ({
  page,
  product,
  anotherPerson,
}) => {
  const appraisalId = await receiveBox(product);
  await page.setViewportSize({ width: 1180, height: 820 });
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}`);
  await expect(page.getByRole('heading', { name: '1品目' })).toBeVisible();
  await page.context().setOffline(true);
  await button(page, '靴').click();
  await button(page, '使用感あり').click();
  await button(page, '300円').click();
  await expect(page.getByText('通信できません', { exact: true })).toBeVisible();
  await expect(page.getByText('送信待ち')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await expect(page.getByText('通信できません', { exact: true })).toHaveCount(0);
  // A colleague sees it, and who is present.
  const colleague = await anotherPerson();
  await openAs(colleague, product, 'owner', `/admin/appraisals/${appraisalId}`);
  await expect(lines(colleague)).toHaveCount(1);
  await expect(colleague.getByText(/さんも、この査定を入力しています。/)).toBeVisible();
});

test('of two on one item the second sees both versions, and chooses @rare-4', async ({
  page,
  product,
  anotherPerson,
}) => {
  const appraisalId = await receiveBox(product);
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}`);
  await button(page, '腕時計').click();
  await button(page, '良好').click();
  await button(page, '3,000円').click();
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  const colleague = await anotherPerson();
  await openAs(colleague, product, 'owner', `/admin/appraisals/${appraisalId}`);
  await lines(colleague).click();
  await colleague.context().setOffline(true);
  await button(colleague, '100円').click();
  await expect(colleague.getByText('通信できません', { exact: true })).toBeVisible();
  await button(page, '1,000円').click();
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await colleague.context().setOffline(false);
  const both = colleague.getByRole('alert').filter({ hasText: '先に変更されています' });
  await expect(both).toContainText('100円');
  await expect(both).toContainText('1,000円');
  await colleague.getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(both).toHaveCount(0);
  await expect(page.getByLabel('合計')).toContainText('100円', { timeout: 15_000 });
});

test('a finished box goes through the second look to the results that wait', async ({
  page,
  product,
}) => {
  const appraisalId = await receiveBox(product);
  await page.setViewportSize(tablet);
  await openAs(page, product, 'operator', '/admin/appraisals');
  await page.getByLabel('箱の番号').fill(`${appraisalId.toLowerCase()}-1`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/appraisals/${appraisalId}-1`);
  await hydrated(page);
  await button(page, 'トップス').click();
  await button(page, '難あり').click();
  await button(page, '0円').click();
  await expect(page.getByText('未入力：0円の理由')).toBeVisible();
  await button(page, '汚れ・傷み').click();
  await expect(page.getByText('未入力')).toHaveCount(0);
  await button(page, 'この箱の査定を終える').click();
  await button(page, '確認へ進む').click();
  await button(page, '確認して、結果の確定待ちへ').click();
  await expect(page.getByText('結果の確定を待っています')).toBeVisible();
  await withDatabase(product, async (db) => {
    const rows = await db
      .select()
      .from(applications)
      .where(inArray(applications.appraisalId, [appraisalId]));
    expect(rows[0]?.state).toBe('goods-received');
  });
});

test('a scan opens the next box whatever has the focus, and what was typed last is sent @rare-1', async ({
  page,
  product,
}) => {
  const [one, two] = [await receiveBox(product), await receiveBox(product)];
  await openAs(page, product, 'operator', `/admin/appraisals/${one}-1`);
  for (const tap of ['アウター', '良好', '500円']) await button(page, tap).click();
  await button(page, 'この箱の査定を終える').focus();
  await page.keyboard.type(`${two}-1`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/appraisals/${two}-1`);
  await expect(page.getByRole('heading', { name: two })).toBeVisible();
  // The focused button was not pressed.
  await expect(page.getByText('この箱の入力は終わっています。')).toHaveCount(0);
  const pricesOf = (appraisalId: string) =>
    withDatabase(product, async (db) => {
      const rows = await db
        .select()
        .from(appraisalDraftItems)
        .where(eq(appraisalDraftItems.appraisalId, appraisalId));
      return rows.map(({ content }) => (content as { amountYen: number | null }).amountYen);
    });
  await expect.poll(() => pricesOf(one)).toEqual([500]);

  // Without a response it stays on the tablet, which says so in the list of boxes.
  await page.route('**/api/office/appraisals/*/items/*', (route) => route.abort());
  await button(page, '靴').click();
  await page.getByRole('link', { name: '査定の一覧' }).click();
  const unsent = page.getByRole('status').filter({ hasText: 'まだ送っていない入力があります' });
  await expect(unsent.getByRole('link')).toHaveText([two]);
  await page.unroute('**/api/office/appraisals/*/items/*');
  await unsent.getByRole('link', { name: two }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect.poll(() => pricesOf(two)).toHaveLength(1);
});

test('what is chosen while a photo is on its way stays, and the photo comes to its item @rare-2', async ({
  page,
  product,
}) => {
  const appraisalId = await receiveBox(product);
  await page.setViewportSize(tablet);
  const { promise: hasTyped, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/upload/image/appraisals', async (route) => {
    await hasTyped;
    await route.continue();
  });
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}-1`);
  await page.getByLabel('写真を撮影する').setInputFiles({
    ...{ name: 'coat.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() },
  });
  for (const name of ['アウター', '良好', '500円', '次の品へ', 'バッグ']) {
    await button(page, name).click();
  }
  letThrough();
  await expect(lines(page).first()).toContainText('写真1');
  await expect(page.getByRole('heading', { name: '2品目' })).toBeVisible();
  await expect(button(page, 'バッグ')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await page.reload();
  await expect(lines(page).first()).toContainText('500円');
  await expect(lines(page).first()).toContainText('写真1');
  await expect(lines(page).nth(1)).toContainText('バッグ');
});

test('a photo that was not sent stays on the tablet over a reload, and comes to its item @rare-3', async ({
  page,
  product,
}) => {
  const uploads = '**/api/upload/image/appraisals';
  const [one, two] = [await receiveBox(product), await receiveBox(product)];
  await page.setViewportSize(tablet);
  await page.route(uploads, (route) => route.abort());
  await openAs(page, product, 'operator', `/admin/appraisals/${one}-1`);
  const photo = { name: 'coat.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() };
  await page.getByLabel('写真を撮影する').setInputFiles(photo);
  await expect(page.getByRole('img', { name: '写真1' })).toBeVisible();
  for (const name of ['アウター', '良好', '500円', '次の品へ']) await button(page, name).click();
  await page.getByLabel('写真を撮影する').setInputFiles(photo);
  await button(page, '次の品へ').click();
  await button(page, 'バッグ').click();
  await expect(page.getByText('通信できません', { exact: true })).toBeVisible();
  await expect(lines(page).filter({ hasText: '送信待ち' })).not.toHaveCount(0);
  await expect(button(page, 'この箱の査定を終える')).toBeDisabled();
  await page.reload();
  await expect(lines(page)).toHaveCount(3);
  await lines(page).first().click();
  await expect(page.getByRole('img', { name: '写真1' })).toBeVisible();
  await expectPictures(page);
  await page.getByRole('link', { name: '査定の一覧' }).click();
  const unsent = page.getByRole('status').filter({ hasText: 'まだ送っていない入力があります' });
  await expect(unsent.getByRole('link')).toHaveText([one]);
  await page.unroute(uploads);
  await unsent.getByRole('link', { name: one }).click();
  await expect(lines(page).first()).toContainText('写真1');
  await expect(lines(page).nth(1)).toContainText('写真1');
  await expect(lines(page).nth(2)).not.toContainText('写真');
  await expect(page.getByText('送信待ち')).toHaveCount(0);

  // Still uploading when the next box is opened: it arrives all the same.
  const { promise: hasLeft, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await hasLeft;
    await route.continue();
  });
  await button(page, '次の品へ').click();
  await button(page, '靴').click();
  await page.getByLabel('写真を撮影する').setInputFiles(photo);
  await expect(page.getByRole('img', { name: '写真1' })).toBeVisible();
  await page.keyboard.type(`${two}-1`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: two })).toBeVisible();
  letThrough();
  const picturesOf = () =>
    withDatabase(product, async (db) => {
      const rows = await db
        .select()
        .from(appraisalDraftItems)
        .where(eq(appraisalDraftItems.appraisalId, one));
      return rows.map(({ imageIds }) => imageIds.length).sort();
    });
  await expect.poll(picturesOf).toEqual([0, 1, 1, 1]);
  await page.unroute(uploads);

  // A file that is not a photo is reported and can be removed.
  await page.getByLabel('写真を撮影する').setInputFiles({
    ...{ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
  });
  await expect(page.getByText('送れません')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: '取り除く' }).click();
  await expect(page.getByRole('img', { name: '写真1' })).toHaveCount(0);
});

test('from box to box and back, what lies in each shows at once @rare-4', async ({
  page,
  product,
}) => {
  const appraisalId = await receiveBox(product, { boxes: 2 });
  await page.setViewportSize(tablet);
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}-1`);
  // A name of two words, with a pause after the first.
  await page.getByLabel('ブランド').fill('ラルフ ');
  await expect(lines(page).first()).toContainText('ラルフ');
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await page.getByLabel('ブランド').pressSequentially('ローレン');
  await expect(page.getByLabel('ブランド')).toHaveValue('ラルフ ローレン');
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await page.getByRole('link', { name: '2箱目' }).click();
  await expect(page.getByText('まだお品物がありません。')).toBeVisible();
  await page.getByRole('link', { name: '1箱目' }).click();
  await expect(lines(page)).toHaveCount(1, { timeout: 3_000 });
});

test('an item that a colleague changed meanwhile is not taken out unseen, and the box can go on @rare-1', async ({
  page,
  product,
  anotherPerson,
}) => {
  const appraisalId = await receiveBox(product);
  await openAs(page, product, 'operator', `/admin/appraisals/${appraisalId}`);
  for (const name of ['靴', '良好', '300円']) await button(page, name).click();
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  const colleague = await anotherPerson();
  await openAs(colleague, product, 'owner', `/admin/appraisals/${appraisalId}`);
  await lines(colleague).click();
  await colleague.context().setOffline(true);
  await button(colleague, '1品目を取り除く').click();
  await expect(lines(colleague)).toHaveCount(0);
  await button(page, '1,000円').click();
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await colleague.context().setOffline(false);
  await expect(lines(colleague)).toContainText('選択が必要');
  await expect(button(colleague, 'この箱の査定を終える')).toBeDisabled();
  await lines(colleague).click();
  const both = colleague.getByRole('alert').filter({ hasText: '先に変更されています' });
  await expect(both).toContainText('取り除く');
  await colleague.getByRole('button', { name: '保存済みの内容にする' }).click();
  await expect(both).toHaveCount(0);
  await expect(colleague.getByLabel('合計')).toContainText('1,000円');
  await expect(button(colleague, 'この箱の査定を終える')).toBeEnabled();
});
