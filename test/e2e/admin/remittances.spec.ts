import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { resultFile } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { dropOpenRun } from '#test/e2e/runs-of-before.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { giveAccountsTo } from '#test/factories/money/bank-accounts.ts';
import { lastBankDay } from '#test/factories/money/bank-days.ts';

// A remittance: prepared by one person, approved by another, filed, handed to the bank, and confirmed.

const paidYen = 3_240;

/** A screen is accessible and entirely in Japanese. */
async function expectGoodScreen(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, `remittances-${name}-${page.viewportSize()?.width}`);
}

/** A bank statement of its last day: the withdrawal for the payee, and an unrelated line. */
function statement(): Buffer {
  const day = lastBankDay(jstDay(new Date())).replaceAll('-', '/');
  const rows = [
    '取引日,お支払金額,お預り金額,お取引内容,残高',
    `${day},"${formatYen(paidYen)}",,振込 ミホンノカイ,"96,760"`,
    `${day},330,,振込手数料,"96,430"`,
  ];
  return iconv.encode(`${rows.join('\r\n')}\r\n`, 'cp932');
}

type Payee = { id: string; name: string };
type Payees = { paid: Payee; waiting: Payee };

/** Two organisations get gifts. One has an account; the other waits for the next run. */
async function give(page: Page, product: Product): Promise<Payees> {
  const paid = { id: 'org-0c0a11', name: 'おくるの会' };
  const waiting = { id: 'org-0c0a12', name: 'まつの会' };
  await openAs(page, product, 'operator', '/admin/remittances');
  await dropOpenRun(page, product);
  await withDatabase(product, async (db) => {
    for (const { id, name } of [paid, waiting]) await insertAssociate(db, id, name);
    await giveAccountsTo(db, new Date(), sql`id = ${paid.id}`);
    // Defers what the sample owes to others.
    await db.execute(sql`
      update owed_items set day = day + 20000 where remittance_id is null and cancelled_at is null`);
  });
  for (const { id } of [paid, waiting]) {
    await expect
      .poll(async () => (await page.request.get(`/api/associates/${id}`)).status())
      .toBe(200);
  }
  const results = [];
  for (const { id } of [paid, waiting]) {
    const body = applyBody({
      application: { associateId: id },
      applicant: { email: unknownGuest().email },
    });
    const answer = await page.request.post('/api/appraisal/apply', { data: body });
    const { appraisalId } = await answer.json();
    results.push({ appraisalId, associateId: id, amountYen: paidYen });
  }
  await openAs(page, product, 'operator', '/admin/results');
  await page.getByLabel('査定結果のCSV').setInputFiles({
    name: '送金のための結果.csv',
    mimeType: 'text/csv',
    buffer: resultFile(results),
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await page.getByRole('button', { name: '2行を受け付ける' }).click();
  await page.getByRole('link', { name: '内容を確かめて確定する' }).click();
  await releaseResults(page);
  return { paid, waiting };
}

test('@phone a run of remittances, from its preparation to its arrival, by two people', async ({
  page,
  product,
  anotherPerson,
}) => {
  const { paid, waiting } = await give(page, product);
  const payee = paid.name;
  await page.goto('/admin/remittances');
  await hydrated(page);
  await page.getByLabel('対象期間の最後の日').fill(jstDay(new Date()));
  await expect(page.getByText('次回に繰り越します。')).toBeVisible();
  await expectGoodScreen(page, 'next');
  await page.getByRole('button', { name: '準備する' }).click();
  await expect(page).toHaveURL(/\/admin\/remittances\/[\w-]{36}$/);
  await expect(page.getByRole('heading', { name: '内容を確かめて、承認を依頼' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: payee })).toBeVisible();
  await expectGoodScreen(page, 'prepared');

  await test.step('another day for the bank, and who is left for the next run', async () => {
    await page.getByRole('link', { name: /理由を見る/ }).click();
    await expect(page.getByRole('main')).toContainText(waiting.name);
    await expect(page.getByText(/口座が登録されていないため/).first()).toBeVisible();
    await expectGoodScreen(page, 'carried');
    await page.goBack();
    await page.getByRole('button', { name: '振込指定日を変える' }).click();
    await page.getByRole('button', { name: 'この日にする' }).click();
    await expect(page.getByText('振込指定日を変えました。')).toBeVisible();
    // While it fades, the page below takes no input.
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('somebody else approves', async () => {
    await page.getByLabel('承認する人へのメモ').fill('10月分です');
    await page.getByRole('button', { name: /の承認を依頼する$/ }).click();
    await expect(page.getByRole('heading', { name: '承認を待っています' })).toBeVisible();
    await expectGoodScreen(page, 'waiting');
    const another = await anotherPerson();
    await openAs(another, product, 'owner', '/admin/approvals');
    await another.getByRole('main').getByRole('link', { name: /送金/ }).first().click();
    await expect(another.getByRole('dialog')).toContainText('10月分です');
    await another.getByRole('button', { name: '承認して反映する' }).click();
    await expect(another.getByText('承認して反映しました。')).toBeVisible();
  });

  // Files are numbered per year, across runs.
  let second = 0;
  await test.step('a file is made, and made again with a reason', async () => {
    await page.reload();
    await hydrated(page);
    await page.getByRole('button', { name: /のファイルを作成する$/ }).click();
    const made = page.getByRole('button', { name: /^ファイル\d+を銀行に渡した$/ });
    const first = Number(/\d+/.exec((await made.textContent()) ?? '')?.[0]);
    second = first + 1;
    await page.getByRole('button', { name: 'ファイルを作り直す' }).click();
    const dialog = page.getByRole('dialog', { name: `ファイル${first}を作り直しますか？` });
    await expect(dialog).toContainText('二重に振り込まれます');
    await dialog.getByRole('button', { name: '替わりのファイルを作成する' }).click();
    await expect(dialog.getByRole('alert').first()).toContainText('入力内容を');
    await dialog.getByLabel(/^作り直す理由/).fill('委託者名を直したため');
    await dialog.getByRole('button', { name: '替わりのファイルを作成する' }).click();
    await expect(page.getByText(`銀行に渡すのは、ファイル${second}だけです`)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `ファイル${second}をダウンロード` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^furikomi-\\d{4}-\\d{3}-${second}\\.txt$`),
    );
    // 全銀協規定フォーマット: a header, one transfer, a trailer and an end record, 120 letters each.
    const lines = (await readFile(await download.path(), 'latin1')).split('\r\n').slice(0, 4);
    expect(lines.map((line) => [line.length, line[0]])).toEqual([
      [120, '1'],
      [120, '2'],
      [120, '8'],
      [120, '9'],
    ]);
    await expectGoodScreen(page, 'filed');
  });

  await test.step('it is handed to the bank, which was a mistake, and is again', async () => {
    const handOver = page.getByRole('button', { name: `ファイル${second}を銀行に渡した` });
    await handOver.click();
    await page.getByRole('button', { name: '銀行に渡した記録を取り消す' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^理由/).fill('まだ渡していなかったため');
    await dialog.getByRole('button', { name: '記録を取り消す' }).click();
    await handOver.click();
    await expect(page.getByRole('heading', { name: '着金を確かめて、記録' })).toBeVisible();
    await expectGoodScreen(page, 'sent');
  });

  await test.step('a page that is older than what somebody did says so, and loads it', async () => {
    // Pretends that the transfer day has come.
    await withDatabase(product, (db) =>
      db.execute(
        sql`update remittance_runs set transfer_on = ${lastBankDay(jstDay(new Date()))}::date where state = 'sent'`,
      ),
    );
    await page.reload();
    await hydrated(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await hydrated(other);
    await page.getByLabel(`${payee}への送金を選ぶ`).check();
    await page.getByRole('button', { name: '着金を記録する', exact: true }).click();
    await page.getByRole('button', { name: '選んだ1団体の着金を記録する' }).click();
    await expect(page.getByRole('heading', { name: 'この送金は完了しました' })).toBeVisible();
    await other.getByRole('button', { name: /すべての着金を記録する$/ }).click();
    await expect(other.getByText(/この送金を変更しています/)).toBeVisible();
    await expectGoodScreen(other, 'stale');
    await other.getByRole('button', { name: '最新の内容を読み込む' }).click();
    await expect(other.getByRole('heading', { name: 'この送金は完了しました' })).toBeVisible();
    await other.close();
  });
  await expectGoodScreen(page, 'done');

  await test.step('the confirmation was a mistake: the bank’s statement says when it arrived', async () => {
    await page.getByRole('main').getByRole('link', { name: payee }).first().click();
    await expect(page.getByRole('heading', { name: '内訳' })).toBeVisible();
    await expectGoodScreen(page, 'transfer');
    const transfer = page.url();
    await page.getByRole('button', { name: '着金の記録を取り消す' }).click();
    const dialog = page.getByRole('dialog', { name: '着金の記録を取り消しますか？' });
    await dialog.getByLabel(/^理由/).fill('まだ着金していなかったため');
    await dialog.getByRole('button', { name: '記録を取り消す' }).click();
    await expect(page.getByRole('button', { name: '着金の記録を取り消す' })).toBeHidden();
    await page.goto('/admin/remittances/bank-answers');
    await hydrated(page);
    await expectGoodScreen(page, 'bank-answers-none');
    await page.getByLabel('入出金明細のCSV').setInputFiles({
      name: '入出金明細.csv',
      mimeType: 'text/csv',
      buffer: statement(),
    });
    await page.getByRole('button', { name: 'ためし読みする' }).click();
    await expect(page.getByText('団体ごとの着金（1行）')).toBeVisible();
    await expect(page.getByText('送金のほかの入出金（1行）')).toBeVisible();
    await expectGoodScreen(page, 'bank-answers-tried');
    await page.getByRole('button', { name: '1団体の着金とそのほかの1行を記録する' }).click();
    await expect(page.getByText('銀行の明細を取り込みました')).toBeVisible();
    await expectGoodScreen(page, 'bank-answers-taken');
    await page.getByRole('main').getByRole('link', { name: '入出金明細.csv' }).click();
    await expect(page.getByRole('heading', { name: '取り込んだ行' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: payee })).toBeVisible();
    await expectGoodScreen(page, 'bank-answer');
    await page.goto(transfer);
  });

  await test.step('it comes back, and is owed again', async () => {
    await expect(page.getByRole('heading', { name: '内訳' })).toBeVisible();
    await hydrated(page);
    await page.getByRole('button', { name: '組戻しを記録する' }).click();
    const dialog = page.getByRole('dialog', { name: '組戻しを記録しますか？' });
    await dialog.getByLabel(/^組戻しの入金日/).fill(lastBankDay(jstDay(new Date())));
    await dialog.getByLabel(/^理由/).fill('口座の名義が違うため');
    await dialog.getByRole('button', { name: '組戻しを記録する' }).click();
    await expect(page.getByText('振り込みが組戻しになりました')).toBeVisible();
    await expectGoodScreen(page, 'returned');
    await page.goto('/admin/remittances/transfers?state=returned');
    await expect(page.getByRole('main').getByRole('link', { name: payee })).toBeVisible();
    await expectGoodScreen(page, 'transfers');
    await page.goto('/admin/remittances');
    await expect(page.getByRole('heading', { name: 'これまでの送金' })).toBeVisible();
    await expectGoodScreen(page, 'runs');
    await page.goto('/admin/remittances/settings');
    await expect(page.getByLabel(/^委託者コード/)).toBeVisible();
    await expectGoodScreen(page, 'settings');
  });
});
