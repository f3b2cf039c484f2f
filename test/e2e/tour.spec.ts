import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { donationCounts, sampleSignIn, signIn } from './donating.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './page-checks.ts';

// The tour of README.md, against `npm start` in a fresh clone. The test presses what README shows
// in bold, by that name; a name missing from README fails.

const person = { email: 'newcomer@example.com', password: '四月の雨は静かに降る' };

test('a first start says each step in one line, in both languages, as plain text', async ({
  product,
}) => {
  const [said = ''] = product.output().split('たすきの準備ができました / Tasuki is ready');
  expect(said.match(/^\S+ \/ [A-Z].*$/gm)).toEqual([
    expect.stringMatching(/^パッケージを用意しています \/ Installing packages … \d+ s$/),
    expect.stringMatching(/^住所と絵を用意しています \/ Preparing addresses and pictures … \d+ s$/),
    expect.stringMatching(/^ビルドしています \/ Building … \d+ s$/),
    '見本データを用意しています / Loading sample data',
  ]);
  expect(said).not.toContain('\u001b');
  expect(said).not.toMatch(/\bwarn|deprecat|PLUGIN_TIMINGS|INEFFECTIVE/i);
});

test('the tour of the README leads through the whole donation', async ({ page, product }) => {
  const { named, csv } = await readTour();
  let path = '';
  let name = '';
  let before = { month: 0, total: 0 };
  let appraisalId = '';

  /** Opens a screen by its place in the menu and its tab. */
  const openScreen = async (place: string, tab: string) => {
    const menu = page.getByRole('navigation', { name: '運営のメニュー' });
    await menu.getByRole('link', { name: new RegExp(`^${named(place)}`) }).click();
    const tabs = page.getByRole('navigation', { name: `${place}の画面` });
    await tabs.getByRole('link', { name: new RegExp(`^${named(tab)}`) }).click();
  };

  await test.step('1. search', async () => {
    await page.goto(product.url);
    // Until the scripts have loaded, the link leads directly to the search.
    await hydrated(page);
    await page
      .getByRole('banner')
      .getByRole('link', { name: named('寄付先を探す') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: named('寄付先を探す') }).click();
    await expect(dialog).toBeHidden();
    await page.getByLabel('キーワード').fill(named('ねこ'));
    await expect(page).toHaveURL(/keyword=/);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'お届け先の入力へ進む' })).toBeVisible();
    name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    path = new URL(page.url()).pathname;
    before = await donationCounts(page, path);
  });

  await test.step('2. apply', async () => {
    await page.getByLabel(named('洋服')).check();
    await press(page, named('お届け先の入力へ進む'));
    await page.getByLabel(/^姓(?!（)/).fill('新井');
    await page.getByLabel(/^名(?!（)/).fill('旅人');
    await page.getByLabel(/^姓（/).fill('あらい');
    await page.getByLabel(/^名（/).fill('たびと');
    await page.getByLabel('メールアドレス').fill(person.email);
    await page.getByLabel(/^電話番号/).fill('090-1234-5678');
    await page.getByLabel('郵便番号').fill('1000001');
    await expect(page.getByLabel('市区町村・町名')).toHaveValue('千代田区千代田');
    await page.getByLabel(/^番地/).fill('1-1');
    await press(page, named('確認する'));
    await page.getByLabel('利用規約に同意します').check();
    await press(page, named('この内容で申し込む'));
    appraisalId = (await page.getByText(/^TS-\w{4}-\w{4}$/).textContent()) ?? '';
  });

  await test.step('3. register from the application', async () => {
    await page.getByRole('link', { name: named('このお申し込みから登録する') }).click();
    await page.getByLabel('パスワード').first().fill(person.password);
    await page.getByLabel('利用規約に同意します').check();
    await press(page, '登録する');
    await expect(page.getByRole('article')).toContainText(appraisalId);
    await page.getByRole('banner').getByText(named('マイページ')).click();
    await press(page, named('ログアウト'));
  });

  await test.step('4. the operator', async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: named('ログイン') })
      .click();
    const operator = sampleSignIn(product.output(), 'operator');
    await signIn(page, operator.email, operator.password);
    await expect(
      page.getByRole('heading', { level: 1, name: named('今日すること') }),
    ).toBeVisible();
    await openScreen('箱', '申し込み');
    const list = page.getByRole('region', { name: '申し込みの一覧' });
    const first = list.getByRole('row').nth(1);
    await expect(first).toContainText(appraisalId);
    await first.getByRole('button', { name: named('箱を発送した') }).click();
    await press(page.getByRole('dialog'), named('箱を発送した'));
    await expect(page.getByRole('dialog')).toBeHidden();
    await openScreen('寄付者', 'メール');
    await expect(page.getByRole('row').filter({ hasText: person.email })).toHaveCount(3);
  });

  await test.step('5. the results', async () => {
    const associateId = path.split('/').at(-1) ?? '';
    const mine = csv
      .replace('TS-XXXX-XXXX', appraisalId)
      .replaceAll('YYYY/MM/DD', formatDate(jstDay(new Date())))
      .replace(/sample-animal-1/, associateId);
    const tryFile = async (text: string) => {
      const buffer = Buffer.from(text);
      const file = { name: 'results.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('査定結果のCSV').setInputFiles(file);
      await press(page, named('ためし読みする'));
    };
    await openScreen('査定', '査定結果');
    await tryFile(mine);
    await expect(page.getByRole('alert')).toContainText('2行目「査定金額」');
    await expect(page.getByRole('alert')).toContainText('千円');
    await tryFile(mine.replace('千円', '3240'));
    await press(page, named('1行を受け付ける'));
    await expect(page.getByText('1行を受け付けました')).toBeVisible();
    await page.getByRole('link', { name: named('内容を確かめて確定する') }).click();
    await press(page, named('確定する'));
    await press(page, named('確定して知らせる'));
    await expect(page.getByText('確定済み')).toBeVisible();
    await openScreen('査定', '査定結果');
    await tryFile(mine.replace('千円', '3240'));
    await expect(page.getByText('新しく取り込む行はありません')).toBeVisible();
  });

  await test.step('6. the donor', async () => {
    await press(page, 'ログアウト');
    await page.getByRole('banner').getByRole('link', { name: 'ログイン' }).click();
    await signIn(page, person.email, person.password);
    const entry = page.getByRole('article').filter({ hasText: appraisalId });
    for (const fact of [formatDate(jstDay(new Date())), '3,240円', name]) {
      await expect(entry).toContainText(fact);
    }
    const after = { month: before.month + 1, total: before.total + 1 };
    expect(await donationCounts(page, path)).toEqual(after);

    await page.getByRole('banner').getByText('マイページ').click();
    await press(page, 'ログアウト');
    await page.getByRole('banner').getByRole('link', { name: 'ログイン' }).click();
    const donor = sampleSignIn(product.output(), 'donor');
    await signIn(page, donor.email, donor.password);
    await expect(page.getByRole('article').nth(1)).toBeVisible();
  });
});

const press = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true }).click();

/** Bold names in README's tour, and its CSV file. */
async function readTour() {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const tour = /## A tour\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
  const names = new Set([...tour.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name));
  return {
    named(name: string): string {
      expect(names).toContain(name);
      return name;
    },
    csv: (/```csv\n(.*?)```/s.exec(tour)?.[1] ?? '').replace(/^ +/gm, ''),
  };
}
