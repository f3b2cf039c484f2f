import { sql } from 'drizzle-orm';
import { formatYen } from '#kit/values/yen.ts';
import {
  ask,
  dealerLines,
  insertCancelled,
  insertOrders,
  mailsByKind,
  moneyOfDay,
  states,
  storedBatch,
} from '#test/e2e/day-books.ts';
import {
  desktop,
  freezeAndWrite,
  isOf,
  picture,
  scanAll,
  scanByCamera,
  takeAnswer,
} from '#test/e2e/day-boxes.ts';
import { appraiseByTaps, correct, uploadAndMend, yenOf } from '#test/e2e/day-results.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { hydrated } from '#test/e2e/page-checks.ts';
import { releaseResults } from '#test/e2e/release-results.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { isLongForm } from '#test/form.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';

// A day at the warehouse with two hundred applications (a hundred in the short form), from the
// label to the reversed result. After each stage screens, books and mails must agree.

test.use({ installation: 'built-alone', actionTimeout: 20_000 });

const tablet = { width: 820, height: 1180 };
/** Positions of orders appraised on the tablet, some for funds: each takes seconds. */
const isAtTable = (n: number) => n < 20 && (isLongForm || n % 5 === 3);
const atCamera = 5;
/** Number of applications and their outcomes; one waits for an identity check. */
const all = isLongForm ? 200 : 100;
const unpriced = isLongForm ? 4 : 2;
const donated = all - unpriced - 1;
const onHoldYen = 12_300;

test('a day with many applications holds from the label to the result @rare-1', async ({
  page,
  product,
  pageWithCamera,
}) => {
  test.setTimeout(600_000);
  const orders = await insertOrders(product, all);
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
    expect(await states(product)).toEqual({ applied: all });
    expect(await mailsByKind(product)).toEqual({});
    return rows;
  });

  await test.step('the carrier’s answer marks them as sent', async () => {
    await takeAnswer(page, slips);
    expect(await states(product)).toEqual({ 'kit-sent': all });
    expect(await mailsByKind(product)).toEqual({ 'kit-sent': all });
    const numbers = await ask<{ number: string }>(
      product,
      sql`select distinct tracking_number as number from boxes join applications a using (appraisal_id)
        where a.email like 'hako%' and kit_state = 'sent'`,
    );
    expect(numbers).toHaveLength(boxes.length);
    const unnumbered = await ask(
      product,
      sql`select appraisal_id from boxes b join outbox_mails m using (appraisal_id)
        where m.recipient like 'hako%' and m.kind = 'kit-sent'
          and position(b.tracking_number in replace(m.text_body, '-', '')) = 0`,
    );
    expect(unnumbered).toEqual([]);
    // The batch ended with its last kit and cannot be marked again.
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
    // One per application, so that its number identifies the box on the screen.
    const cameraCodes = boxes.filter((code) => code.endsWith('-1')).slice(-atCamera);
    const scannerCodes = boxes.filter((code) => !cameraCodes.includes(code));
    await scanAll(page, scannerCodes, [
      ...['A', 'B', 'C'].map((letter) => `UNKNOWN-LABEL-${letter}`),
      ...boxes.slice(0, 3),
      ...cancelled.map((number) => boxCodeOf(number, 1)),
      ...orders.slice(30, 32).map(({ appraisalId }) => boxCodeOf(appraisalId, 2)),
    ]);
    await picture(page, 'intake');
    const phone = await pageWithCamera(cameraCodes);
    await openAs(phone, product, 'operator', '/admin/intake');
    await scanByCamera(phone, cameraCodes);
    expect(await states(product)).toEqual({ 'goods-received': all });
    const outcomes = await ask<{ outcome: string; count: number }>(
      product,
      // The camera film loops until it is stopped: repeated labels are reported and count once.
      sql`select outcome, count(*)::int as count from scans
        where not (outcome = 'again' and code in ${cameraCodes})
        group by outcome order by outcome`,
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
    expect(await mailsByKind(product)).toEqual({ 'kit-sent': all, 'goods-received': all });
  });

  const tableOrders = orders.filter((_, n) => isAtTable(n));
  const atTable = tableOrders.length;
  // For a fund, and large enough to wait for the identity check.
  const held = tableOrders.findLast(({ kind }) => kind === 'fund');
  const fileOrders = orders.filter((_, n) => !isAtTable(n));

  const tableYen = await test.step('some boxes are appraised at the table', async () => {
    await page.setViewportSize(tablet);
    for (const order of tableOrders) await appraiseByTaps(page, order, order === held);
    await picture(page, 'appraisals');
    const batch = await storedBatch(product, 'tablet');
    expect(batch).toMatchObject({
      state: 'waiting',
      rows: atTable,
      yen: (atTable - 1) * 1_500 + onHoldYen,
    });
    expect(await states(product)).toEqual({ 'goods-received': all });
    await page.setViewportSize(desktop);
    return batch.yen;
  });

  const fileYen =
    await test.step('the others come in a file of which some rows are mended', async () => {
      await uploadAndMend(page, fileOrders);
      const batch = await storedBatch(product, 'csv');
      const yen = fileOrders.reduce((sum, order, index) => sum + yenOf(order, index), 0);
      expect(batch).toMatchObject({ state: 'waiting', rows: fileOrders.length, yen });
      // No donor was mailed and no money moved.
      expect(await moneyOfDay(product)).toEqual({ donations: 0, yen: 0 });
      expect(await mailsByKind(product)).toEqual({ 'kit-sent': all, 'goods-received': all });
      return yen;
    });

  const told = {
    'kit-sent': all,
    'goods-received': all,
    'donation-completed': donated,
    'application-unpriced': unpriced,
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
    expect(await states(product)).toEqual({ donated, unpriced, appraised: 1 });
    const given = tableYen - onHoldYen + fileYen;
    expect(await moneyOfDay(product)).toEqual({ donations: donated, yen: given });
    expect(await mailsByKind(product)).toEqual(told);
    expect(await dealerLines(product)).toEqual([{ way: 'purchase', count: 2, yen: 1_500 }]);
  });

  const [one, two, three] = fileOrders.slice(10);
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
      const { donations, yen: given } = await moneyOfDay(product);
      expect([donations, given]).toEqual([donated, tableYen - onHoldYen + yen]);
      expect(await mailsByKind(product)).toEqual({ ...told, 'result-corrected': 3 });
      return yen;
    });

  // One from the table waits for its identity check.
  const left = donated - (atTable - 1);
  await test.step('a batch is reversed, and only its donors are told', async () => {
    await page.goto(`/admin/results/${tableBatch}`);
    await page.getByRole('button', { name: 'この取り込みを取り消す' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`${atTable}行を、取り込む前の状態に戻します`);
    await dialog.getByLabel(/^取り消しの理由/).fill('値札を読み違えたため');
    await dialog.getByRole('button', { name: '取り消す', exact: true }).click();
    await expect(page.getByText('この取り込みは取り消されました')).toBeVisible();
    await picture(page, 'reversed');
    expect(await states(product)).toEqual({
      donated: left,
      unpriced,
      'goods-received': atTable,
    });
    expect(await moneyOfDay(product)).toEqual({ donations: left, yen: standingYen });
    expect(await mailsByKind(product)).toEqual({
      ...told,
      'result-corrected': 3,
      'result-withdrawn': atTable,
    });
    expect(await dealerLines(product)).toEqual([
      { way: 'cancelled', count: 2, yen: 1_500 },
      { way: 'purchase', count: 2, yen: 1_500 },
    ]);
  });

  await test.step('the list counts what the books say', async () => {
    for (const [filter, count] of [
      ['donated', left],
      ['goods-received', atTable],
      ['unpriced', unpriced],
    ] as const) {
      await page.goto(`/admin/applications?filter=${filter}`);
      await hydrated(page);
      await page.getByRole('searchbox').fill('箱日和');
      await expect(page.getByText(new RegExp(`(^|\\D)${count}件`)).first()).toBeVisible();
    }
    await picture(page, 'list');
  });
});
