import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
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
/** Heading of a year. */
const totalOf = (year: string, given: readonly InsertedDonation[]) =>
  `${year}年に決まった寄付${formatYen(sumYen(given))}円（${given.length}件）`;
const numbersOf = async (entries: Locator) =>
  (await entries.allTextContents()).map((text) => /TS-\w{4}-\w{4}/.exec(text)?.[0]);

test('500 donations: each once, newest first, with the sum of its whole year', async ({
  page,
  product,
}) => {
  const given = await giveMany(product, await join(page), count);
  const byYear = Map.groupBy(given, yearOf);
  const numbers = given.map(({ appraisalId }) => appraisalId);

  await page.goto(path);
  await expect(page.getByRole('article').first()).toBeVisible();
  const seen: (string | undefined)[] = [];
  for (const [year, ofYear] of byYear) {
    // The newest year is expanded; a past one is one line, which the keyboard expands.
    const heading = page.getByRole('heading', { level: 2, name: `${year}年に決まった寄付` });
    await expect(heading).toHaveText(totalOf(year, ofYear));
    const section = page.getByRole('region', { name: `${year}年に決まった寄付` });
    const entries = section.getByRole('article');
    if (seen.length > 0) {
      await expect(entries).toHaveCount(0);
      await section.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${path}?year=${year}`);
    }
    const numbers = ofYear.map(({ appraisalId }) => appraisalId);
    for (let from = 0; from < numbers.length; from += 50) {
      if (from > 0) await section.getByRole('link', { name: '次のページ' }).click();
      const part = numbers.slice(from, from + 50);
      await expect.poll(() => numbersOf(entries)).toEqual(part);
      seen.push(...part);
    }
    await expect(section.getByRole('link', { name: '次のページ' })).toHaveCount(0);
  }
  expect(seen).toEqual(numbers);

  // A finished donation is one line; expanded, it links to its own page, and Back returns to its year.
  const year = [...byYear.keys()].at(1) ?? '';
  const [first] = byYear.get(year) ?? [];
  await page.goto(`${path}?year=${year}`);
  const entry = page.getByRole('article').filter({ hasText: first?.appraisalId ?? '' });
  await expect(entry).toContainText('送金済み');
  await expect(entry.getByRole('list', { name: 'お申し込みの流れ' })).toHaveCount(0);
  await entry.locator('summary').click();
  await expect(entry.getByRole('list', { name: 'お申し込みの流れ' })).toBeVisible();
  await entry.getByRole('link', { name: 'この寄付のゆくえを見る' }).click();
  await expect(page).toHaveURL(`${path}/${first?.appraisalId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('寄付のゆくえ');
  await expect(page.getByRole('article')).toContainText(`${formatYen(first?.amountYen)}円`);
  await expectAccessible(page);
  await page.goBack();
  await expect(entry).toBeVisible();
  await page.goto(`${path}/TS-0000-0000`);
  await expect(page.getByText('寄付が見つかりません')).toBeVisible();

  // If many could have a pledge, a few are offered at a time.
  await page.goto('/mypage/my-pledge');
  const offered = page.getByRole('region', { name: '#mypledgeを書ける寄付' });
  await expect(offered.getByRole('listitem')).toHaveCount(6);
  await offered.getByRole('button', { name: `寄付をもっと見る（あと${count - 6}件）` }).click();
  await expect(offered.getByRole('listitem')).toHaveCount(12);
});

test('@phone a year, or all, is saved as a file for spreadsheets @rare-1', async ({
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
  // Byte order mark, by which Excel recognises UTF-8.
  expect(one.text.charCodeAt(0)).toBe(0xfeff);
  const [header = '', ...lines] = one.text.slice(1).split('\r\n');
  expect(header.split(',').slice(0, 6)).toEqual([
    '寄付が決まった日',
    '申込番号',
    '寄付先',
    '寄付先の種類',
    '寄付額（円）',
    '受領証明書',
  ]);
  expect(lines.at(-1)).toBe('');
  const rows = lines.slice(0, -1).map((line) => line.split(','));
  expect(rows.map(([day, number, , , yen]) => [day, number, yen])).toEqual(
    ofYear.map(({ donatedAt, appraisalId, amountYen }) => [
      formatDate(jstDay(donatedAt)),
      appraisalId,
      String(amountYen),
    ]),
  );

  const all = await saved('すべての年の履歴をCSVで保存');
  expect(all.name).toBe('寄付の履歴（すべて）.csv');
  expect(all.text.match(/TS-\w{4}-\w{4}/g)).toEqual(given.map(({ appraisalId }) => appraisalId));
});
