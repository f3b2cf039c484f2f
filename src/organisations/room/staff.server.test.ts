import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { giftNumberOf } from '#test/factories/money/gift-number.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { staffMemberships } from './room-tables.server.ts';
import type { StaffAssociate, StaffDonation } from './staff-associate.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);

beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('op-2', 'operator');
  await signIn('donor');
  await signIn('staff', 'staff');
  await signIn('newStaff', 'staff');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'other', 'ほかの会');
  await db.insert(staffMemberships).values({ uid: 'staff', associateId: 'ao' });
  await insertApplications(db, [
    application(1, { uid: 'donor' }),
    application(2, { needReceipt: false }),
    application(3),
    application(4, { associateId: 'other' }),
  ]);
  const days = [
    ['2026-10-31T23:59:00+09:00', resultLine(1)],
    ['2026-11-02T10:00:00+09:00', resultLine(2, { appraised: 300 })],
    ['2026-11-03T10:00:00+09:00', resultLine(3), resultLine(4, { associate: 'other' })],
  ] as const;
  for (const [now, ...lines] of days) {
    clock.now = new Date(now);
    const operator = await headersOfSession(house, 'op');
    const { body } = await uploadResults(house, operator, resultFile(...lines));
    expect(body.errors).toEqual([]);
  }
  await remit(house, [numberOf(1)], { asks: 'op', approves: 'op-2' });
  await insertPledge(db, { id: 'words', appraisalId: numberOf(3), uid: 'donor' });
  await insertPledge(db, { id: 'hidden', appraisalId: numberOf(1), uid: 'donor', state: 'hidden' });
});

const get = async (url: string, uid: string) =>
  app.inject({ url, headers: await headersOfSession(house, uid) });

const empty = (month: string) => ({ month, count: 0, yen: 0 });

test('the staff sees counts and sums of its own organisation, by month', async () => {
  const reply = await get('/api/staff/associates', 'staff');
  expect(reply.json<StaffAssociate[]>()).toEqual([
    {
      id: 'ao',
      name: 'あおぞらの会',
      monthlyCount: 2,
      monthlyYen: 1500,
      totalCount: 3,
      totalYen: 2700,
      receiptWishCount: 2,
      owedYen: 1500,
      pledgeCount: 1,
      months: [
        ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map(empty),
        ...['2026-06', '2026-07', '2026-08', '2026-09'].map(empty),
        { month: '2026-10', count: 1, yen: 1200 },
        { month: '2026-11', count: 2, yen: 1500 },
      ],
    },
  ]);
  expect(reply.headers['cache-control']).toContain('no-store');
});

test('staff without an organisation sees none', async () => {
  expect((await get('/api/staff/associates', 'newStaff')).json()).toEqual([]);
});

test('donations come newest first, with the wish for a receipt and without the donor', async () => {
  const reply = await get('/api/staff/associates/ao/donations', 'staff');
  expect(reply.headers['x-total-count']).toBe('3');
  const list = reply.json<StaffDonation[]>();
  expect(
    list.map(({ giftNumber, amount, needReceipt, isRemitted }) => [
      giftNumber,
      amount,
      needReceipt,
      isRemitted,
    ]),
  ).toEqual([
    [await giftNumberOf(db, numberOf(3)), 1200, true, false],
    [await giftNumberOf(db, numberOf(2)), 300, false, false],
    [await giftNumberOf(db, numberOf(1)), 1200, true, true],
  ]);
  expect(reply.body).not.toMatch(/髙橋|花子|@tasuki/);
});

test('only the donations with a wish for a receipt, if asked', async () => {
  const reply = await get('/api/staff/associates/ao/donations?receiptOnly=true', 'staff');
  expect(reply.json<StaffDonation[]>().every((one) => one.needReceipt)).toBe(true);
  expect(reply.headers['x-total-count']).toBe('2');
});

test('all donations are saved as a file without the donor, which leaves an audit entry', async () => {
  const reply = await get('/api/staff/associates/ao/donations.csv', 'staff');
  expect(reply.statusCode).toBe(200);
  const [header, ...lines] = reply.body
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(header).toBe('寄付番号,寄付が決まった日,金額（円）,受領証明書,送金');
  expect(lines).toEqual([
    `${await giftNumberOf(db, numberOf(3))},2026/11/03,1200,希望する,これから`,
    `${await giftNumberOf(db, numberOf(2))},2026/11/02,300,希望しない,これから`,
    `${await giftNumberOf(db, numberOf(1))},2026/10/31,1200,希望する,送金済み`,
  ]);
  expect(reply.body).not.toMatch(/髙橋|花子|@tasuki/);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorUid, 'staff'))
    .orderBy(auditLog.id);
  expect(entries.map(({ subjectType, subjectId }) => [subjectType, subjectId])).toContainEqual([
    'associate',
    'ao',
  ]);
  expect((await get('/api/staff/associates/other/donations.csv', 'staff')).statusCode).toBe(404);
});

test.each([
  ['another organisation', '/api/staff/associates/other/donations', 404],
  ['none that exists', '/api/staff/associates/nowhere/donations', 404],
  ['a page by its number', '/api/staff/associates/ao/donations?page=2', 400],
  ['no cursor at all', '/api/staff/associates/ao/donations?cursor=x', 400],
])('%s is refused', async (_what, url, status) => {
  expect((await get(url, 'staff')).statusCode).toBe(status);
});
