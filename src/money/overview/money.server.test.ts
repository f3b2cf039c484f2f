import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Posting, post } from '#money/ledger/ledger.server.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { MoneyAssociate, MoneyFigures, MoneyFund } from './money-figures.ts';

const house = await testApp({ now: new Date('2026-10-20T10:00:00+09:00') });
const { app, clock, db } = house;
const signIn = signedIn(house);
let accountant: Record<string, string>;

const get = async <Body>(path: string): Promise<Body> => {
  const reply = await app.inject({ url: `/api/office/money${path}`, headers: accountant });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return reply.json();
};

/** Posting from one account to another, in yen. */
const move = (postingId: string, debit: string, credit: string, amountYen: number): Posting => {
  const of = { postingId, at: clock.now };
  return [
    { ...of, line: 1, account: debit, amountYen },
    { ...of, line: 2, account: credit, amountYen: -amountYen },
  ];
};

beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('acc', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'mori', '森の会');
  await db
    .insert(socialChallenges)
    .values({ id: 'animal', will: '動物を守る', orders: 1, fundName: '動物の基金' })
    .onConflictDoNothing();
  await insertApplications(db, [
    application(1),
    application(2, { associateId: 'mori' }),
    application(3),
  ]);
  const upload = async (...lines: string[]) => {
    const operator = await headersOfSession(house, 'op', true);
    expect((await uploadResults(house, operator, resultFile(...lines))).status).toBe(200);
  };
  await upload(resultLine(1), resultLine(2, { associate: 'mori', appraised: 300 }));
  clock.now = new Date('2026-11-05T10:00:00+09:00');
  await upload(resultLine(3, { appraised: 500 }));
  const remittance = (id: string, associateId: string, amountYen: number, rest: object) => ({
    id,
    associateId,
    amountYen,
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    createdBy: 'op',
    createdAt: clock.now,
    ...rest,
  });
  await db.insert(remittanceRuns).values({
    ...{
      id: 'run',
      number: '2026-001',
      periodFrom: '2026-10-01',
      periodTo: '2026-10-31',
      transferOn: '2026-10-31',
    },
    ...{ state: 'sent', payer: {}, createdBy: 'op', createdAt: clock.now },
  } as typeof remittanceRuns.$inferInsert);
  await db
    .insert(remittances)
    .values([
      remittance('r1', 'ao', 1200, { state: 'confirmed', receivedOn: '2026-11-05', runId: 'run' }),
      remittance('r2', 'mori', 300, { state: 'sent', runId: 'run' }),
      remittance('r3', 'mori', 40, { state: 'returned', returnedOn: '2026-10-31', runId: 'run' }),
    ]);
  await post(db, [
    move('sent:r1', 'owed:associate:ao', 'in-transit:associate:ao', 1200),
    move('confirmed-2:r1', 'in-transit:associate:ao', 'bank', 1200),
    move('sent:r2', 'owed:associate:mori', 'in-transit:associate:mori', 300),
    move('donation:of-fund', 'proceeds', 'owed:fund:animal', 900),
    move('payout:p1', 'owed:fund:animal', 'owed:associate:ao', 150),
  ]);
  clock.now = new Date('2026-10-31T12:00:00+09:00');
  await post(db, [
    move('sent:r3', 'owed:associate:mori', 'in-transit:associate:mori', 40),
    move('confirmed-2:r3', 'in-transit:associate:mori', 'bank', 40),
    move('returned-3:r3', 'bank', 'returned:associate:mori', 40),
    move('reopened-3:r3', 'returned:associate:mori', 'owed:associate:mori', 40),
  ]);
  clock.now = new Date('2026-11-05T10:00:00+09:00');
  // Open items that match the postings.
  await db.execute(sql`delete from owed_items`);
  await db.execute(sql`
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, at, remittance_id) values
    ('ao', 'gift', 500, '2026-11-05', 'g3', now(), null), ('ao', 'payout', 150, '2026-11-05', 'p1', now(), null),
    ('ao', 'gift', 1200, '2026-10-20', 'g1', now(), 'r1'), ('mori', 'gift', 300, '2026-10-20', 'g2', now(), 'r2')`);
  accountant = await headersOfSession(house, 'acc', true);
});

test('the dashboard says what is owed, under way and in funds now', async () => {
  const { now } = await get<MoneyFigures>('');
  expect(now).toEqual({ owedYen: 650, overpaidYen: 0, inTransitYen: 300, fundYen: 750 });
});

test('each month has what stood at its end, and what was sent and came back in it', async () => {
  const { months, total } = await get<MoneyFigures>('');
  expect(months).toHaveLength(12);
  expect(months.at(0)?.month).toBe('2025-12');
  expect(months.at(-3)).toMatchObject({ owedYen: 0, sentYen: 0 });
  const none = { feeYen: 0, handlingYen: 0 };
  expect(months.slice(-2)).toEqual([
    {
      ...none,
      month: '2026-10',
      owedYen: 1500,
      inTransitYen: 0,
      fundYen: 0,
      sentYen: 40,
      returnedYen: 40,
    },
    {
      ...none,
      month: '2026-11',
      owedYen: 650,
      inTransitYen: 300,
      fundYen: 750,
      sentYen: 1200,
      returnedYen: 0,
    },
  ]);
  expect(total).toMatchObject({ sentYen: 1240, returnedYen: 40 });
});

test('a year shows its own months, and one before the books has nothing', async () => {
  const year = await get<MoneyFigures>('?year=2026');
  expect(year.months.map(({ month }) => month).at(-1)).toBe('2026-11');
  expect(year.years).toEqual(['2026']);
  const before = await get<MoneyFigures>('?year=2020');
  expect(before.months).toHaveLength(12);
  expect(before.months.every(({ owedYen, sentYen }) => owedYen === 0 && sentYen === 0)).toBe(true);
  expect(before.now.owedYen).toBe(650);
});

test('organisations stand in the order of what they are owed, each with what moved in the year', async () => {
  const [first, second] = await get<MoneyAssociate[]>('/associates');
  const none = { feeYen: 0, handlingYen: 0 };
  expect(first).toEqual({
    ...none,
    id: 'ao',
    name: 'あおぞらの会',
    owedYen: 650,
    inTransitYen: 0,
    sentYen: 1200,
    returnedYen: 0,
  });
  expect(second).toEqual({
    ...none,
    id: 'mori',
    name: '森の会',
    owedYen: 0,
    inTransitYen: 300,
    sentYen: 40,
    returnedYen: 40,
  });
  const [lastYear] = await get<MoneyAssociate[]>('/associates?year=2025');
  expect(lastYear?.sentYen).toBe(0);
});

test('funds say what is in them, what came in and what was paid out', async () => {
  const funds = await get<MoneyFund[]>('/funds');
  expect(funds[0]).toMatchObject({
    id: 'animal',
    balanceYen: 750,
    receivedYen: 900,
    paidOutYen: 150,
  });
});

test('the months and the organisations are files, and who takes them is in the audit log', async () => {
  const file = async (path: string) =>
    (await app.inject({ url: `/api/office/money/${path}`, headers: accountant })).body
      .trimEnd()
      .split('\r\n');
  const months = await file('months.csv');
  expect(months).toHaveLength(13);
  // Quoted, since a spreadsheet would turn the month into a date.
  expect(months.at(-1)).toBe('"=""2026-11""",650,300,750,1200,0,0,0');
  expect(await file('associates.csv')).toHaveLength(3);
  const { rows } = await db.execute(sql`select from audit_log where action = 'money.export'`);
  expect(rows).toHaveLength(2);
});
