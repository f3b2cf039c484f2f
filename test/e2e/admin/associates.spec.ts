import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { phonePicture } from '#test/factories/pictures.ts';

/** Unique, since tests share the server; digits, which every list shows. */
const mark = () => randomInt(100_000, 1_000_000);

const panel = (page: Page, name: string) =>
  page
    .getByRole('region', { name })
    .or(page.locator('section', { hasText: name }))
    .first();

async function fillAgreement(page: Page) {
  await page.getByRole('button', { name: '契約を記録する' }).click();
  const dialog = page.getByRole('dialog', { name: '契約を記録する' });
  await dialog.getByLabel('契約の始まる日').fill('2020-01-01');
  await dialog.getByLabel('手数料（％）').fill('12.5');
  await dialog.getByRole('button', { name: '記録する' }).click();
  await expect(page.getByText('契約を記録しました。')).toBeVisible();
}

test('an organisation is made by hand with a cropped picture, published, and found by a visitor', async ({
  page,
  product,
  browser,
  anotherPerson,
}) => {
  const name = `つむぎの会${mark()}`;
  await openAs(page, product, 'operator', '/admin/associates');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: '団体を作る' }).click();
  await page.getByLabel('団体の名称').fill(name);
  await page.getByRole('button', { name: '下書きを作る' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('公開するには、次のものが必要です')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByLabel('ひとことの紹介').fill('布をつなぐ会です。');
  await page.getByLabel('取り組んでいる社会課題').selectOption({ label: '動物' });
  await page.getByLabel('所在地').fill('東京都府中市見本町1');
  await page.getByLabel('代表者').fill('紡 花子');
  await page
    .getByRole('textbox', { name: /^団体の紹介/ })
    .fill('# はじめに\n\n**布**をつなぎます。');
  await page
    .getByLabel('表紙の画像：画像を選ぶ')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePicture() });
  await page.getByRole('button', { name: 'この範囲で決める' }).click();
  await expect(page.getByAltText('表紙の画像（いまの下書き）')).toBeVisible();
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('下書きを保存しました')).toBeVisible();
  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  const preview = page.getByRole('region', { name: 'プレビュー', exact: true });
  await expect(preview.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'はじめに' })).toBeVisible();
  // The page is stored, and what is still missing is said.
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(
    page.getByText('公開するには、次のものが必要です：今日に有効な契約。'),
  ).toBeVisible();
  await fillAgreement(page);
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(panel(page, '状態：公開中')).toBeVisible();
  await expectAccessible(page);

  const visitor = await browser.newPage();
  await openHydrated(
    visitor,
    `${new URL(page.url()).origin}/search?keyword=${encodeURIComponent(name)}`,
  );
  await visitor
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible();
  await visitor.getByRole('link', { name: '目指すこと' }).first().click();
  await expect(visitor.getByRole('heading', { name: 'はじめに' })).toBeVisible();

  // It turns out to be a duplicate: its address redirects to the other one.
  const address = visitor.url();
  await page.getByText('同じ団体が2つあるとき').click();
  await page.getByLabel('統合先の団体のID').fill('sample-animal-1');
  await page.getByRole('button', { name: '移るものを確かめる' }).click();
  await page.getByLabel(`確認のため「${name}」と入力`).fill(name);
  await page.getByRole('button', { name: 'への統合を依頼する' }).click();
  await expect(page.getByText('もう1人が承認すると反映します。')).toBeVisible();
  const second = await anotherPerson();
  await openAs(second, product, 'owner', '/admin/approvals');
  await second.getByRole('link', { name: '団体の統合' }).first().click();
  const request = second.getByRole('dialog', { name: '依頼の内容' });
  await expect(request).toContainText(name);
  // Both people use the same machine.
  await expect(request).toContainText('端末と接続元が同じです');
  await expectAccessible(second);
  await expectNoSidewaysScroll(second);
  await request.getByRole('button', { name: '承認して反映する' }).click();
  await expect(second.getByText('承認して反映しました。')).toBeVisible();
  await page.reload();
  await expect(panel(page, '状態：終了')).toBeVisible();
  const answer = await visitor.request.get(address, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([
    301,
    '/associate/sample-animal-1/vision',
  ]);
  await visitor.close();
});

test('of two people who edit one page the later one sees both versions @rare-2', async ({
  page,
  product,
  context,
}) => {
  const name = `ふたりの会${mark()}`;
  await openAs(page, product, 'operator', '/admin/associates/new');
  await page.getByLabel('団体の名称').fill(name);
  await page.getByRole('button', { name: '下書きを作る' }).click();
  await expect(page.getByLabel('代表者')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await hydrated(other);
  await other.getByLabel('代表者').fill('先の人');
  await other.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(other.getByText('下書きを保存しました')).toBeVisible();
  await page.getByLabel('代表者').fill('後の人');
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await expect(page.getByText('先の人')).toBeVisible();
  await expect(page.getByLabel('代表者')).toHaveValue('後の人');
  await other.close();
});

test('a file is read, its wrong row mended in the table, and imported @rare-3', async ({
  page,
  product,
}) => {
  const id = mark();
  const header = ['団体ID', '団体の名称', '種別', '所在地'];
  const csv = csvForPeople([
    header,
    [`org-${id}-a`, `表の会${id}`, 'NPO法人', '東京都府中市'],
    [`org-${id}-b`, `裏の会${id}`, '会社', '東京都府中市'],
  ]);
  await openAs(page, product, 'operator', '/admin/associates/import');
  await page
    .getByLabel('団体のCSV')
    .setInputFiles({ name: '団体.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await expect(page.getByRole('alert')).toContainText('1行に確認が必要な点があります');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('種別（3行目）').fill('任意団体');
  await page.getByRole('button', { name: '直した行を確かめる' }).click();
  await page.getByRole('button', { name: '2行を取り込む' }).click();
  await expect(page.getByText('すべての行を取り込みました')).toBeVisible();
  await page.getByRole('link', { name: '団体の一覧で見る' }).click();
  await expect(page.getByRole('link', { name: `裏の会${id}` })).toBeVisible();
});
