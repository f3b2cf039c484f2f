import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Receipt } from '#giving/receipts/receipt.ts';
import { ownPaper } from '#giving/receipts/receipts.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { nextNumber, startGeneration, takeNumbers } from './numbers.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const hanako = await signedIn(house)('hanako');
await insertAssociate(db, 'ao');
await certify(db, 'ao', '2024-01-01', '2028-12-31');
for (const n of [1, 2, 3, 4])
  await insertDonation(db, { n, yen: n, on: '2026-11-10', uid: 'hanako' });
type Printed = { number: string; code: string };
async function issue(n: number): Promise<Printed> {
  const payload = { kind: 'donation', appraisalId: numberOf(n), donor: receiptDonor };
  const url = '/api/users/receipts';
  const reply = await app.inject({ method: 'POST', url, headers: hanako, payload });
  const { number } = reply.json<Receipt>();
  const code = (await ownPaper(services.ctx, { uid: 'hanako' }, number))?.code ?? '';
  return { number, code };
}
const verify = async (payload: object) =>
  (await app.inject({ method: 'POST', url: '/api/receipts/verify', payload })).json();
/** State of a backup from before the first paper. */
const restore = () => emptyTables(db, 'receipts', 'number_floors', 'generations');

test('numbers of a kind and year have no gaps, even with concurrent requests', async () => {
  const next = (kind: 'run' | 'statement' | 'file') =>
    transaction(db, (tx) => nextNumber(tx, kind, 2026));
  const runs = await Promise.all(Array.from({ length: 8 }, () => next('run')));
  expect(runs.toSorted()).toEqual(Array.from({ length: 8 }, (_, n) => `2026-00${n + 1}`));
  const broken = transaction(db, async (tx) => {
    await takeNumbers(tx, 'statement', 2026, 3);
    throw new Error('given back');
  });
  await expect(broken).rejects.toThrow('given back');
  const taken = await transaction(db, (tx) => takeNumbers(tx, 'statement', 2026, 2));
  expect(taken).toEqual(['S2026-000001', 'S2026-000002']);
  expect([await next('statement'), await next('file')]).toEqual(['S2026-000003', '1']);
  expect(await transaction(db, (tx) => nextNumber(tx, 'run', 2027))).toBe('2027-001');
});

test('after an earlier state was restored no number and no code comes twice, and a paper that is not on record is not confirmed', async () => {
  const given: Printed[] = [];
  const start = (floor?: number, lastGeneration = 1) =>
    transaction(db, (tx) =>
      startGeneration(tx, {
        floors: floor === undefined ? [] : [{ kind: 'receipt', year: 2026, floor }],
        ...{ reason: 'バックアップからの復元', lastGeneration, at: clock.now },
      }),
    );

  for (const n of [1, 2]) given.push(await issue(n));
  await restore();
  expect(await start(2)).toEqual({ generation: 2, mark: 'B' });
  expect(await verify(given[0] ?? {})).toEqual({ verdict: 'unknown' });
  given.push(await issue(3));
  // Restored again, with only the second generation known.
  await restore();
  await start(undefined, 2);
  for (const n of [3, 4]) given.push(await issue(n));
  expect(given.map(({ number }) => number)).toEqual([
    ...['2026-000001', '2026-000002', '2026B-000003', '2026C-000001', '2026C-000002'],
  ]);
  expect(new Set(given.map(({ code }) => code)).size).toBe(given.length);
  const verdicts = await Promise.all(given.map(verify));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([
    ...['unknown', 'unknown', 'unknown', 'known', 'known'],
  ]);
  // A code is not valid for another paper's number.
  const mixed = { number: given[4]?.number, code: given[1]?.code };
  expect(await verify(mixed)).toEqual({ verdict: 'unknown' });
});

test('a number that comes twice has another code, and no record tells a code', async () => {
  await restore();
  const first = await issue(1);
  await restore();
  const second = await issue(1);
  expect(second.number).toBe(first.number);
  expect(second.code).not.toBe(first.code);
  expect(await verify(first)).toEqual({ verdict: 'unknown' });
  const { rows } = await db.execute<{ record: string }>(
    sql`select receipts::text as record from receipts`,
  );
  expect(rows.map(({ record }) => record.includes(second.code))).toEqual([false]);
});

test('a floor only grows', async () => {
  const lowered = db.execute(sql`update number_floors set floor = floor - 1`);
  await expect(lowered).rejects.toThrow();
});
