import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatDate, jstDay } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { giveMany } from '#test/e2e/giving.ts';
import { join } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import type { InsertedDonation } from '#test/factories/many-donations.ts';

const path = '/mypage/donation-history';
const count = 500;

const yearOf = ({ donatedAt }: InsertedDonation) => jstDay(donatedAt).slice(0, 4);
const sumYen = (given: readonly InsertedDonation[]) =>
  given.reduce((sum, { amountYen }) => sum + amountYen, 0);
/** As a year's heading tells them. */
const totalOf = (year: string, given: readonly InsertedDonation[]) =>
  `${year}年の合計${formatYen(sumYen(given))}円（${given.length}件）`;
const numbersOn = async (page: Page) =>
  (await page.getByRole('article').allTextContents()).map(
    (text) => /TS-\w{4}-\w{4}/.exec(text)?.[0],
  );

test('500 donations: each once, newest first, with the sum of its whole year', async ({
  page,
  product,
}) => {
  const given = await giveMany(product, await join(page), count);
  const byYear = Map.groupBy(given, yearOf);
  const numbers = given.map(({ appraisalId }) => appraisalId);

  await page.goto(`${path}?year=all`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const seen: (string | undefined)[] = [];
  for (let shown = 1; ; shown++) {
    const part = numbers.slice(seen.length, seen.length + 50);
    await expect.poll(() => numbersOn(page)).toEqual(part);
    for (const year of new Set(given.slice(seen.length, seen.length + 50).map(yearOf))) {
      const heading = page.getByRole('heading', { level: 2, name: `${year}年の合計` });
      await expect(heading).toHaveText(totalOf(year, byYear.get(year) ?? []));
    }
    seen.push(...part);
    const next = page.getByRole('link', { name: '次のページ' });
    if ((await next.count()) === 0) break;
    await next.click();
    await expect(page).toHaveURL(new RegExp(`page=${shown + 1}$`));
  }
  expect(seen).toEqual(numbers);

  // One year: again its whole sum, whatever the page shows of it.
  const year = [...byYear.keys()].at(1) ?? '';
  const ofYear = byYear.get(year) ?? [];
  await page.getByRole('link', { name: `${year}年`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([totalOf(year, ofYear)]);
  const first = ofYear.slice(0, 50).map((one) => one.appraisalId);
  await expect.poll(() => numbersOn(page)).toEqual(first);
  await page.getByRole('link', { name: '2ページ', exact: true }).click();
  await expect(page.getByRole('article').first()).toContainText(ofYear[50]?.appraisalId ?? '');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([totalOf(year, ofYear)]);
  await page.goBack();
  await expect(page.getByRole('article').first()).toContainText(ofYear[0]?.appraisalId ?? '');

  // Where each of them could have a pledge, a few are offered at a time.
  await page.goto('/mypage/my-pledge');
  const offered = page.getByRole('region', { name: '#mypledgeを書ける寄付' });
  await expect(offered.getByRole('listitem')).toHaveCount(6);
  await offered.getByRole('button', { name: `寄付をもっと見る（あと${count - 6}件）` }).click();
  await expect(offered.getByRole('listitem')).toHaveCount(12);
});

test('@phone the year that is shown, or all, is saved as a file for spreadsheets', async ({
  page,
  product,
}) => {
  const given = await giveMany(product, await join(page), count);
  const year = yearOf(given[0] as InsertedDonation);
  const ofYear = given.filter((one) => yearOf(one) === year);
  async function saved(button: string) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await coming;
    await expect(page.getByText('寄付の履歴を保存しました。')).toBeVisible();
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    };
  }

  await page.goto(path);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const one = await saved(`${year}年の履歴をCSVで保存`);
  expect(one.name).toBe(`寄付の履歴（${year}年）.csv`);
  // Its mark, by which Excel reads it as UTF-8.
  expect(one.text.charCodeAt(0)).toBe(0xfeff);
  const [header = '', ...lines] = one.text.slice(1).split('\r\n');
  expect(header.split(',').slice(0, 6)).toEqual([
    '寄付日',
    '申込番号',
    '寄付先',
    '寄付先の種類',
    '寄付金額（円）',
    '受領証明書',
  ]);
  expect(lines.at(-1)).toBe('');
  const rows = lines.slice(0, -1).map((line) => line.split(','));
  expect(rows.map(([day, number, , , yen]) => [day, number, yen])).toEqual(
    ofYear.map(({ donatedAt, appraisalId, amountYen }) => [
      formatDate(donatedAt),
      appraisalId,
      String(amountYen),
    ]),
  );

  await page.getByRole('link', { name: 'すべて', exact: true }).click();
  const all = await saved('すべての年の履歴をCSVで保存');
  expect(all.name).toBe('寄付の履歴（すべて）.csv');
  expect(all.text.match(/TS-\w{4}-\w{4}/g)).toEqual(given.map(({ appraisalId }) => appraisalId));
});
