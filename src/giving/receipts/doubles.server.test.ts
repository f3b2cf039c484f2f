import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { MenuCounts } from '#kit/lists/menu-counts.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { certify, insertDonation, insertPaper, receiptDonor } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Receipt } from './receipt.ts';
import type { ReceiptDouble } from './receipt-double.ts';
import { receiptDoubles } from './receipt-tables.server.ts';

// Two valid papers over the same gift, issued by an earlier version: a person decides, nothing changes silently.

const house = await testApp();
const { app, db } = house;
let operator: Record<string, string>;
let hanako: Record<string, string>;

beforeAll(async () => {
  operator = await signedIn(house)('op', 'operator');
  hanako = await signedIn(house)('hanako');
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  for (const n of [1, 2])
    await insertDonation(db, { n, yen: 1_000, on: '2025-06-01', uid: 'hanako' });
  const paper = { uid: 'hanako', year: 2025 };
  await insertPaper(db, {
    ...{ ...paper, number: '2026-000001', amountYen: 1_000, lines: ['donation 1'] },
    stands: false,
  });
  await insertPaper(db, {
    ...{ ...paper, number: '2026-000002', kind: 'year', amountYen: 2_000 },
    ...{ lines: ['donation 1', 'donation 2'], issuedAt: new Date('2026-11-03T09:00:00+09:00') },
  });
  const pair = { earlier: '2026-000001', later: '2026-000002', appraisalId: numberOf(1) };
  await db.insert(receiptDoubles).values(pair);
  await db.execute(`insert into number_floors values ('receipt', 2026, 2)`);
});

const list = async () =>
  (await app.inject({ url: '/api/office/receipt-doubles', headers: operator })).json<
    ReceiptDouble[]
  >();
const states = async () =>
  (await app.inject({ url: '/api/users/receipts', headers: hanako }))
    .json<Receipt[]>()
    .map(({ number, state }) => [number, state]);
const voidPaper = (number: string, reason = '同じ寄付の証明書が重ねて発行されていたため') =>
  app.inject({
    method: 'POST',
    url: `/api/office/receipts/${number}/void`,
    headers: operator,
    payload: { reason },
  });

test('both hold until a person decides, who finds them among what waits', async () => {
  expect(await list()).toMatchObject([
    {
      earlier: { number: '2026-000001', kind: 'donation', amountYen: 1_000 },
      later: { number: '2026-000002', kind: 'year', amountYen: 2_000 },
      appraisalIds: [numberOf(1)],
      uid: 'hanako',
    },
  ]);
  const counts = await app.inject({ url: '/api/office/menu-counts', headers: operator });
  expect(counts.json<MenuCounts>()['receipt-runs']).toEqual({ open: 1, overdue: 0 });
  expect(await states()).toEqual([
    ['2026-000002', 'valid'],
    ['2026-000001', 'valid'],
  ]);
  // Until then neither can be reissued, and a new paper on the gift would end both.
  const url = '/api/users/receipts/2026-000001/reissue';
  const reissued = await app.inject({ method: 'POST', url, headers: hanako, payload: {} });
  expect([reissued.statusCode, reissued.json().message]).toEqual([
    409,
    expect.stringContaining('お問い合わせください'),
  ]);
});

test('the ended one is void, with reason and actor; the other is valid and can be reissued', async () => {
  expect((await voidPaper('2026-000002', ' ')).statusCode).toBe(400);
  expect((await voidPaper('2026-999999')).statusCode).toBe(404);
  expect((await voidPaper('2026-000002')).statusCode).toBe(200);
  expect(await states()).toEqual([
    ['2026-000002', 'void'],
    ['2026-000001', 'valid'],
  ]);
  const noted = (await db.select().from(auditLog)).filter(
    ({ action }) => action === 'receipts.void',
  );
  expect(noted).toMatchObject([{ actorUid: 'op', subjectId: '2026-000002' }]);
  expect(await list()).toEqual([]);
  for (const number of ['2026-000001', '2026-000002']) {
    expect((await voidPaper(number)).statusCode).toBe(409);
  }
  const url = '/api/users/receipts/2026-000001/reissue';
  const payload = { donor: receiptDonor };
  const again = await app.inject({ method: 'POST', url, headers: hanako, payload });
  expect(again.json()).toMatchObject({ state: 'valid', amountYen: 1_000 });
});
