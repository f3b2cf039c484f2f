import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import {
  checkOpenItems,
  closedFigures,
  listMonths,
  reviewClose,
} from '#money/month-close/month-close.server.ts';
import { readFigures } from '#money/month-close/month-figures.server.ts';
import { fileOf, runProblems } from '#money/remittances/run-problems.server.ts';
import { readRun } from '#money/remittances/run-rows.server.ts';
import { writeTransferFile } from '#money/remittances/transfer-file.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { contextWith } from '#test/factories/context-with.ts';
import { loadedSample, sampleNow } from '#test/factories/loaded-sample.ts';

const { db, rows, value, counts } = await loadedSample();

const confirmedYen = `select coalesce(sum(amount_yen), 0) from remittances where state = 'confirmed'`;

test('every gift is booked with fee and handling by its terms, and owed without them', async () => {
  expect(
    await value(`select count(*) from donations where fee_yen > 0 and handling_yen > 0`),
  ).toBeGreaterThan(10);
  expect(
    await rows(`select d.id from donations d
      join applications p using (appraisal_id)
      left join associate_agreements a on a.associate_id = d.associate_id
      left join fund_terms f on d.associate_id is null
      where d.fee_yen <> floor(d.amount_yen::numeric * coalesce(a.fee_basis_points, f.fee_basis_points) / 10000)
      or d.handling_yen <> least(coalesce(a.handling_yen, f.handling_yen) * p.boxes, d.amount_yen - d.fee_yen)`),
  ).toEqual([]);
  expect(
    await rows(`select d.id from donations d left join owed_items i on i.posting_id = 'donation:' || d.id and i.kind = 'gift'
      where d.id not like '%-corrected' and i.amount_yen is distinct from d.amount_yen - d.fee_yen - d.handling_yen`),
  ).toEqual([]);
  expect(
    await rows(`select d.id from donations d join ledger_lines l on l.posting_id = 'donation:' || d.id
      group by d.id having -sum(l.amount_yen) filter (where account like 'service-fee:%' or account like 'handling:%')
        <> d.fee_yen + d.handling_yen`),
  ).toEqual([]);
});

test('open items, sums and books say the same', async () => {
  expect((await checkOpenItems(db)).items).toEqual([]);
  expect(await differences(db)).toEqual([]);
  expect(await value(`select sum(amount_yen) from ledger_lines`)).toBe(0);
});

test('what is sent on is with the organisations, the last run with the bank, the next one with a second person', async () => {
  const states = await rows<{ state: string }>(
    'select state from remittance_runs order by created_at desc limit 3',
  );
  expect(states.map(({ state }) => state)).toEqual(['draft', 'sent', 'done']);
  expect(await counts(`select state as k, count(*)::int as n from remittances group by 1`)).toEqual(
    {
      prepared: expect.any(Number),
      sent: expect.any(Number),
      returned: 1,
      confirmed: expect.any(Number),
    },
  );
  expect(
    await rows(`select a.appraisal_id from applications a join donations d using (appraisal_id)
      left join remittances r on r.id = d.remittance_id where d.reversed_at is null
      and (coalesce(r.state, '') = 'confirmed') <> (a.state in ('remitted', 'thanked'))`),
  ).toEqual([]);
  expect(
    await rows(`select d.id from donations d join remittances r on r.id = d.remittance_id
      where d.received_on is distinct from r.received_on`),
  ).toEqual([]);
  expect(
    await value(
      `select count(*) from approvals where kind = 'remittance-run' and state = 'waiting'`,
    ),
  ).toBe(1);
});

test('each remittance is made of its items', async () => {
  expect(
    await rows(`select r.id from remittances r left join owed_items i on i.remittance_id = r.id and i.associate_id is not null
      group by r.id having r.amount_yen is distinct from sum(i.amount_yen)
        or r.amount_yen <> r.opening_yen + r.gift_yen - r.fee_yen - r.handling_yen + r.correction_yen + r.payout_yen
        or r.gift_count <> count(*) filter (where i.kind = 'gift')`),
  ).toEqual([]);
  expect(
    await rows(`select run.id from remittance_runs run join remittances r on r.run_id = run.id
      group by run.id having run.amount_yen <> sum(r.amount_yen) or run.remittance_count <> count(*)`),
  ).toEqual([]);
  expect(
    await rows(`select r.id from remittances r join ledger_lines l on l.remittance_id = r.id
      where l.account = 'in-transit:associate:' || r.associate_id
      group by r.id having sum(l.amount_yen) <> case r.state when 'sent' then -r.amount_yen else 0 end`),
  ).toEqual([]);
  expect(
    await value(`select count(*) from carried_over where reason = 'below-minimum'`),
  ).toBeGreaterThan(5);
  expect(await value(`select count(*) from remittances where opening_yen > 0`)).toBeGreaterThan(5);
});

test('each interesting thing happened: a return is owed again, a correction is set off, funds paid out', async () => {
  expect(
    await value(`select count(*) from owed_items where kind = 'return' and cancelled_at is null`),
  ).toBe(1);
  expect(
    await rows(`select i.amount_yen < 0 as "isOverpaid", r.state from owed_items i
      join remittances r on r.id = i.remittance_id where i.kind = 'correction'`),
  ).toEqual([{ isOverpaid: true, state: 'prepared' }]);
  expect(await value('select count(*) from fund_payouts')).toBeGreaterThan(5);
  expect(
    await rows(`select p.social_challenge_id from fund_payouts p group by 1 having sum(covered_yen) <> (
      select coalesce(sum(amount_yen), 0) from owed_items i where i.social_challenge_id = p.social_challenge_id
      and remittance_id is not null)`),
  ).toEqual([]);
  expect(
    await rows(`select d.appraisal_id from donations d join applications a using (appraisal_id)
      where a.kind = 'fund' and a.state in ('remitted', 'thanked') limit 1`),
  ).toHaveLength(1);
  const balances = await rows<{ yen: number }>(
    `select -sum(amount_yen)::int as yen from ledger_lines where account like 'owed:fund:%' group by account`,
  );
  expect(balances.every(({ yen }) => yen >= 0)).toBe(true);
});

test('goods brought more or less than they were appraised at, and pay for what is sent on', async () => {
  expect(await value('select count(*) from goods_sales where not is_last')).toBeGreaterThan(3);
  expect(await value('select count(*) from goods_sales where is_last')).toBeGreaterThan(100);
  const bank = await value(`select sum(amount_yen) from ledger_lines where account = 'bank'`);
  expect(bank).toBe(
    (await value('select sum(amount_yen) from goods_sales')) - (await value(confirmedYen)),
  );
  expect(bank).toBeGreaterThan(0);
});

test('months are closed up to two ago, as the books of then', async () => {
  const ctx = contextWith({ db, clock: () => sampleNow });
  const months = await listMonths(ctx);
  expect(months.filter(({ state }) => state === 'open').map(({ month }) => month)).toEqual([
    '2026-11',
    '2026-10',
  ]);
  for (const month of ['2018-07', '2026-09']) {
    const { checks, held, bankReason: _, ...figures } = (await closedFigures(ctx, month)) ?? {};
    expect(figures).toEqual(await transaction(db, (tx) => readFigures(tx, month)));
    expect([checks?.length, held]).toEqual([7, []]);
  }
  const review = await reviewClose(ctx, '2026-10');
  expect(review.checks.filter(({ state }) => state === 'to-mend')).toEqual([]);
});

test('the file of the run that is with the bank can be downloaded, and the next one made', async () => {
  const [sent] = await rows<{ id: string }>(`select id from remittance_runs where state = 'sent'`);
  const [draft] = await rows<{ id: string }>(
    `select id from remittance_runs where state = 'draft'`,
  );
  const { run } = await readRun(db, sent?.id ?? '');
  const bytes = writeTransferFile((await fileOf(db, run)).file);
  const [file] = await rows<{ sha256: string }>(
    `select sha256 from transfer_files where run_id = '${run.id}'`,
  );
  expect(file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  const next = await readRun(db, draft?.id ?? '');
  const problems = await runProblems(db, next.run, sampleNow);
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
});
