import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { monthInWords } from '#kit/values/days/month.ts';
import { addMonths, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ListedMonth } from '#money/month-close/month-close.ts';
import type { Remittance, RunDetail } from '#money/remittances/run.ts';
import { resultFile } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { uidOf, withDatabase } from '#test/e2e/giving.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import { expectLegible, openPaper } from '#test/e2e/papers.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { call, dropOpenRun, readRuns } from '#test/e2e/runs-of-before.ts';
import { openAs, registerDirectly } from '#test/e2e/signed-in.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { lastBankDay } from '#test/factories/money/bank-days.ts';

// A month of money: gifts to two organisations and a fund, the run, a returned transfer, the close,
// a later correction, and the papers of all this, parsed and viewed.

test.use({ installation: 'built-for-a-month', actionTimeout: 20_000 });

const run = promisify(execFile);
const month = jstDay(new Date()).slice(0, 7);
const later = addMonths(month, 1);
/** A day as receipts write it. */
const longDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};
const donor = { email: 'tsuki@tasuki.example', password: 'ひと月のお金を見届ける二〇二六' };
const giftYen = 8_000;
const feeYen = 800;
const handlingYen = 1_000;
const netYen = giftYen - feeYen - handlingYen;
const payoutYen = 3_000;

type Gift = { appraisalId: string; associateId: string; amountYen: number };

/** A screen is accessible and entirely in Japanese. */
async function expectGoodScreen(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, `month-${name}`);
}

async function saved(page: Page, button: Locator): Promise<Download> {
  const coming = page.waitForEvent('download');
  await button.click();
  return coming;
}

/** A PDF that was saved, legible on each of its pages. */
async function paper(download: Download, name: string) {
  const opened = await openPaper(await download.path(), `month-${name}`);
  expectLegible(opened);
  return opened;
}

/** Fills in what the account does not have of what a receipt needs, and issues it. */
async function issue(page: Page, button: Locator): Promise<void> {
  await button.click();
  const asking = page.getByRole('dialog', { name: '受領証明書を発行する' });
  for (const [label, text] of [
    ['郵便番号', '1000001'],
    ['市区町村・町名', '千代田区千代田'],
    ['番地', '1-1'],
  ] as const) {
    const field = asking.getByLabel(label);
    if ((await field.inputValue()) === '') await field.fill(text);
  }
  const prefecture = asking.getByLabel('都道府県');
  if ((await prefecture.inputValue()) === '') await prefecture.selectOption('東京都');
  await asking.getByRole('button', { name: '発行する' }).click();
  await expect(asking).toBeHidden();
}

/** Rows of a Shift_JIS CSV as a spreadsheet reads them. */
async function openedAsSheet(download: Download): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-journals-'));
  try {
    const file = join(folder, 'journals.csv');
    await download.saveAs(file);
    const convert = (to: string) =>
      run('soffice', [
        ...['--headless', `-env:UserInstallation=file://${folder}/profile`],
        ...['--infilter=Text - txt - csv (StarCalc):44,34,64,1', '--convert-to', to],
        ...['--outdir', join(folder, 'out'), file],
      ]);
    await convert('csv:Text - txt - csv (StarCalc):44,34,76,1');
    const text = await readFile(join(folder, 'out', basename(file)), 'utf8');
    return parse(text, { relax_column_count: true, bom: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settles the previous month: closes its books and answers pending transfers. */
async function settleBefore(page: Page, product: Product): Promise<void> {
  await dropOpenRun(page, product);
  for (const { id, state, version } of await readRuns(page)) {
    if (state !== 'sent') continue;
    const receivedOn = lastBankDay(jstDay(new Date()));
    await withDatabase(product, (db) =>
      db.execute(
        sql`update remittance_runs set transfer_on = ${receivedOn}::date where id = ${id} and transfer_on > ${receivedOn}`,
      ),
    );
    const path = `/api/office/remittance-runs/${id}/confirm`;
    await call(page, path, { which: 'all', receivedOn, version });
  }
  await expect
    .poll(async () =>
      (await readRuns(page)).filter(({ state }) => !['done', 'dropped'].includes(state)),
    )
    .toEqual([]);
  await withDatabase(product, async (db) => {
    await db.execute(sql`
      insert into closed_months (month, figures, asked_by, closed_by, closed_at)
      select m, (select figures from closed_months order by month desc limit 1), 'sample', 'sample', now()
      from generate_series((select max(month) + interval '1 month' from closed_months),
        ${`${addMonths(month, -1)}-01`}::date, interval '1 month') as m`);
  });
}

async function applyFor(page: Page, body: object): Promise<string> {
  return (await call<{ appraisalId: string }>(page, '/api/appraisal/apply', body)).appraisalId;
}

/** Releases what the warehouse has appraised. */
async function release(page: Page, product: Product, gifts: readonly Gift[]): Promise<void> {
  await openAs(page, product, 'operator', '/admin/results');
  await page.getByLabel('査定結果のCSV').setInputFiles({
    name: '今月の結果.csv',
    mimeType: 'text/csv',
    buffer: resultFile([...gifts]),
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
  await page.getByRole('button', { name: `${gifts.length}行を受け付ける` }).click();
  await page.getByRole('link', { name: '内容を確かめて確定する' }).click();
  await releaseResults(page);
}

/** Sets server and pages to that day at ten in the morning. */
async function moveClockTo(day: string, product: Product, pages: readonly Page[]): Promise<void> {
  const then = startOfJstDay(day).getTime() + 10 * 3_600_000;
  // Keeps everyone signed in, although an operator's session lasts half a day.
  await withDatabase(product, (db) =>
    db.execute(sql`
      update auth_sessions set expires_at = now() + interval '80 days', ends_at = now() + interval '80 days'`),
  );
  for (const page of pages) await page.goto('about:blank');
  await product.restartLater(then - Date.now());
  for (const page of pages) await page.clock.setSystemTime(then);
}

test('a month of money, from its gifts to its close and its papers @rare-3', async ({
  page,
  product,
  anotherPerson,
}) => {
  test.setTimeout(360_000);
  const [second, giver, volunteer] = [
    await anotherPerson(),
    await anotherPerson(),
    await anotherPerson(),
  ];
  await openAs(page, product, 'operator', '/admin/remittances');
  await openAs(second, product, 'owner', '/admin/approvals');
  await openAs(volunteer, product, 'staff', '/staff');
  const [own] = await call<{ id: string; name: string }[]>(volunteer, '/api/staff/associates');
  type Listed = { id: string; name: string; socialChallenges: string[] }[];
  const listed: Listed = await (await page.request.get('/api/associates')).json();
  const first = listed.find(({ id }) => id === own?.id);
  const other = listed.find(({ id }) => id !== own?.id);
  if (!first || !other) throw new Error('the sample has no two organisations');
  const challenge = first.socialChallenges[0] ?? '';
  await settleBefore(page, product);
  await withDatabase(product, (db) =>
    db.execute(sql`
      insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, handling_yen, created_by, created_at)
      values ('of-the-month', ${first.id}, ${jstDay(new Date())}, 1000, 500, 'operator', now())`),
  );

  const gift = await test.step('gifts to two organisations and a fund are released', async () => {
    await registerDirectly(giver, donor);
    await giver.goto(`/associate/${first.id}`);
    await expect(
      giver.getByText(/寄付額の10%と、1箱につき500円を団体が負担し/).first(),
    ).toBeVisible();
    const applicant = { email: donor.email };
    const uid = await withDatabase(product, (db) => uidOf(db, donor.email));
    const of = (application: Record<string, unknown>) => ({ uid, application, applicant });
    const gifts = [
      {
        appraisalId: await applyFor(giver, applyBody(of({ associateId: first.id }))),
        ...{ associateId: first.id, amountYen: giftYen },
      },
      {
        appraisalId: await applyFor(giver, applyBody(of({ associateId: other.id }))),
        ...{ associateId: other.id, amountYen: 3_240 },
      },
      {
        appraisalId: await applyFor(
          giver,
          applyBody({ ...of({ socialChallengeId: challenge, needReceipt: false }), kind: 'fund' }),
        ),
        ...{ associateId: '', amountYen: 5_000 },
      },
    ];
    await release(page, product, gifts);
    const [one] = gifts;
    if (!one) throw new Error('three were given');
    await page.goto(`/admin/applications/${one.appraisalId}`);
    await expect(page.getByRole('main')).toContainText(`${formatYen(netYen)}円`);
    await expectGoodScreen(page, 'gift');
    return one;
  });

  await test.step('the fund pays something out, with the reason', async () => {
    await page.goto(`/admin/funds/${challenge}`);
    await hydrated(page);
    await page.getByLabel('支払い先の団体を名前で探す').fill(first.name);
    await page.getByRole('radio', { name: new RegExp(first.name) }).check();
    await page.getByLabel(/^金額（円）/).fill(String(payoutYen));
    await page.getByLabel(/^理由/).fill('寒くなる前に、毛布を買い足すため');
    await page.getByRole('button', { name: '内容を確かめる' }).click();
    await page.getByRole('button', { name: '支払いを依頼する' }).click();
    await expect(page.getByText(/への支払いを依頼しました/)).toBeVisible();
    await openAs(second, product, 'owner', '/admin/approvals?state=waiting');
    await second.getByRole('main').getByRole('link', { name: '基金からの支払い' }).first().click();
    await second.getByRole('button', { name: '承認して反映する' }).click();
    await expect(second.getByText('承認して反映しました。')).toBeVisible();
    await expectGoodScreen(page, 'fund');
  });

  await moveClockTo(`${later}-05`, product, [page, second, giver, volunteer]);
  const sent = await test.step('the run is prepared, approved, filed and handed over', async () => {
    await openAs(page, product, 'operator', '/admin/remittances');
    await page.getByRole('button', { name: '準備する' }).click();
    await page.getByRole('button', { name: /の承認を依頼する$/ }).click();
    await expect(page.getByRole('heading', { name: '承認を待っています' })).toBeVisible();
    await openAs(second, product, 'owner', '/admin/approvals?state=waiting');
    await second.getByRole('main').getByRole('link', { name: /送金/ }).first().click();
    await second.getByRole('button', { name: '承認して反映する' }).click();
    await expect(second.getByText('承認して反映しました。')).toBeVisible();
    await page.reload();
    await hydrated(page);
    await page.getByRole('button', { name: /のファイルを作成する$/ }).click();
    await page.getByRole('button', { name: /^ファイル\d+を銀行に渡した$/ }).click();
    await expect(page.getByRole('heading', { name: '着金を確かめて、記録' })).toBeVisible();
    return page.url();
  });
  const runPath = `/api/office/remittance-runs/${sent.split('/').at(-1)}`;
  const { run: underWay } = await call<RunDetail>(page, runPath);
  const paid = async (associateId: string) => {
    const [one] = await call<Remittance[]>(
      page,
      `/api/office/remittances?associateId=${associateId}&state=sent`,
    );
    if (!one) throw new Error(`nothing is under way to ${associateId}`);
    return one;
  };
  const [toFirst, toOther] = [await paid(first.id), await paid(other.id)];

  await moveClockTo(underWay.transferOn, product, [page, second, giver, volunteer]);
  await test.step('the bank’s statement says what arrived, and one transfer comes back', async () => {
    const holders = await withDatabase(product, async (db) => {
      const { rows } = await db.execute<{ id: string; holder: string }>(sql`
        select id, account ->> 'holder' as holder from remittances where id in (${toFirst.id}, ${toOther.id})`);
      return new Map(rows.map(({ id, holder }) => [id, holder]));
    });
    const day = underWay.transferOn.replaceAll('-', '/');
    const rows = [toFirst, toOther].map(
      ({ id, amountYen }) => `${day},${amountYen},,振込 ${holders.get(id)},0`,
    );
    const text = ['取引日,お支払金額,お預り金額,お取引内容,残高', ...rows, ''].join('\r\n');
    await openAs(page, product, 'operator', '/admin/remittances/bank-answers');
    await page.getByLabel('入出金明細のCSV').setInputFiles({
      name: '明細.csv',
      mimeType: 'text/csv',
      buffer: iconv.encode(text, 'cp932'),
    });
    await page.getByRole('button', { name: 'ためし読みする' }).click();
    await page.getByRole('button', { name: '2団体の着金を記録する' }).click();
    await expect(page.getByText('銀行の明細を取り込みました')).toBeVisible();
    await page.goto(sent);
    await hydrated(page);
    const { run: rest } = await call<RunDetail>(page, runPath);
    if (rest.state === 'sent') {
      const receivedOn = underWay.transferOn;
      await call(page, `${runPath}/confirm`, { which: 'all', receivedOn, version: rest.version });
    }
    await page.goto(`/admin/remittances/transfers/${encodeURIComponent(toOther.id)}`);
    await hydrated(page);
    await page.getByRole('button', { name: '組戻しを記録する' }).click();
    const dialog = page.getByRole('dialog', { name: '組戻しを記録しますか？' });
    await dialog.getByLabel(/^理由/).fill('口座の名義が違うため');
    await dialog.getByRole('button', { name: '組戻しを記録する' }).click();
    await expect(page.getByText('振り込みが組戻しになりました')).toBeVisible();
    await expect.poll(async () => (await call<RunDetail>(page, runPath)).run.state).toBe('done');
  });

  const figures = () => call<unknown>(page, `/api/office/ledger/accounts?month=${month}`);
  const before = await test.step('the month is closed by two people', async () => {
    await page.goto('/admin/month-close');
    await hydrated(page);
    const heading = `${monthInWords(month)}を締める前の確認`;
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const ask = page.getByRole('button', { name: /締めることを依頼する/ });
    await expect(ask).toBeVisible();
    const reasons = page.getByLabel(/ が保留の理由/);
    for (const one of await reasons.all()) await one.fill('書類のお返事を待っているため');
    const ofBank = page.getByLabel('銀行口座の残高の説明');
    for (const one of await ofBank.all()) await one.fill('明細の残高がまだ届いていないため');
    await expectGoodScreen(page, 'check-list');
    await ask.click();
    await expect(page.getByText(/さんが締めることを依頼しました/)).toBeVisible();
    await openAs(second, product, 'owner', '/admin/approvals?state=waiting');
    await second
      .getByRole('main')
      .getByRole('link', { name: /月の締め/ })
      .first()
      .click();
    await second.getByRole('button', { name: '承認して反映する' }).click();
    await expect(second.getByText('承認して反映しました。')).toBeVisible();
    const { items } = await call<{ items: ListedMonth[] }>(page, '/api/office/month-close');
    expect(items.find((one) => one.month === month)?.state).toBe('closed');
    await page.reload();
    await expectGoodScreen(page, 'closed');
    return figures();
  });

  await test.step('a correction after it stands in the next month, and moves nothing of this', async () => {
    await page.goto(`/admin/applications/${gift.appraisalId}`);
    await page.getByRole('button', { name: '訂正する', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^査定金額/).fill('7,000');
    await dialog.getByLabel(/^訂正の理由/).fill('値札を読み直したため');
    await dialog.getByRole('button', { name: '訂正する' }).click();
    await expect(page.getByRole('list', { name: '訂正の記録' })).toContainText('7,000円');
    expect(await figures()).toEqual(before);
    const open = await withDatabase(product, async (db) => {
      const { rows } = await db.execute<{ amountYen: number }>(sql`
        select amount_yen::float8 as "amountYen" from owed_items
        where appraisal_id = ${gift.appraisalId} and remittance_id is null and cancelled_at is null`);
      return rows;
    });
    // A thousand yen less, a tenth of which was the fee.
    expect(open).toEqual([{ amountYen: -900 }]);
  });

  await test.step('the volunteer reads and keeps the statement', async () => {
    await openAs(volunteer, product, 'staff', `/staff/${first.id}/statements`);
    await expectGoodScreen(volunteer, 'statements');
    await volunteer
      .getByRole('main')
      .getByRole('link', { name: /^S\d{4}-\d{6}/ })
      .first()
      .click();
    await expect(volunteer.getByRole('heading', { name: '一件ずつの明細' })).toBeVisible();
    await expectGoodScreen(volunteer, 'statement');
    const file = await saved(
      volunteer,
      volunteer.getByRole('button', { name: /PDFを保存$/ }).first(),
    );
    const { text: words, pages } = await paper(file, 'statement-paper');
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
      pages.map(() => [595, 842]),
    );
    expect(words).toContain('支払明細書');
    expect(words).toContain(first.name);
    // An organisation's numbers of gifts do not link a pledge to its sum.
    expect(words).toMatch(/G-[\dA-F]{5}-[\dA-F]{5}/);
    expect(words).not.toContain(gift.appraisalId);
    for (const yen of [giftYen, netYen, payoutYen, toFirst.amountYen]) {
      expect(words).toContain(formatYen(yen));
    }
    expect(words).toContain(longDay(underWay.transferOn));
    await volunteer.setViewportSize({ width: 360, height: 740 });
    await expectGoodScreen(volunteer, 'statement-360');
  });

  await test.step('the receipt belongs to the year in which the organisation received it', async () => {
    await giver.goto('/mypage/receipts');
    await hydrated(giver);
    await issue(giver, giver.getByRole('button', { name: /を発行する$/ }).first());
    const file = await saved(
      giver,
      giver.getByRole('button', { name: /のPDFをダウンロード$/ }).first(),
    );
    const { text: words } = await paper(file, 'receipt');
    expect(words).toContain('寄付金受領証明書');
    expect(words).toContain(first.name);
    // Corrected since.
    expect(words).toContain('7,000円');
    expect(words).toContain(longDay(underWay.transferOn));
    expect(words).not.toContain('買取');

    await giver
      .getByRole('button', { name: /を再発行する$/ })
      .first()
      .click();
    const asking = giver.getByRole('dialog', { name: '受領証明書を再発行しますか？' });
    await asking.getByRole('button', { name: '再発行する' }).click();
    await expect(asking).toBeHidden();
    const again = await paper(
      await saved(giver, giver.getByRole('button', { name: /のPDFをダウンロード$/ }).first()),
      'receipt-again',
    );
    const number = /証明書番号\s+(\S+)/.exec(words)?.[1] ?? 'none';
    expect(again.text).toContain(`番号 ${number} の証明書を再発行したものです`);
    expect(again.text).toContain('7,000円');
  });

  await test.step('the journals open in a spreadsheet, and balance', async () => {
    await page.goto('/admin/journals');
    await hydrated(page);
    await page.getByLabel(/^始まりの月/).fill(month);
    await page.getByLabel(/^終わりの月/).fill(later);
    await expectGoodScreen(page, 'journals');
    const file = await saved(page, page.getByRole('button', { name: '仕訳を書き出す' }));
    const rows = await openedAsSheet(file);
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([25]));
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(sum(8)).toBe(sum(14));
    expect(sum(8)).toBeGreaterThan(0);
    expect(rows.flat().join()).toContain('値札を読み直したため');
  });

  await page.goto('/admin/money');
  await expectGoodScreen(page, 'money');
});
