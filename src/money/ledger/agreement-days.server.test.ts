import { beforeAll, expect, test } from 'vitest';
import type { ReceiptGroup } from '#giving/receipts/receipt.ts';
import { noLateReceipt } from '#giving/receipts/receipt-rule.ts';
import type { NextRun } from '#money/remittances/run.ts';
import { associateAgreements } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { certify, insertDonation } from '#test/factories/receipts.ts';
import { giveAccounts } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { readTermsOn } from './terms.server.ts';

// An agreement is in force on its first and last day, in every place that reads it.

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock } = house;
type Headers = Awaited<ReturnType<ReturnType<typeof signedIn>>>;
let operator: Headers;
let staff: Headers;
let hanako: Headers;

beforeAll(async () => {
  const signIn = signedIn(house);
  operator = await signIn('op', 'operator');
  staff = await signIn('staff', 'staff');
  hanako = await signIn('hanako');
  await insertAssociate(db, 'ao');
  await db.insert(staffMemberships).values({ uid: 'staff', associateId: 'ao' });
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_200, on: '2026-11-10', isWished: false });
  await giveAccounts(house);
  await bookGift(db, { id: 'gift', yen: 1_200, at: clock.now });
});

const get = async <Body>(url: string, headers: Headers): Promise<Body> =>
  (await app.inject({ url, headers })).json();
/** Whether the agreement is in force today, for each place that reads it. */
const views: Record<string, () => Promise<boolean>> = {
  'what is kept of a gift': async () =>
    (await readTermsOn(db, { associateId: 'ao', day: '2026-11-20' })).feeBasisPoints === 1_000,
  'the minimum of the next run': async () =>
    (await get<NextRun>('/api/office/remittance-runs/next?periodTo=2026-11-20', operator)).carried
      .amountYen === 1_200,
  'what an organisation can expect': async () =>
    (await get<{ hasAgreement: boolean }>('/api/staff/associates/ao/next-remittance', staff))
      .hasAgreement,
  'receipts that are issued later': async () => {
    const [group] = await get<ReceiptGroup[]>('/api/users/receipts/possible', hanako);
    return group?.donations[0]?.reason === noLateReceipt;
  },
};

test.each([
  ['2026-11-20', null, true],
  ['2026-11-21', null, false],
  ['2026-01-01', '2026-11-20', true],
  ['2026-01-01', '2026-11-19', false],
])('an agreement from %s to %s holds today: %s', async (startsOn, endsOn, holds) => {
  await db.delete(associateAgreements);
  await db.insert(associateAgreements).values({
    ...{ id: 'agreement', associateId: 'ao', startsOn, endsOn, feeBasisPoints: 1_000 },
    ...{ minimumYen: 5_000, issuesLateReceipts: false, createdBy: 'op', createdAt: clock.now },
  });
  for (const [view, doesHold] of Object.entries(views)) {
    expect([view, await doesHold()]).toEqual([view, holds]);
  }
});
