import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { emptyItem, type ItemContent } from '#domain/appraisals/draft-item.ts';
import { boxCodeOf } from '#domain/kits/box-code.ts';
import { formatYen } from '#domain/values/yen.ts';
import {
  ask,
  dealerLines,
  insertCancelled,
  insertOrders,
  mailsByKind,
  moneyOfDay,
  type Order,
  states,
  storedBatch,
  today,
} from '#test/e2e/day-books.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { hydrated } from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { resultHeader } from '#test/factories/donating.ts';
import { smallPicture } from '#test/factories/pictures.ts';

// A day at the warehouse with two hundred applications, from the label to the result that was taken back. After each
// stage the screens, the books and the mails say the same.

test.use({ installation: 'built-alone', actionTimeout: 20_000 });

const desktop = { width: 1280, height: 900 };
const tablet = { width: 820, height: 1180 };
const atTable = 20;
const heldYen = 12_300;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a day with two hundred applications holds from the label to the result', async ({
  page,
  product,
}) => {
  test.setTimeout(480_000);
  const orders = await insertOrders(product, 200);
  const cancelled = await insertCancelled(product, 2);
  const boxes = orders.flatMap(({ appraisalId, boxes }) =>
    Array.from({ length: boxes }, (_, index) => boxCodeOf(appraisalId, index + 1)),
  );
  await openAs(page, product, 'operator', '/admin/kits');

  const slips = await test.step('the kits are frozen and written for the carrier', async () => {
    const rows = await freezeAndWrite(page, product);
    const own = rows.filter(([number = '']) => isOf(orders, number));
    expect(rows.filter((row) => row.length !== 95)).toEqual([]);
    expect(own).toHaveLength(boxes.length);
    expect(new Set(own.map(([number]) => number)).size).toBe(boxes.length);
    expect(await states(product)).toEqual({ applied: 200 });
    expect(await mailsByKind(product)).toEqual({});
    return rows;
  });

  await test.step('the carrier’s answer marks them as sent', async () => {
    await takeAnswer(page, slips);
    expect(await states(product)).toEqual({ 'kit-sent': 200 });
    expect(await mailsByKind(product)).toEqual({ 'kit-sent': 200 });
    const numbers = await ask<{ number: string }>(
      product,
      sql`select distinct tracking_number as number from boxes join applications a using (appraisal_id)
        where a.email like 'hako%' and kit_state = 'sent'`,
    );
    expect(numbers).toHaveLength(boxes.length);
    // With the last of its kits the batch has ended by itself, and nothing of it can be marked again.
    const [batch] = await ask<{ id: string }>(
      product,
      sql`select id from kit_batches where state = 'marked'`,
    );
    await page.goto(`/admin/kits/${batch?.id}`);
    await expect(page.getByRole('region', { name: '束の概要' })).toContainText('発送');
    await expect(page.getByRole('button', { name: 'この束を発送済みにする' })).toHaveCount(0);
    await picture(page, 'kits');
  });

  await test.step('every box is scanned, and ten that cannot go their way are on the shelf', async () => {
    await page.goto('/admin/intake');
    await expect(page.getByLabel('箱の番号')).toBeVisible();
    await scanAll(page, boxes, [
      ...['A', 'B', 'C'].map((letter) => `UNKNOWN-LABEL-${letter}`),
      ...boxes.slice(0, 3),
      ...cancelled.map((number) => boxCodeOf(number, 1)),
      ...orders.slice(30, 32).map(({ appraisalId }) => boxCodeOf(appraisalId, 2)),
    ]);
    await picture(page, 'intake');
    expect(await states(product)).toEqual({ 'goods-received': 200 });
    const outcomes = await ask<{ outcome: string; count: number }>(
      product,
      sql`select outcome, count(*)::int as count from scans group by outcome order by outcome`,
    );
    expect(outcomes).toEqual([
      { outcome: 'again', count: 3 },
      { outcome: 'cancelled', count: 2 },
      { outcome: 'extra', count: 2 },
      { outcome: 'received', count: boxes.length },
      { outcome: 'unknown', count: 3 },
    ]);
    const [shelf] = await ask(product, sql`select count(*)::int as open from box_exceptions`);
    expect(shelf).toEqual({ open: 10 });
    expect(await mailsByKind(product)).toEqual({ 'kit-sent': 200, 'goods-received': 200 });
  });

  const ofTable = orders.slice(0, atTable);
  // Of a fund, and so much that it waits for the identity check.
  const held = ofTable.findLast(({ kind }) => kind === 'fund');
  const ofFile = orders.slice(atTable);

  const tableYen = await test.step('twenty boxes are appraised at the table', async () => {
    await page.setViewportSize(tablet);
    for (const { appraisalId } of ofTable.slice(0, 2)) await appraiseByTaps(page, appraisalId);
    await picture(page, 'appraisals');
    // The others by what the screen itself asks of the server: the taps are the same each time.
    const call = await caller(page);
    for (const order of ofTable.slice(2)) await appraiseByCalls(call, order, order === held);
    const batch = await storedBatch(product, 'tablet');
    expect(batch).toMatchObject({
      state: 'waiting',
      rows: atTable,
      yen: 2 * 1_500 + 17 * 1_000 + heldYen,
    });
    expect(await states(product)).toEqual({ 'goods-received': 200 });
    await page.setViewportSize(desktop);
    return batch.yen;
  });

  const fileYen =
    await test.step('the others come in a file of which twelve rows are mended', async () => {
      await uploadAndMend(page, ofFile);
      const batch = await storedBatch(product, 'csv');
      const yen = ofFile.reduce((sum, order, index) => sum + yenOf(order, index), 0);
      expect(batch).toMatchObject({ state: 'waiting', rows: ofFile.length, yen });
      // Nobody was told, and no money has moved.
      expect(await moneyOfDay(product)).toEqual({ donations: 0, yen: 0 });
      expect(await mailsByKind(product)).toEqual({ 'kit-sent': 200, 'goods-received': 200 });
      return yen;
    });

  const told = {
    'kit-sent': 200,
    'goods-received': 200,
    'donation-completed': 195,
    'application-unpriced': 4,
    'identity-due': 1,
  };
  const { id: tableBatch } = await storedBatch(product, 'tablet');

  await test.step('both batches are released, and each donor is told once', async () => {
    for (const source of ['csv', 'tablet'] as const) {
      const { id, rows, yen } = await storedBatch(product, source);
      await page.goto(`/admin/results/${id}`);
      await expect(page.getByText(`${rows}行`, { exact: true })).toBeVisible();
      await expect(page.getByText(`${formatYen(yen)}円`, { exact: true }).first()).toBeVisible();
      await releaseResults(page);
      await picture(page, `results-${source}`);
    }
    expect(await states(product)).toEqual({ donated: 195, unpriced: 4, appraised: 1 });
    const given = tableYen - heldYen + fileYen;
    expect(await moneyOfDay(product)).toEqual({ donations: 195, yen: given });
    expect(await mailsByKind(product)).toEqual(told);
    expect(await dealerLines(product)).toEqual([{ way: 'purchase', count: 2, yen: 1_000 }]);
  });

  const [one, two, three] = ofFile.slice(10);
  const corrected = [one, two, three].flatMap((order) => order ?? []);
  const newYen = [2_000, 1_500, 2_500];

  const standingYen =
    await test.step('three results are corrected, each before its donor alone', async () => {
      for (const [index, { appraisalId }] of corrected.entries()) {
        await correct(page, appraisalId, newYen[index] ?? 0);
      }
      await picture(page, 'corrected');
      const before = corrected.reduce((sum, order, index) => sum + yenOf(order, 10 + index), 0);
      const yen = fileYen - before + newYen.reduce((sum, one) => sum + one, 0);
      const { donations, yen: all } = await moneyOfDay(product);
      expect([donations, all]).toEqual([195, tableYen - heldYen + yen]);
      expect(await mailsByKind(product)).toEqual({ ...told, 'result-corrected': 3 });
      return yen;
    });

  await test.step('a batch is reversed, and only its donors are told', async () => {
    await page.goto(`/admin/results/${tableBatch}`);
    await page.getByRole('button', { name: 'この取り込みを取り消す' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`${atTable}行を、取り込む前の状態に戻します`);
    await dialog.getByLabel(/^取り消しの理由/).fill('値札を読み違えたため');
    await dialog.getByRole('button', { name: '取り消す', exact: true }).click();
    await expect(page.getByText('この取り込みは取り消されました')).toBeVisible();
    await picture(page, 'reversed');
    expect(await states(product)).toEqual({ donated: 176, unpriced: 4, 'goods-received': 20 });
    expect(await moneyOfDay(product)).toEqual({ donations: 176, yen: standingYen });
    expect(await mailsByKind(product)).toEqual({
      ...told,
      'result-corrected': 3,
      'result-withdrawn': atTable,
    });
    expect(await dealerLines(product)).toEqual([
      { way: 'cancelled', count: 2, yen: 1_000 },
      { way: 'purchase', count: 2, yen: 1_000 },
    ]);
  });

  await test.step('the list counts what the books say', async () => {
    for (const [filter, count] of [
      ['donated', 176],
      ['goods-received', atTable],
      ['unpriced', 4],
    ] as const) {
      await page.goto(`/admin?filter=${filter}`);
      await hydrated(page);
      await page.getByRole('searchbox').fill('箱日和');
      await expect(page.getByText(new RegExp(`(^|\\D)${count}件`)).first()).toBeVisible();
    }
    await picture(page, 'list');
  });
});

type Call = (path: string, data: object, version?: number) => Promise<{ version: number }>;

/** Reads the boxes as a hand scanner does; after every twenty a box that cannot go its way, which is shelved. */
async function scanAll(page: Page, boxes: readonly string[], odd: readonly string[]) {
  const latest = page.getByRole('region', { name: '最後に読み取った箱' });
  const size = Math.ceil(boxes.length / odd.length);
  for (const [index, code] of odd.entries()) {
    const ofBatch = boxes.slice(index * size, (index + 1) * size);
    for (const box of ofBatch) await scan(page, box);
    await expect(latest).toContainText('受け付けました');
    await expect(latest).toContainText((ofBatch.at(-1) ?? '').slice(0, -2));
    await scan(page, code);
    await expect(latest).not.toContainText('受け付けました');
    await shelve(page, index);
  }
  await expect(page.getByText(/^送信待ち/)).toBeHidden();
}

async function scan(page: Page, code: string) {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

async function shelve(page: Page, index: number) {
  const latest = page.getByRole('region', { name: '最後に読み取った箱' });
  await latest.getByRole('button', { name: 'この箱を保留の棚に置く' }).click();
  const dialog = page.getByRole('dialog', { name: 'この箱を保留の棚に置く' });
  await dialog.getByLabel(/^置き場所/).fill(`棚${index + 1}`);
  if (index === 0) {
    const buffer = await smallPicture();
    const photo = { name: 'box.jpg', mimeType: 'image/jpeg', buffer };
    await dialog.getByLabel('写真を撮る・選ぶ').setInputFiles(photo);
    await expect(dialog.getByRole('img', { name: '写真1' })).toBeVisible();
  }
  await dialog.getByRole('button', { name: '保留の棚に置く' }).click();
  await expect(dialog).toBeHidden();
  await expect(latest.getByRole('link', { name: '保留の棚で見る' })).toBeVisible();
}

/** Sets the sum of one result right on the page of its application. */
async function correct(page: Page, appraisalId: string, yen: number) {
  await page.goto(`/admin/applications/${appraisalId}`);
  await button(page, '訂正する').click();
  const dialog = page.getByRole('dialog', { name: 'この結果を訂正しますか？' });
  await dialog.getByLabel(/^査定金額/).fill(`${yen}`);
  await dialog.getByLabel(/^訂正の理由/).fill('値札を読み直しました');
  await dialog.getByRole('button', { name: '訂正する' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: '訂正の記録' })).toContainText(`${formatYen(yen)}円`);
}

/** A box through every tap of the screen, to the results that wait. */
async function appraiseByTaps(page: Page, appraisalId: string) {
  await page.goto(`/admin/appraisals/${appraisalId}-1`);
  await hydrated(page);
  for (const tap of ['トップス', '良好', '500円', '次の品へ', 'バッグ', '美品', '1,000円']) {
    await button(page, tap).click();
  }
  await expect(page.getByLabel('合計')).toContainText('1,500円');
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await button(page, 'この箱の査定を終える').click();
  await button(page, '確認へ進む').click();
  await button(page, '確認して、結果の確定待ちへ').click();
  await expect(page.getByText('結果の確定を待っています')).toBeVisible();
}

/** What of the goods of an order is given: of a fund enough for an identity check once. */
function goodsOf({ kind, boxes }: Order, isLarge: boolean): ItemContent[] {
  const one = { ...emptyItem, category: 'tops', condition: 'good', destination: 'sold' } as const;
  const price = isLarge ? 12_000 : 700;
  const feature = kind === 'fund' ? '紺色の綿' : '';
  return Array.from({ length: boxes + 1 }, (_, n) => ({
    ...one,
    feature,
    amountYen: n === 0 ? price : 300,
  }));
}

async function appraiseByCalls(call: Call, order: Order, isLarge: boolean) {
  const { appraisalId } = order;
  const path = `/api/office/appraisals/${appraisalId}`;
  for (const content of goodsOf(order, isLarge)) {
    const entry = { boxNumber: 1, content, imageIds: [] };
    await call(`${path}/items/${crypto.randomUUID()}`, entry, 0);
  }
  let draft = await call(path, {});
  const step = async (name: string, body: object) => {
    draft = await call(`${path}/${name}`, body, draft.version);
  };
  await step('finish-box', { boxNumber: 1, isFinished: true });
  await step('ask-review', { note: '', overrideReason: '' });
  await step('confirm', {});
}

/** Asks the server as the screens of whoever is signed in do; without a body it reads. */
async function caller(page: Page): Promise<Call> {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  const { origin } = new URL(page.url());
  return async (path, data, version) => {
    const isRead = version === undefined;
    const answer = await page.request.fetch(path, {
      method: isRead ? 'GET' : 'POST',
      ...(!isRead && { data }),
      headers: {
        origin,
        authorization: `Bearer ${token}`,
        ...(!isRead && { 'if-match': `"${version}"` }),
      },
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** What a row of the file says of an order: one is large, and one in forty brought nothing. */
const yenOf = (_: Order, index: number) => {
  if (index === 5) return 150_000;
  return index % 40 === 39 ? 0 : 500 + ((index * 137) % 2_400);
};

function rowOf(order: Order, index: number, fault = -1): string[] {
  const yen = yenOf(order, index);
  const day = today();
  const row = [order.appraisalId, day, day, '3', yen > 0 ? '2' : '0', `${yen}`, '0', `${yen}`];
  row.push(
    order.kind === 'fund' ? '' : 'sample-animal-1',
    yen > 0 ? '成立' : '値付不可',
    '',
    '髙橋',
  );
  const faults: [column: number, cell: string][] = [
    [7, `${yen + 1}`],
    [4, '9'],
    [1, '2026/13/01'],
    [9, '成率'],
    [8, 'nobody'],
    [3, ''],
  ];
  const [column, cell] = faults[fault % faults.length] ?? [-1, ''];
  return row.map((right, at) => (at === column ? cell : right));
}

/** Every fifteenth row is wrong, each in a way of six. */
const faultOf = (index: number) => (index % 15 === 7 ? Math.floor(index / 15) : -1);
const headings = [...resultHeader.split(','), '担当者'];
const csvOf = (rows: readonly string[][]) => rows.map((row) => `${row.join(',')}\r\n`).join('');

async function upload(page: Page, name: string, text: string) {
  await page
    .getByLabel('査定結果のCSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await button(page, 'ためし読みする').click();
}

async function uploadAndMend(page: Page, orders: readonly Order[]) {
  await page.goto('/admin/results');
  await hydrated(page);
  const rows = orders.map((order, index) => rowOf(order, index, faultOf(index)));
  await upload(page, '今日の査定.csv', csvOf([headings, ...rows]));
  await expect(page.getByText('12行に確認が必要な点があります')).toBeVisible();
  await expect(page.getByText(/担当者\s*の列は読み取りません/)).toBeVisible();
  await picture(page, 'mistakes');
  await page.getByRole('button', { name: '正しい168行を先に受け付ける' }).click();
  await expect(page.getByText('168行を受け付けました')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '確認が必要な行をダウンロード' }).click();
  const faulty: string[][] = parse(await bytesOf(await downloading), { bom: true });
  const [given = [], ...wrong] = faulty;
  expect(wrong).toHaveLength(12);
  // Mended where they stand, in the file that was given back.
  const mended = wrong.map((row) => {
    const index = orders.findIndex(({ appraisalId }) => row.includes(appraisalId));
    const order = orders[index];
    const right = order ? rowOf(order, index) : [];
    return row.map((cell, at) => {
      const from = headings.indexOf(given[at] ?? '');
      return from < 0 ? cell.replaceAll(',', '、') : (right[from] ?? '');
    });
  });
  await upload(page, '直した行.csv', csvOf([given, ...mended]));
  await expect(page.getByLabel('受け付け先')).toContainText('今日の査定.csvに加える（残り12行）');
  await button(page, '12行を受け付ける').click();
  await expect(page.getByText('12行を受け付けました')).toBeVisible();
}

const isOf = (orders: readonly Order[], customerNumber: string) =>
  orders.some(({ appraisalId }) => customerNumber.startsWith(appraisalId.replaceAll('-', '')));

/** A picture of what is open, on a desk and in a hand. */
async function picture(page: Page, name: string) {
  const before = page.viewportSize();
  for (const size of [{ width: 360, height: 740 }, desktop]) {
    await page.setViewportSize(size);
    await page.screenshot({
      path: `test-results/screens/day-${name}-${size.width}.png`,
      fullPage: true,
    });
  }
  if (before) await page.setViewportSize(before);
}

const bytesOf = async (download: Download) => readFile(await download.path());

/** The day's batch, and its file for B2 as rows of cells without their heading. */
async function freezeAndWrite(page: Page, product: Product): Promise<string[][]> {
  await page.goto('/admin/kits/sender');
  const facts = {
    ご依頼主名: '見本の倉庫',
    電話番号: '06-1234-5678',
    郵便番号: '530-0001',
    住所: '大阪府大阪市北区梅田1-2-3',
    ヤマトの請求先顧客コード: '061234567890',
    ヤマトの運賃管理番号: '01',
  };
  for (const [label, text] of Object.entries(facts)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('発送元の設定を保存しました。')).toBeVisible();
  await page.goto('/admin/kits');
  await page.getByRole('button', { name: '今日の分を束にする' }).click();
  await expect(page).toHaveURL(/\/admin\/kits\/[\w-]{36}$/);
  const [batch] = await ask<{ applications: number; boxes: number }>(
    product,
    sql`select application_count as applications, box_count as boxes from kit_batches`,
  );
  await expect(page.getByText(`${batch?.applications}件`).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ヤマト B2クラウド' }).click();
  const text = iconv.decode(await bytesOf(await downloading), 'cp932');
  const rows: string[][] = parse(text);
  const slips = rows.filter(([number]) => number !== 'お客様管理番号');
  expect(slips).toHaveLength(batch?.boxes ?? 0);
  return slips;
}

/** B2 gives the file back with its fourth column filled; it is tried, then taken. */
async function takeAnswer(page: Page, slips: readonly string[][]) {
  const lines = slips.map((row, index) =>
    row.map((cell, column) => `"${column === 3 ? slipNumberOf(index) : cell}"`).join(','),
  );
  await page.goto('/admin/tracking');
  await hydrated(page);
  await page.getByLabel('送り状番号の入ったCSV').setInputFiles({
    name: 'b2.csv',
    mimeType: 'text/csv',
    buffer: iconv.encode(lines.map((line) => `${line}\r\n`).join(''), 'cp932'),
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await page.getByRole('button', { name: `${formatYen(slips.length)}箱を取り込む` }).click();
  await expect(page.getByRole('heading', { name: '取り込みました' })).toBeVisible();
  await picture(page, 'tracking');
}

/** Twelve digits of which the last checks the others, as ヤマト numbers its slips. */
function slipNumberOf(index: number): string {
  const number = 30_000_000_000 + index;
  return `${number}${number % 7}`;
}
