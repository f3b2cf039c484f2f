import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { post, postingOf } from '#money/ledger/ledger.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import type { RunDetail } from '#money/remittances/run.ts';
import { application, insertApplications, numberOf, resultLine } from '#test/factories/donating.ts';
import { giftNumberOf } from '#test/factories/money/gift-number.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { confirmAccounts, sendRun } from '#test/factories/remit.ts';
import { testApp } from '#test/test-app.ts';
import {
  linesOf,
  type NextRemittance,
  type Statement,
  type StatementItem,
  type StatementRow,
} from './statement.ts';
import { type StatementYear, yearLinesOf } from './year.ts';

const house = await testApp();
const { db, clock } = house;
const organisation = await paidOrganisation(house);
const { people, byOperator, ask, read, give, agree, arrive, remittanceOf } = organisation;
const base = '/api/staff/associates/ao';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await organisation.begin();
});

const linesIn = (csv: string) => csv.replace('\uFEFF', '').trim().split('\r\n');

/** Received by an organisation with a remittance, according to the books: paid from the bank less returns. */
async function inTheBooks(remittanceId: string): Promise<number> {
  const { rows } = await db.execute<{ yen: number }>(sql`
    select coalesce(-sum(amount_yen), 0)::float8 as yen from ledger_lines
    where account = 'bank' and remittance_id = ${remittanceId}`);
  return rows[0]?.yen ?? 0;
}
/** Taken by the remittance from what was owed and overpaid, according to the books. */
async function takenInTheBooks(remittanceId: string): Promise<number> {
  const { rows } = await db.execute<{ yen: number }>(sql`
    select coalesce(-sum(amount_yen), 0)::float8 as yen from ledger_lines
    where account = 'in-transit:associate:ao' and amount_yen < 0 and remittance_id = ${remittanceId}`);
  return rows[0]?.yen ?? 0;
}

/** Two remittances: one of two gifts, one of them corrected later, and one with the rest. */
async function twoRemittances() {
  await agree({ feeBasisPoints: 1_500, handlingYen: 100 });
  await insertApplications(
    db,
    [1, 2, 3].map((n) => application(n)),
  );
  await give(resultLine(1, { appraised: 3_000 }), resultLine(2, { appraised: 2_000 }));
  const first = await sendRun(house, people);
  await arrive(first);
  await organisation.correct(1, 2_000);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await give(resultLine(3, { appraised: 5_000 }));
  const second = await sendRun(house, people);
  await arrive(second);
  return { first: await remittanceOf(first), second: await remittanceOf(second) };
}

test('a statement adds up to what the books say was paid, and its lines to the same', async () => {
  const { first, second } = await twoRemittances();
  for (const { id, amountYen } of [first, second]) {
    const statement = await read<Statement>(`${base}/statements/${id}`);
    const items = await read<StatementItem[]>(`${base}/statements/${id}/items`);
    const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
    expect(statement.amountYen).toBe(amountYen);
    expect(sum(linesOf(statement).map(([, yen]) => yen))).toBe(amountYen);
    expect(sum(items.map((item) => item.amountYen))).toBe(amountYen);
    expect(sum(items.map((item) => item.giftYen))).toBe(statement.giftYen);
    expect(sum(items.map((item) => item.feeYen))).toBe(statement.feeYen);
    expect(await inTheBooks(id)).toBe(amountYen);
    expect(await takenInTheBooks(id)).toBe(amountYen);
  }
  const statement = await read<Statement>(`${base}/statements/${first.id}`);
  expect(statement).toMatchObject({
    ...{ number: 'S2026-000001', state: 'confirmed', associateName: 'あおぞらの会' },
    ...{ receivedOn: '2026-11-20', account: expect.stringContaining('***') },
    ...{ giftCount: 2, giftYen: 5_000, feeYen: 750, handlingYen: 200, amountYen: 4_050 },
  });
});

test('what was paid too much is set off on the next statement, with the reason and the gift’s number', async () => {
  const { second } = await twoRemittances();
  expect(await read<Statement>(`${base}/statements/${second.id}`)).toMatchObject({
    ...{ giftYen: 5_000, correctionGiftYen: -1_000, correctionFeeYen: -150 },
    ...{ amountYen: 5_000 - 750 - 100 - 850, chargedFeeYen: 600, chargedHandlingYen: 100 },
  });
  const items = await read<StatementItem[]>(`${base}/statements/${second.id}/items`);
  expect(items.find(({ kind }) => kind === 'correction')).toMatchObject({
    ...{ giftNumber: expect.stringMatching(/^G-/), amountYen: -850, reason: '金額の書き誤り' },
  });
});

test('a spreadsheet adds the lines of a file up to what was paid, what was set off among them', async () => {
  const { second } = await twoRemittances();
  const file = await ask(`${base}/statements/${second.id}/statement.csv`);
  const [headings = [], ...rows] = linesIn(file.body).map((line) => line.split(','));
  const column = headings.indexOf('差引額（円）');
  expect(rows.reduce((sum, row) => sum + Number(row[column]), 0)).toBe(second.amountYen);
});

test('the list stands by day, the newest first, and a year adds up what arrived in it', async () => {
  const { first, second } = await twoRemittances();
  const rows = await read<StatementRow[]>(`${base}/statements?period=2026-01_2026-12`);
  expect(rows.map(({ id, number, state }) => [id, number, state])).toEqual([
    [second.id, 'S2026-000002', 'confirmed'],
    [first.id, 'S2026-000001', 'confirmed'],
  ]);
  expect(await read(`${base}/statements?period=2025-01_2025-12`)).toEqual([]);
  const years = await read<StatementYear[]>(`${base}/statement-years`);
  const paid = (await inTheBooks(first.id)) + (await inTheBooks(second.id));
  expect(years.map(({ period }) => period)).toEqual(['2026-04_2027-03', '2026-01_2026-12']);
  for (const year of years) {
    expect(year).toMatchObject({ remittances: 2, voids: 0, amountYen: paid, beforeYen: 0 });
    expect(yearLinesOf(year).reduce((sum, [, yen]) => sum + yen, 0)).toBe(paid);
  }
  const csv = await ask(`${base}/statement-years/2026-01_2026-12/statement.csv`);
  // Each gift once, under one heading; the correction is settled within the year.
  expect(linesIn(csv.body)).toHaveLength(1 + 3);
});

test('years stand the newest first, a year’s lines by day, and what is under way by the day of its transfer', async () => {
  await db.execute(sql`
    insert into remittance_runs (id, number, period_from, period_to, transfer_on, state, payer, created_by, created_at) values
      ('later', '2026-001', '2026-11-01', '2026-11-02', '2026-12-05', 'sent', '{}', 'op', now()),
      ('sooner', '2026-002', '2026-11-03', '2026-11-04', '2026-12-01', 'sent', '{}', 'op', now())`);
  await db.execute(sql`
    insert into remittances (id, associate_id, run_id, amount_yen, period_from, period_to, state, statement_number, received_on,
      created_by, created_at) values
      ('1', 'ao', 'later', 10, '2026-11-01', '2026-11-02', 'sent', null, null, 'op', now()),
      ('2', 'ao', 'sooner', 20, '2026-11-03', '2026-11-04', 'sent', null, null, 'op', now()),
      ('3', 'ao', null, 30, '2025-01-01', '2025-01-02', 'confirmed', 'S2025-000002', '2025-06-01', 'op', now()),
      ('4', 'ao', null, 40, '2024-01-01', '2024-01-02', 'confirmed', 'S2024-000001', '2024-06-01', 'op', now()),
      ('5', 'ao', null, 50, '2025-01-03', '2025-01-04', 'confirmed', 'S2025-000001', '2025-03-01', 'op', now())`);
  await db.execute(sql`
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, remittance_id, at)
    select 'ao', 'gift', 1, '2025-01-01', 'donation:' || n, n, now() from generate_series(3, 5) as n`);
  const years = await read<StatementYear[]>(`${base}/statement-years`);
  expect(years.map(({ period, beforeYen }) => [period, beforeYen])).toEqual([
    ['2025-04_2026-03', 30],
    ['2025-01_2025-12', 80],
    ['2024-04_2025-03', 90],
    ['2024-01_2024-12', 40],
  ]);
  const csv = await ask(`${base}/statement-years/2025-01_2025-12/statement.csv`);
  expect(
    linesIn(csv.body)
      .slice(1)
      .map((line) => line.split(',')[7]),
  ).toEqual(['80']);
  const { underWay } = await read<NextRemittance>(`${base}/next-remittance`);
  expect(underWay.map(({ amountYen }) => amountYen)).toEqual([20, 10]);
});

test('a gift used up by fees is settled, and on no statement', async () => {
  await agree({ handlingYen: 500 });
  await insertApplications(
    db,
    [1, 2].map((n) => application(n)),
  );
  await insertApplications(db, [application(3, { associateId: 'mori' })]);
  await give(resultLine(1, { appraised: 400 }), resultLine(3, { associate: 'mori' }));
  await arrive(await sendRun(house, people));
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await give(resultLine(2, { appraised: 4_000 }));
  const run = await sendRun(house, people);
  await arrive(run);
  const { id } = await remittanceOf(run);
  expect(await read<Statement>(`${base}/statements/${id}`)).toMatchObject({
    ...{ carriedCount: 0, carriedGiftYen: 0, giftCount: 1, giftYen: 4_000 },
    ...{ feeYen: 0, handlingYen: 500, amountYen: 3_500 },
  });
});

test('a gift that waited below the minimum is carried over, with what was kept of it', async () => {
  await agree({ minimumYen: 3_000, feeBasisPoints: 1_000 });
  await insertApplications(
    db,
    [1, 2].map((n) => application(n)),
  );
  await insertApplications(db, [application(3, { associateId: 'mori' })]);
  await give(resultLine(1, { appraised: 2_000 }), resultLine(3, { associate: 'mori' }));
  await arrive(await sendRun(house, people));
  expect(await read(`${base}/statements`)).toEqual([]);
  // First day of the next period.
  clock.now = new Date('2026-11-21T10:00:00+09:00');
  await give(resultLine(2, { appraised: 4_000 }));
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  expect(await read<NextRemittance>(`${base}/next-remittance`)).toMatchObject({
    ...{ items: 2, openYen: 5_400, carriedYen: 1_800, minimumYen: 3_000, hasAccount: true },
    ...{ underWay: [], hasAgreement: true, terms: { feeBasisPoints: 1_000, handlingYen: 0 } },
  });
  const run = await sendRun(house, people);
  expect(await read<NextRemittance>(`${base}/next-remittance`)).toMatchObject({
    ...{ items: 0, openYen: 0, underWay: [{ amountYen: 5_400 }] },
  });
  await arrive(run);
  const { id } = await remittanceOf(run);
  const statement = await read<Statement>(`${base}/statements/${id}`);
  expect(statement).toMatchObject({
    ...{ carriedCount: 1, carriedGiftYen: 2_000, carriedFeeYen: 200, giftCount: 1 },
    ...{ giftYen: 4_000, feeYen: 400, amountYen: 5_400 },
  });
  expect(linesOf(statement)[0]).toEqual(['前回までの繰り越し', 1_800, 1]);
  expect(await read(`${base}/statements/${id}/items`)).toMatchObject([
    { isCarried: true, giftNumber: await giftNumberOf(db, numberOf(1)) },
    { isCarried: false, giftNumber: await giftNumberOf(db, numberOf(2)) },
  ]);
  const [year] = await read<StatementYear[]>(`${base}/statement-years`);
  expect(year && yearLinesOf(year)).toEqual([
    ['寄付額', 6_000, 2],
    ['団体が負担する費用', -600],
  ]);
});

test('one that came back says so, keeps its number, and is no part of its year', async () => {
  const { first, second } = await twoRemittances();
  const returned = await byOperator(`remittances/${second.id}/return`, {
    ...{ returnedOn: '2026-11-25', reason: '口座なし', version: second.version },
  });
  expect(returned.statusCode).toBe(200);
  const path = `${base}/statements/${second.id}`;
  expect(await read<Statement>(path)).toMatchObject({
    ...{ number: 'S2026-000002', state: 'returned', receivedOn: null, returnReason: '口座なし' },
    ...{ returnedOn: '2026-11-25', cameBack: { againNumber: '', againOn: null } },
  });
  const [year] = await read<StatementYear[]>(`${base}/statement-years`);
  const left = await inTheBooks(first.id);
  expect(year).toMatchObject({ remittances: 1, voids: 1, amountYen: left });
  expect(await inTheBooks(second.id)).toBe(0);
  expect(linesIn((await ask(`${path}/statement.csv`)).body)[1]).toContain('組戻し');

  await confirmAccounts(house);
  clock.now = new Date('2026-11-27T10:00:00+09:00');
  const again = await sendRun(house, people);
  await arrive(again);
  const { id } = await remittanceOf(again);
  expect(await read<Statement>(`${base}/statements/${id}`)).toMatchObject({
    ...{ number: 'S2026-000003', returnYen: second.amountYen, amountYen: second.amountYen },
  });
  expect(await read<Statement>(path)).toMatchObject({ cameBack: { againNumber: 'S2026-000003' } });
  const items = await read<StatementItem[]>(`${base}/statements/${id}/items`);
  expect(items).toMatchObject([{ kind: 'return', about: 'S2026-000002', reason: '口座なし' }]);

  const { version } = await remittanceOf(again);
  const twice = { returnedOn: '2026-11-27', reason: '口座なし', version };
  expect((await byOperator(`remittances/${id}/return`, twice)).statusCode).toBe(200);
  expect(await read<Statement>(path)).toMatchObject({ cameBack: { againNumber: '' } });
  await confirmAccounts(house);
  clock.now = new Date('2026-11-28T10:00:00+09:00');
  await arrive(await sendRun(house, people));
  expect(await read<Statement>(path)).toMatchObject({ cameBack: { againNumber: 'S2026-000004' } });
});

test('a confirmation that was taken back is marked, and its number comes back with the next one', async () => {
  const { second } = await twoRemittances();
  const taken = await byOperator(`remittances/${second.id}/unconfirm`, {
    ...{ reason: '別の団体の着金でした', version: second.version },
  });
  expect(taken.statusCode).toBe(200);
  const path = `${base}/statements/${second.id}`;
  expect(await read<Statement>(path)).toMatchObject({ number: 'S2026-000002', state: 'withdrawn' });
  const { run } = (await byOperator(`remittance-runs/${second.runId}`)).json<RunDetail>();
  await arrive({ run } as RunDetail);
  expect(await read<Statement>(path)).toMatchObject({ number: 'S2026-000002', state: 'confirmed' });
});

/** A remittance as recorded before there were runs. */
async function oldRemittance(id: string) {
  const at = new Date('2024-03-31T10:00:00+09:00');
  await db.insert(remittances).values({
    ...{
      id,
      associateId: 'ao',
      amountYen: 7_000,
      periodFrom: '2024-03-01',
      periodTo: '2024-03-31',
    },
    ...{ sentAt: at, createdBy: 'op', createdAt: at, state: 'confirmed', receivedOn: '2024-03-31' },
    ...{ giftYen: 7_000, giftCount: 1, confirmedBy: 'op', confirmedBySource: 'before' },
  });
  const lines = [
    { account: 'owed:associate:ao', amountYen: 7_000 },
    { account: 'bank', amountYen: -7_000 },
  ];
  await db.transaction((tx) =>
    post(tx, [postingOf(`remittance:${id}`, lines, { remittanceId: id, at })]),
  );
  await db.insert(owedItems).values({
    ...{ associateId: 'ao', kind: 'gift', amountYen: 7_000, day: '2024-02-10', at },
    ...{ postingId: 'donation:of-before', remittanceId: id },
  });
}

test('remittances of before runs have statements too, without a number', async () => {
  await oldRemittance('r-old');
  expect(await read(`${base}/statements?period=2024-01_2024-12`)).toMatchObject([
    { id: 'r-old', number: '', state: 'confirmed', amountYen: 7_000, receivedOn: '2024-03-31' },
  ]);
  const statement = await read<Statement>(`${base}/statements/r-old`);
  expect(statement).toMatchObject({ giftCount: 1, giftYen: 7_000, carriedCount: 0, account: '' });
  expect(await inTheBooks('r-old')).toBe(statement.amountYen);
  const pdf = await ask(`${base}/statements/r-old/statement.pdf`);
  expect(pdf.headers['content-disposition']).toContain('statement-2024-03-31.pdf');
});

test('what was paid to an organisation that was merged into another one stays to be read there', async () => {
  await oldRemittance('r-old');
  await db.execute(sql`update associates set merged_into = 'mori' where id = 'ao'`);
  const path = '/api/staff/associates/mori/statements';
  expect((await ask(path, 'stranger')).json()).toMatchObject([{ id: 'r-old' }]);
  expect((await ask(`${path}/r-old`, 'stranger')).json()).toMatchObject({
    associateName: 'あおぞらの会',
  });
  await db.execute(sql`update associates set merged_into = null where id = 'ao'`);
});

test('what comes back after a merge is owed to the organisation that is left, and sent to it', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1, { appraised: 3_000 }));
  const run = await sendRun(house, people);
  await arrive(run);
  const first = await remittanceOf(run);
  await db.execute(sql`
    update associates set state = 'ended', is_listed = false, merged_into = 'mori' where id = 'ao'`);
  const returned = await byOperator(`remittances/${first.id}/return`, {
    ...{ returnedOn: '2026-11-20', reason: '口座の解約', version: first.version },
  });
  expect(returned.statusCode, returned.body).toBe(200);
  const room = '/api/staff/associates/mori';
  const next = await ask(`${room}/next-remittance`, 'stranger');
  expect(next.json()).toMatchObject({ items: 1, openYen: 3_000 });
  const { rows } = await db.execute(sql`
    select account, sum(amount_yen)::int as yen from ledger_lines where account <> 'proceeds'
    group by 1 having sum(amount_yen) <> 0`);
  expect(rows).toEqual([{ account: 'owed:associate:mori', yen: -3_000 }]);

  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await arrive(await sendRun(house, people));
  const again = (await ask(`${room}/statements/${first.id}`, 'stranger')).json<Statement>();
  expect(again).toMatchObject({ state: 'returned', cameBack: { againNumber: 'S2026-000002' } });
  await db.execute(sql`
    update associates set state = 'published', is_listed = true, merged_into = null where id = 'ao'`);
});

test('nobody reads another organisation’s statements; operators of money read all', async () => {
  const { first } = await twoRemittances();
  for (const path of [
    ...['', '.csv', `/${first.id}`, `/${first.id}/items`].map((rest) => `/statements${rest}`),
    ...['csv', 'pdf'].map((kind) => `/statements/${first.id}/statement.${kind}`),
    ...['', '/2026-01_2026-12/statement.pdf', '/2026-01_2026-12/statement.csv'].map(
      (rest) => `/statement-years${rest}`,
    ),
    '/next-remittance',
  ]) {
    expect((await ask(base + path, 'stranger')).statusCode, path).toBe(404);
    expect((await ask(base + path)).statusCode, path).toBe(200);
  }
  // Absent under their own organisation's URL too.
  const own = `/api/staff/associates/mori/statements/${first.id}`;
  expect((await ask(own, 'stranger')).statusCode).toBe(404);
  for (const kind of ['pdf', 'csv']) {
    const path = `/api/office/remittances/${encodeURIComponent(first.id)}/statement.${kind}`;
    expect((await ask(path, 'accountant')).statusCode).toBe(200);
    expect((await ask(path)).statusCode).toBe(403);
  }
});

test('what is saved is noted, and kept by no cache', async () => {
  const { first } = await twoRemittances();
  for (const path of [
    `${base}/statements/${first.id}/statement.pdf`,
    `${base}/statements/${first.id}/statement.csv`,
    `${base}/statement-years/2026-01_2026-12/statement.pdf`,
    `${base}/statement-years/2026-01_2026-12/statement.csv`,
  ]) {
    expect((await ask(path)).headers['cache-control']).toBe('no-store');
  }
  const kept = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(
    kept
      .filter(({ action }) => action.startsWith('statements.'))
      .map(({ actorUid, action, subjectId }) => [actorUid, action, subjectId]),
  ).toEqual([
    ['viewer', 'statements.print', first.id],
    ['viewer', 'statements.export', first.id],
    ['viewer', 'statements.print', 'ao'],
    ['viewer', 'statements.export', 'ao'],
  ]);
});
