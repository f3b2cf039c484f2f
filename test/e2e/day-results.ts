import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { formatYen } from '#kit/values/yen.ts';
import { resultHeader } from '#test/factories/donating.ts';
import { type Order, today } from './day-books.ts';
import { bytesOf, picture } from './day-boxes.ts';
import { expect } from './fixtures.ts';
import { hydrated } from './page-checks.ts';

// Screens of a day of many boxes from the table on: appraisals, the result file, corrections.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Corrects the sum of one result on its application's page. */
export async function correct(page: Page, appraisalId: string, yen: number) {
  await page.goto(`/admin/applications/${appraisalId}`);
  await button(page, '訂正する').click();
  const dialog = page.getByRole('dialog', { name: 'この結果を訂正しますか？' });
  await dialog.getByLabel(/^査定金額/).fill(`${yen}`);
  await dialog.getByLabel(/^訂正の理由/).fill('値札を読み直しました');
  await dialog.getByRole('button', { name: '訂正する' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: '訂正の記録' })).toContainText(`${formatYen(yen)}円`);
}

/** Appraises a box on the tablet, up to the waiting results; a large one needs an identity check. */
export async function appraiseByTaps(page: Page, { appraisalId, kind }: Order, isLarge: boolean) {
  await page.goto(`/admin/appraisals/${appraisalId}-1`);
  await hydrated(page);
  const item = async (taps: readonly string[]) => {
    for (const tap of taps) await button(page, tap).click();
    // Purchased goods go into the dealer's ledger, which requires their features.
    if (kind === 'fund') await page.getByLabel(/^特徴/).fill('紺色の綿');
  };
  await item(['トップス', '良好', isLarge ? '300円' : '500円']);
  await button(page, '次の品へ').click();
  await item(['バッグ', '美品', ...(isLarge ? ['1', '2', '0', '00'] : ['1,000円'])]);
  await expect(page.getByLabel('合計')).toContainText(isLarge ? '12,300円' : '1,500円');
  await expect(page.getByText('送信待ち')).toHaveCount(0);
  await button(page, 'この箱の査定を終える').click();
  // Far above what bags usually bring.
  if (isLarge) await page.getByLabel(/^このまま進める理由/).fill('名の知れたブランドの品です');
  await button(page, '確認へ進む').click();
  await button(page, '確認して、結果の確定待ちへ').click();
  await expect(page.getByText('結果の確定を待っています')).toBeVisible();
}

/** Amount of an order in the file: one is large, and one in forty is without value. */
export const yenOf = (_: Order, index: number) => {
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

/** Every fifteenth row has a fault, of six kinds in turn. */
const faultOf = (index: number) => (index % 15 === 7 ? Math.floor(index / 15) : -1);
const headings = [...resultHeader.split(','), '担当者'];
const csvOf = (rows: readonly string[][]) => rows.map((row) => `${row.join(',')}\r\n`).join('');

async function upload(page: Page, name: string, text: string) {
  await page
    .getByLabel('査定結果のCSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await button(page, 'ためし読みする').click();
}

export async function uploadAndMend(page: Page, orders: readonly Order[]) {
  await page.goto('/admin/results');
  await hydrated(page);
  const rows = orders.map((order, index) => rowOf(order, index, faultOf(index)));
  const faultyCount = orders.filter((_, index) => faultOf(index) >= 0).length;
  const rightCount = orders.length - faultyCount;
  await upload(page, '今日の査定.csv', csvOf([headings, ...rows]));
  await expect(page.getByText(`${faultyCount}行に確認が必要な点があります`)).toBeVisible();
  await expect(page.getByText(/担当者\s*の列は読み取りません/)).toBeVisible();
  await picture(page, 'mistakes');
  await page.getByRole('button', { name: `正しい${rightCount}行を先に受け付ける` }).click();
  await expect(page.getByText(`${rightCount}行を受け付けました`)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '確認が必要な行をダウンロード' }).click();
  const faulty: string[][] = parse(await bytesOf(await downloading), { bom: true });
  const [given = [], ...wrong] = faulty;
  expect(wrong).toHaveLength(faultyCount);
  // Fixed in place, in the returned file.
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
  await expect(page.getByLabel('受け付け先')).toContainText(
    `今日の査定.csvに加える（残り${faultyCount}行）`,
  );
  await button(page, `${faultyCount}行を受け付ける`).click();
  await expect(page.getByText(`${faultyCount}行を受け付けました`)).toBeVisible();
}
