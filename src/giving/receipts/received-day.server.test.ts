import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Donation } from '#giving/donations/donation.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Receipt, ReceiptGroup } from './receipt.ts';
import { noLateReceipt, notReceivedYet } from './receipt-rule.ts';
import { ownPaper } from './receipts.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;

beforeAll(async () => {
  await signedIn(house)('hanako');
  await signedIn(house)('jiro');
  await signedIn(house)('op', 'operator');
  for (const id of ['ao', 'strict', 'turned']) await insertAssociate(db, id);
  // Expired between the gift and its arrival, and renewed.
  await certify(db, 'ao', '2022-01-01', '2026-12-31');
  await certify(db, 'ao', '2027-01-01', '2031-12-31');
  for (const id of ['strict', 'turned']) await certify(db, id, '2022-01-01', '2031-12-31');
});

const as = (uid: string) => headersOfSession(house, uid, true);
const get = async (url: string, uid = 'hanako') =>
  (await app.inject({ url, headers: await as(uid) })).json();
const issue = async (payload: object, uid = 'hanako') =>
  app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    headers: await as(uid),
    payload: { donor: receiptDonor, ...payload },
  });
const possible = (uid?: string): Promise<ReceiptGroup[]> =>
  get('/api/users/receipts/possible', uid);
const receivedOf = (n: number, receivedOn: string | null) =>
  db
    .update(donations)
    .set({ receivedOn })
    .where(eq(donations.id, `donation ${n}`));
/** A minute later, since the latest recorded agreement applies. */
const agree = async (associateId: string, issuesLateReceipts: boolean) => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  return app.inject({
    method: 'POST',
    url: `/api/office/associates/${associateId}/agreements`,
    headers: await as('op'),
    payload: {
      ...{ startsOn: '2026-01-01', endsOn: '', feePercent: '10', minimumYen: 0, note: '' },
      ...{ handlingYen: 300, publishes: 'after-look', issuesLateReceipts },
    },
  });
};

test('a gift of 29 December that arrives on 20 January is one of the later year, on every page and paper', async () => {
  clock.now = new Date('2026-12-30T10:00:00+09:00');
  await insertDonation(db, {
    ...{ n: 1, uid: 'hanako', yen: 3_000, on: '2026-12-29' },
    receivedOn: null,
  });
  const ofGift = { kind: 'donation', appraisalId: numberOf(1) };
  const waiting = await issue(ofGift);
  expect([waiting.statusCode, waiting.json().message]).toEqual([409, notReceivedYet]);
  expect(await possible()).toMatchObject([
    { year: null, amountYen: 0, reason: notReceivedYet, donations: [{ receivedOn: '' }] },
  ]);
  const [before] = (await get('/api/users/donations')) as Donation[];
  expect([before?.donatedAt.slice(0, 8), before?.receivedOn]).toEqual(['20261229', '']);

  clock.now = new Date('2027-01-21T10:00:00+09:00');
  await receivedOf(1, '2027-01-20');
  expect(await get(`/api/users/donations/${numberOf(1)}`)).toMatchObject({
    receivedOn: '2027-01-20',
  });
  expect(await possible()).toMatchObject([{ year: 2027, amountYen: 3_000 }]);
  const { number, year } = (await issue(ofGift)).json<Receipt>();
  expect(year).toBe(2027);
  const paper = await ownPaper(services.ctx, { uid: 'hanako' }, number);
  expect(paper).toMatchObject({
    gifts: [{ receivedOn: '2027-01-20' }],
    // Goods, as the gift was made, with the certification of the day of arrival.
    stated: { way: 'goods', certifications: [{ certifiedOn: '2027-01-01' }] },
  });
  expect((await issue({ kind: 'year', year: 2026, associateId: 'ao' })).statusCode).toBe(404);
  clock.now = new Date('2028-01-05T10:00:00+09:00');
  const replaces = [number];
  const ofYear = await issue({ kind: 'year', year: 2027, associateId: 'ao', replaces });
  expect(ofYear.json()).toMatchObject({ year: 2027, amountYen: 3_000 });
});

test('who did not wish for a receipt gets one later where the organisation agrees, else is told so', async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  const given = { uid: 'jiro', yen: 500, on: '2026-03-01', associateId: 'strict' };
  await insertDonation(db, { ...given, n: 10, isWished: false });
  await insertDonation(db, { ...given, n: 11 });
  expect((await agree('strict', false)).statusCode).toBe(200);
  const late = () => issue({ kind: 'donation', appraisalId: numberOf(10) }, 'jiro');
  const refused = await late();
  expect([refused.statusCode, refused.json().message]).toEqual([409, noLateReceipt]);
  const wished = await issue({ kind: 'donation', appraisalId: numberOf(11) }, 'jiro');
  expect(wished.statusCode).toBe(200);
  const [group] = await possible('jiro');
  expect(group).toMatchObject({ amountYen: 500 });
  await agree('strict', true);
  expect((await late()).statusCode).toBe(200);
});

test('a paper of a year stays when the organisation changes its mind on receipts issued later', async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  const given = { uid: 'jiro', yen: 500, on: '2025-03-01', associateId: 'turned' };
  await insertDonation(db, { ...given, n: 20, isWished: false });
  await insertDonation(db, { ...given, n: 21, yen: 700 });
  const ofYear = (replaces: string[] = []) =>
    issue({ kind: 'year', year: 2025, associateId: 'turned', replaces }, 'jiro');
  const standing = async (number: string) =>
    ((await get('/api/users/receipts', 'jiro')) as Receipt[]).find((one) => one.number === number);
  await agree('turned', false);
  const few = (await ofYear()).json<Receipt>();
  expect(few.amountYen).toBe(700);
  await agree('turned', true);
  expect(await standing(few.number)).toMatchObject({ state: 'valid' });
  const paper = await ownPaper(services.ctx, { uid: 'jiro' }, few.number);
  expect(paper?.gifts).toHaveLength(1);
  // A paper on all gifts replaces it, after its donor was told.
  const asked = await ofYear();
  expect([asked.statusCode, asked.json().message]).toEqual([
    409,
    expect.stringContaining(few.number),
  ]);
  expect((await ofYear([few.number])).json()).toMatchObject({
    ...{ amountYen: 1_200, replaces: [few.number] },
  });
  expect(await standing(few.number)).toMatchObject({ state: 'replaced' });
});
