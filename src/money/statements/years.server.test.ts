import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import type { ReceiptGroup } from '#giving/receipts/receipt.ts';
import { associateChallenges } from '#organisations/associates/associate-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { application, insertApplications, resultLine } from '#test/factories/donating.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { certify } from '#test/factories/receipts.ts';
import { payOut } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { calendarYearOf } from './period.ts';
import type { Statement } from './statement.ts';
import { costYenOf, type StatementYear, yearLinesOf } from './year.ts';

// An organisation's year: gifts by day received, costs, returns and arrivals.

const house = await testApp();
const { db, clock } = house;
const organisation = await paidOrganisation(house);
const { ask, read, give, agree, correct, send, arrive, remittanceOf, comeBack } = organisation;
const base = '/api/staff/associates/ao';
await certify(db, 'ao', '2022-01-01', '2031-12-31');
await insertChallenges(db);
await db
  .insert(associateChallenges)
  .values({ associateId: 'ao', socialChallengeId: 'animal', position: 0 });

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await organisation.begin();
  for (const uid of ['hanako', 'jiro']) await signedIn(house)(uid);
  await agree({ feeBasisPoints: 1_000, handlingYen: 100 });
});

const donors = ['hanako', 'jiro', 'hanako', 'jiro'];
const apply = () =>
  insertApplications(
    db,
    donors.map((uid, index) => application(index + 1, { uid })),
  );
const yearsIn = async () => read<StatementYear[]>(`${base}/statement-years`);
async function calendarYear(year: number): Promise<StatementYear> {
  const found = (await yearsIn()).find(({ period }) => calendarYearOf(period) === year);
  if (!found) throw new Error(`no year ${year}`);
  return found;
}
const sumOf = (yen: readonly number[]) => yen.reduce((all, one) => all + one, 0);
/** Sum that receipts of a year may state for the organisation, of all donors. */
async function onReceipts(year: number): Promise<number> {
  let yen = 0;
  for (const uid of new Set(donors)) {
    const groups = await read<ReceiptGroup[]>('/api/users/receipts/possible', uid);
    const own = groups.filter((group) => group.associateId === 'ao' && group.year === year);
    yen += sumOf(own.map(({ amountYen }) => amountYen));
  }
  return yen;
}
async function fileOf(period: string) {
  const { body } = await ask(`${base}/statement-years/${period}/statement.csv`);
  const rows: Record<string, string>[] = parse(body.replace('\uFEFF', ''), { columns: true });
  return (column: string) => sumOf(rows.map((row) => Number(row[column])));
}

/** Checks every invariant of a year's figures. */
async function expectToAddUp(year: StatementYear) {
  expect(sumOf(yearLinesOf(year).map(([, yen]) => yen))).toBe(year.amountYen);
  const [from = '', to = ''] = year.period.split('_');
  expect(year.amountYen).toBe(await organisation.paidInTheBooks(`${from}-01`, `${to}-30`));
  const sum = await fileOf(year.period);
  expect(sum('寄付額（円）')).toBe(year.giftYen);
  expect(sum('団体へ届いた額（円）')).toBe(year.amountYen);
  const calendar = calendarYearOf(year.period);
  if (calendar !== undefined) expect(year.giftYen).toBe(await onReceipts(calendar));
}

/** A transfer of 15,138 that was returned, a correction, and 13,645 that arrived instead. */
async function returnedAndCorrected() {
  await apply();
  await give(resultLine(1, { appraised: 12_000 }), resultLine(2, { appraised: 5_042 }));
  const first = await send();
  await arrive(first);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await comeBack(await remittanceOf(first), '2026-11-25');
  await correct(1, 10_341);
  clock.now = new Date('2026-11-27T10:00:00+09:00');
  const again = await send();
  await arrive(again);
  return { first: await remittanceOf(first), again: await remittanceOf(again) };
}

test('a year tells the gifts of a transfer that came back and was paid again, as their receipts do', async () => {
  const { first, again } = await returnedAndCorrected();
  expect([first.amountYen, again.amountYen]).toEqual([15_138, 13_645]);
  const year = await calendarYear(2026);
  expect(year).toMatchObject({
    ...{ giftCount: 2, giftYen: 10_341 + 5_042, feeYen: 1_034 + 504, handlingYen: 200 },
    ...{ remittances: 1, voids: 1, unsettledYen: 0, settledYen: 0, beforeYen: 0 },
    ...{ amountYen: 13_645, returnCount: 1 },
  });
  await expectToAddUp(year);
});

test('what came back is followed to what was paid again, on both statements and in the year', async () => {
  const { first, again } = await returnedAndCorrected();
  const chain = {
    ...{ number: 'S2026-000001', returnedOn: '2026-11-25', reason: '口座なし', amountYen: 15_138 },
    ...{ correctionYen: -1_493, againNumber: 'S2026-000002', againOn: '2026-11-27' },
  };
  expect(await read<Statement>(`${base}/statements/${first.id}`)).toMatchObject({
    ...{ cameBack: chain, paidAgain: [] },
  });
  expect(await read<Statement>(`${base}/statements/${again.id}`)).toMatchObject({
    ...{ cameBack: null, paidAgain: [chain] },
    // Correction: 1,659 of the gift, 166 of the fee.
    ...{ returnYen: 15_138, correctionGiftYen: -1_659, correctionFeeYen: -166, amountYen: 13_645 },
    // Everything charged by the transfer that arrived.
    ...{ chargedFeeYen: 1_034 + 504, chargedHandlingYen: 200 },
  });
  expect((await calendarYear(2026)).returns).toEqual([chain]);
});

test('a transfer that came back twice is followed to the one that arrived', async () => {
  await apply();
  await give(resultLine(1, { appraised: 12_000 }));
  const first = await send();
  await comeBack(await remittanceOf(first), '2026-11-20');
  await correct(1, 10_000);
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  const second = await send();
  await arrive(second);
  await comeBack(await remittanceOf(second), '2026-11-25');
  clock.now = new Date('2026-11-28T10:00:00+09:00');
  const third = await send();
  await arrive(third);
  const { id, amountYen } = await remittanceOf(third);
  const statement = await read<Statement>(`${base}/statements/${id}`);
  expect(statement).toMatchObject({ chargedFeeYen: 1_000, chargedHandlingYen: 100, amountYen });
  expect(statement.paidAgain.map((one) => one.againNumber)).toEqual(
    Array(2).fill(statement.number),
  );
  expect(statement.paidAgain.map((one) => one.amountYen + one.correctionYen)).toEqual([
    8_900, 8_900,
  ]);
  const year = await calendarYear(2026);
  expect(year).toMatchObject({ giftYen: 10_000, amountYen: 8_900, beforeYen: 0 });
  await expectToAddUp(year);
});

test('a gift corrected after it arrived is settled in the year that settles it, and both years add up', async () => {
  await apply();
  clock.now = new Date('2026-12-20T10:00:00+09:00');
  await give(resultLine(1, { appraised: 12_000 }), resultLine(2, { appraised: 5_000 }));
  await arrive(await send());
  clock.now = new Date('2027-01-15T10:00:00+09:00');
  await correct(1, 10_000);
  await give(resultLine(3, { appraised: 8_000 }));
  await arrive(await send());
  const [before, after] = [await calendarYear(2026), await calendarYear(2027)];
  expect(before).toMatchObject({ giftYen: 15_000, unsettledYen: 1_800 });
  expect(after).toMatchObject({ giftYen: 8_000, settledYen: -1_800, unsettledYen: 0 });
  for (const year of [before, after]) await expectToAddUp(year);
  // The fiscal year contains both, so nothing is left to settle.
  const fiscal = (await yearsIn()).find(({ period }) => period === '2026-04_2027-03');
  expect(fiscal).toMatchObject({ giftYen: 23_000, settledYen: 0, unsettledYen: 0, beforeYen: 0 });
  expect(fiscal?.amountYen).toBe(before.amountYen + after.amountYen);
});

test('a gift of December that arrives in January is one of the later year, as on its receipt', async () => {
  await apply();
  clock.now = new Date('2026-12-29T10:00:00+09:00');
  await give(resultLine(1, { appraised: 12_000 }));
  const run = await send();
  clock.now = new Date('2027-01-20T10:00:00+09:00');
  await arrive(run);
  const year = await calendarYear(2027);
  expect(year).toMatchObject({ giftCount: 1, giftYen: 12_000, beforeYen: 0 });
  await expectToAddUp(year);
  expect((await yearsIn()).map(({ period }) => calendarYearOf(period))).not.toContain(2026);
});

test('a gift that was taken back after it arrived is none of the year, and its money stands as settled', async () => {
  await apply();
  await give(resultLine(1, { appraised: 12_000 }), resultLine(2, { appraised: 5_000 }));
  await arrive(await send());
  await correct(1, 0);
  const year = await calendarYear(2026);
  expect(year).toMatchObject({ giftCount: 1, giftYen: 5_000, settledYen: 10_700, beforeYen: 0 });
  await expectToAddUp(year);
});

test('a grant of a fund that came back is one of the year in which it arrived, beside its gifts', async () => {
  await apply();
  const toFund = { kind: 'fund', identity: 'approved' } as const;
  await insertApplications(db, [application(9, toFund)]);
  await give(
    resultLine(1, { appraised: 12_000 }),
    resultLine(9, { appraised: 5_000, associate: '' }),
  );
  await payOut(house, organisation.people, 'animal', { associateId: 'ao', amountYen: 2_500 });
  const first = await send();
  await arrive(first);
  await comeBack(await remittanceOf(first), '2026-11-20');
  clock.now = new Date('2027-01-15T10:00:00+09:00');
  await arrive(await send());
  const year = await calendarYear(2027);
  expect(year).toMatchObject({ giftYen: 12_000, payoutYen: 2_500, beforeYen: 0 });
  expect(year.amountYen).toBe(12_000 - 1_200 - 100 + 2_500);
  await expectToAddUp(year);
});

test('the costs of a year are those that its statements charge, each with its own tax', async () => {
  await apply();
  await give(resultLine(1, { appraised: 12_000 }));
  await arrive(await send());
  clock.now = new Date('2026-11-25T10:00:00+09:00');
  await give(resultLine(2, { appraised: 5_042 }));
  await arrive(await send());
  const year = await calendarYear(2026);
  expect(costYenOf(year)).toBe(1_300 + 604);
  // 118.18 and 54.9 on the statements; 173.09 if taken together.
  expect(year).toMatchObject({ chargedYen: 1_904, taxYen: 118 + 54 });
});

test('periods that are no year, and years without data, are not found', async () => {
  for (const [period, status] of [
    ['2026-04_2027-04', 400],
    ['2026', 400],
    ['2020-01_2020-12', 404],
  ] as const) {
    for (const kind of ['pdf', 'csv']) {
      const path = `${base}/statement-years/${period}/statement.${kind}`;
      expect((await ask(path)).statusCode, path).toBe(status);
    }
  }
});
