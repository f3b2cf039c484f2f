import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { disableTriggers } from '#start/sample/set-aside.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { type BookedDonation, donationLines, post, postingOf } from './ledger.server.ts';
import { ledgerLines } from './ledger-tables.server.ts';

const { db } = await testApp();
const at = new Date('2026-11-20T10:00:00+09:00');
await insertAssociate(db, 'ao');

/** Postings of ¥100 sent on, with their remittances. */
async function postings(count: number) {
  const ids = Array.from({ length: count }, () => randomUUID());
  const paid = { associateId: 'ao', socialChallengeId: null, amountYen: 100 };
  const period = { periodFrom: '2026-10-01', periodTo: '2026-10-31' };
  await insertAll(
    db,
    remittances,
    ids.map((id) => ({ ...paid, ...period, id, createdBy: 'op', createdAt: at })),
  );
  return ids.map((remittanceId) =>
    postingOf(
      `remittance:${remittanceId}`,
      [
        { account: 'owed:associate:ao', amountYen: 100 },
        { account: 'bank', amountYen: -100 },
      ],
      { remittanceId, at },
    ),
  );
}
const unbalanced = { cause: { message: expect.stringContaining('does not balance') } };

const earned: BookedDonation = {
  donationId: 'd1',
  associateId: 'ao',
  socialChallengeId: null,
  appraisedYen: 1_000,
  bonusYen: 20,
  feeYen: 0,
  handlingYen: 0,
};
const ofFund = { associateId: null, socialChallengeId: 'animal' };

test.each([
  [earned, ['1 proceeds 1000', '2 bonus 20', '3 owed:associate:ao -1020']],
  [{ ...earned, bonusYen: 0 }, ['1 proceeds 1000', '2 owed:associate:ao -1000']],
  [{ ...earned, ...ofFund, appraisedYen: 0 }, ['1 bonus 20', '2 owed:fund:animal -20']],
  [{ ...earned, appraisedYen: 0, bonusYen: 0 }, []],
  [
    { ...earned, feeYen: 153, handlingYen: 100 },
    [
      '1 proceeds 1000',
      '2 bonus 20',
      '3 service-fee:associate:ao -153',
      '4 handling:associate:ao -100',
      '5 owed:associate:ao -767',
    ],
  ],
])('a donation is booked as its goods’ worth and bonus, owed to whom it is for', (one, lines) => {
  const booked = donationLines(one, at);
  expect(booked.map((of) => `${of.line} ${of.account} ${of.amountYen}`)).toEqual(lines);
  for (const { postingId, donationId, at: when } of booked) {
    expect([postingId, donationId, when]).toEqual(['donation:d1', 'd1', at]);
  }
});

test('any number of postings is written', async () => {
  const before = await db.$count(ledgerLines);
  await post(db, await postings(701));
  expect(await db.$count(ledgerLines)).toBe(before + 1402);
});

test('a posting that does not balance, or only a part of one, is refused', async () => {
  const [lines = []] = await postings(1);
  await expect(post(db, [lines.slice(0, 1)])).rejects.toMatchObject(unbalanced);
  const [first, second] = lines;
  if (!first || !second) throw new Error('a posting has two lines');
  await expect(post(db, [[first, { ...second, amountYen: -99 }]])).rejects.toMatchObject(
    unbalanced,
  );
  await post(db, [lines]);
});

test('the books are checked even with triggers disabled, as bulk loading does', async () => {
  const [lines = []] = await postings(1);
  const aside = db.transaction(async (tx) => {
    expect(await disableTriggers(tx)).toBe(true);
    await post(tx, [lines.slice(0, 1)]);
  });
  await expect(aside).rejects.toMatchObject(unbalanced);
});

test('one unbalanced posting rolls back all others of the batch', async () => {
  const all = await postings(50);
  const odd = all.map((lines, n) => (n === 33 ? lines.slice(1) : lines));
  const before = await db.$count(ledgerLines);
  await expect(post(db, odd)).rejects.toMatchObject(unbalanced);
  expect(await db.$count(ledgerLines)).toBe(before);
});

test('nothing is added to a posting, changed or taken away', async () => {
  const [lines = []] = await postings(1);
  await post(db, [lines]);
  const third = lines.slice(0, 1).map((line) => ({ ...line, line: 3 }));
  await expect(post(db, [third])).rejects.toMatchObject(unbalanced);
  await expect(db.execute(sql`update ledger_lines set amount_yen = 1`)).rejects.toThrow();
  await expect(db.delete(ledgerLines)).rejects.toThrow();
});
