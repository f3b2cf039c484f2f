import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { moneyAssociateList, moneyFigures } from '#money/overview/money.server.ts';
import { askForRun } from '#money/remittances/approve-run.server.ts';
import { confirmByHand } from '#money/remittances/confirm.server.ts';
import { nextRun } from '#money/remittances/next-run.server.ts';
import { prepareRun } from '#money/remittances/prepare-run.server.ts';
import { remittanceList } from '#money/remittances/remittance-list.server.ts';
import { runDetail } from '#money/remittances/remittances.server.ts';
import { sendRun } from '#money/remittances/send-run.server.ts';
import { makeFile, readFile } from '#money/remittances/transfer-files.server.ts';
import { numberOf } from '#test/factories/donating.ts';
import { decideBy } from '#test/factories/money/decide.ts';
import { giveAccounts } from '#test/factories/remit.ts';
import { isLongForm } from '#test/form.ts';
import { accountant, operator } from '#test/money-model/people.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// A month of money at two sizes. Times on a shared machine are unreliable, so the test checks that
// ten times the gifts take about ten times as long. BIG_MONTH=100000 sets the size of the larger
// month and prints the time of each step.

const gifts = Number(process.env.BIG_MONTH ?? (isLongForm ? 5_000 : 2_000));
const giftsOfEach = 10;

/** Gifts of a month, each ¥500 with a fee of ¥75, ten per organisation. */
async function monthOf(count: number) {
  const house = await testApp({ statementMs: 120_000 });
  const { db } = house;
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => numberOf(n + 1)));
  const many = Math.ceil(count / giftsOfEach);
  const numbered = sql`json_array_elements_text(${numbers}::json) with ordinality as numbered(id, n)`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '600s'`);
    await tx.execute(sql`
      insert into associates (id, name, summary, classification)
      select 'a' || n, '見本の会' || n, '', 'npo' from generate_series(1, ${many}::int) as n`);
    await tx.execute(sql`
      insert into applications (appraisal_id, kind, associate_id, frequency, products, boxes, need_receipt, last_name,
        first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state, created_at, state_changed_at)
      select id, 'direct', 'a' || (n % ${many}::int + 1), 'once', array['clothes'], 1, true, '見本', '花子', 'みほん', 'はなこ',
        'donor' || n || '@tasuki.example', '0312345678', '1000001', '東京都', '見本町', 'donated', '2026-10-01', '2026-11-10'
      from ${numbered}`);
    await tx.execute(sql`
      insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count, donation_yen, created_at)
      values ('b', 'op', 'f', 'b', 'UTF-8', 1, 1, 0, '2026-11-10')`);
    await tx.execute(sql`
      insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
        priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
      select 'r' || n, id, 'b', n, id, '2026-11-08', '2026-11-10', 1, 1, 500, 0, 500, 'completed', 'goods-received', '2026-11-10'
      from ${numbered}`);
    await tx.execute(sql`
      insert into donations (id, appraisal_id, appraisal_row_id, associate_id, amount_yen, fee_yen, need_receipt, donated_at)
      select 'd' || n, id, 'r' || n, 'a' || (n % ${many}::int + 1), 500, 75, true, '2026-11-10' from ${numbered}`);
    await tx.execute(sql`
      insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
      select 'donation:' || id, line, account, yen, id, '2026-11-10' from donations cross join lateral (values
        (1, 'proceeds', 500), (2, 'service-fee:associate:' || associate_id, -75), (3, 'owed:associate:' || associate_id, -425)
      ) as one (line, account, yen)`);
    await tx.execute(sql`
      insert into owed_items (associate_id, kind, amount_yen, day, posting_id, appraisal_id, at)
      select associate_id, 'gift', 425, '2026-11-10', 'donation:' || id, appraisal_id, donated_at from donations`);
    await tx.execute(sql`
      insert into associate_months (associate_id, month, donation_count, amount_yen)
      select associate_id, '2026-11-01', count(*), sum(amount_yen) from donations group by 1`);
  });
  await db.execute(sql`analyze`);
  await signedIn(house)('op', 'operator');
  await signedIn(house)('accountant', 'accountant');
  await giveAccounts(house);
  return house;
}

/** Runs the operators' steps at the end of a month; returns the duration of each in milliseconds. */
async function work(count: number): Promise<Record<string, number>> {
  const { services, clock, db } = await monthOf(count);
  const { ctx } = services;
  const took: Record<string, number> = {};
  async function timed<Result>(name: string, what: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await what();
    took[name] = Math.round(performance.now() - began);
    return result;
  }
  const { transferOn, latestRunId: after } = await timed('what is due', () =>
    nextRun(ctx.db, ctx.clock(), {}),
  );
  const periodTo = jstDay(clock.now);
  const { run } = await timed('prepare', () =>
    prepareRun(ctx, operator, { periodTo, transferOn, after }),
  );
  expect(run).toMatchObject({ remittances: count / giftsOfEach, amountYen: count * 425 });
  await timed('ask', () => askForRun(ctx, operator, run.id, { version: run.version, reason: '' }));
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from approvals where state = 'waiting'`,
  );
  await timed('approve', () => decideBy(services, accountant, `${rows[0]?.id}`));
  const { version } = (await runDetail(ctx, run.id)).run;
  await timed('make the file', () =>
    makeFile(ctx, operator, run.id, { version, replaces: null, reason: '' }),
  );
  const filed = await runDetail(ctx, run.id);
  const fileId = `${filed.files[0]?.id}`;
  const { bytes } = await timed('read the file', () => readFile(ctx, operator, run.id, fileId));
  // A header, a line per payment, a trailer and an end record, each of 120 bytes plus line end.
  expect(bytes.length).toBe((count / giftsOfEach + 3) * 122);
  await timed('hand it to the bank', () =>
    sendRun(ctx, operator, run.id, { fileId, version: filed.run.version }),
  );
  const sent = await runDetail(ctx, run.id);
  clock.now = new Date(`${sent.run.transferOn}T15:00:00+09:00`);
  await timed('confirm it all', async () => {
    const request = {
      which: 'all' as const,
      receivedOn: sent.run.transferOn,
      version: sent.run.version,
    };
    await confirmByHand(ctx, operator, run.id, request);
    await services.waitingConfirmations.confirmWaiting();
  });
  const done = await timed('read the run', () => runDetail(ctx, run.id));
  expect(done.run).toMatchObject({ state: 'done', confirmedYen: count * 425 });
  const figures = await timed('dashboard', () => moneyFigures(ctx, { year: undefined }));
  expect(JSON.stringify(figures)).toContain(String(count * 425));
  await timed('dashboard, organisations', () =>
    auditedList(ctx, moneyAssociateList).page(operator, { year: undefined }, undefined),
  );
  await timed('list of remittances', () =>
    auditedList(ctx, remittanceList).page(operator, { runId: run.id }, undefined),
  );
  return took;
}

test('a month of ten times the gifts takes about ten times as long, and reads stay quick', async () => {
  const small = await work(gifts / 10);
  const large = await work(gifts);
  console.table(
    Object.keys(large).map((step) => ({
      step,
      [`${gifts / 10} gifts, ms`]: small[step],
      [`${gifts} gifts, ms`]: large[step],
    })),
  );
  // Steps too short to measure at the small size are ignored.
  const grows = Object.keys(large).filter(
    (step) => (large[step] ?? 0) > 20 * Math.max(small[step] ?? 0, 100),
  );
  expect(grows).toEqual([]);
}, 1_200_000);
