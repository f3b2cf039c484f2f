import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { formatYen } from '#kit/values/yen.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { isLongForm } from '#test/form.ts';
import { ask, type Order } from './day-books.ts';
import { expect, type Product } from './fixtures.ts';
import { fillSender } from './kit-sender.ts';
import { hydrated, keepPicture } from './page-checks.ts';

// Screens of a day of many boxes before the appraisal: kits, the carrier's file, intake.

export const desktop = { width: 1280, height: 900 };

export const isOf = (orders: readonly Order[], customerNumber: string) =>
  orders.some(({ appraisalId }) => customerNumber.startsWith(appraisalId.replaceAll('-', '')));

/** Screenshots of the open page, on a wide screen and on a phone; only in the long form. */
export async function picture(page: Page, name: string) {
  if (!isLongForm) return;
  const before = page.viewportSize();
  for (const size of [{ width: 360, height: 740 }, desktop]) {
    await page.setViewportSize(size);
    await keepPicture(page, `day-${name}-${size.width}`);
  }
  if (before) await page.setViewportSize(before);
}

export const bytesOf = async (download: Download) => readFile(await download.path());

/** The day's batch, and its file for B2 as rows without the heading. */
export async function freezeAndWrite(page: Page, product: Product): Promise<string[][]> {
  await fillSender(page);
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

/** B2 returns the file with its fourth column filled in; it is tried, then accepted. */
export async function takeAnswer(page: Page, slips: readonly string[][]) {
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

/** Twelve digits with a check digit, as ヤマト numbers its slips. */
function slipNumberOf(index: number): string {
  const number = 30_000_000_000 + index;
  return `${number}${number % 7}`;
}

const latestBox = (page: Page) => page.getByRole('region', { name: '最後に読み取った箱' });

/** Scans the boxes with a hand scanner; after every twenty, one that cannot be processed and goes on the shelf. */
export async function scanAll(page: Page, boxes: readonly string[], odd: readonly string[]) {
  const latest = latestBox(page);
  const size = Math.ceil(boxes.length / odd.length);
  for (const [index, code] of odd.entries()) {
    const boxesOfBatch = boxes.slice(index * size, (index + 1) * size);
    // In this field Enter alone ends a code, however slowly a busy machine types; intake.spec.ts
    // covers other places.
    await page.getByLabel('箱の番号').focus();
    for (const box of boxesOfBatch) await scan(page, box);
    await expect(latest).toContainText('受け付けました');
    await expect(latest).toContainText((boxesOfBatch.at(-1) ?? '').slice(0, -2));
    await scan(page, code);
    await expect(latest).not.toContainText('受け付けました');
    await shelve(page, index);
  }
  await expect(page.getByText(/^送信待ち/)).toBeHidden();
}

/** Holds the labels before a phone's camera until each is received. */
export async function scanByCamera(phone: Page, boxes: readonly string[]) {
  await phone.getByRole('button', { name: 'カメラで読む' }).click();
  const main = phone.locator('main');
  for (const box of boxes) await expect(main.getByText(box.slice(0, -2)).first()).toBeVisible();
  await phone.getByRole('button', { name: 'カメラを止める' }).click();
}

async function scan(page: Page, code: string) {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

async function shelve(page: Page, index: number) {
  const latest = latestBox(page);
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
