import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { repeatedAddressMessage, unfitAddressMessage } from './account.ts';
import { users } from './account-tables.server.ts';

// A Tokyo postal code with an address in Hokkaido is accepted only with a confirmation.

const house = await testApp();
const { app, db } = house;
let donor: Record<string, string>;
beforeAll(async () => {
  await insertAssociate(db, 'ao');
  donor = await signedIn(house)('donor-1');
});
beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(applications);
});

const post = async (url: string, payload: object, headers = {}) => {
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...donor, ...headers },
  });
  return { status: reply.statusCode, body: reply.json() };
};
const unfit = { ...applyBody().applicantAddress, prefecture: '北海道' as const };
const confirmed = { ...unfit, isAddressConfirmed: true };
const refused = (path: string) => ({
  status: 400,
  body: { errors: [{ path, message: unfitAddressMessage }] },
});
const stored = async () =>
  (await db.select({ prefecture: applications.prefecture }).from(applications))[0]?.prefecture;

const apply = (
  applicantAddress: NonNullable<Parameters<typeof applyBody>[0]>['applicantAddress'],
) => post('/api/appraisal/apply', applyBody({ uid: 'donor-1', applicantAddress }));

test('an application', async () => {
  const path = 'applicantAddress.isAddressConfirmed';
  expect(await apply(unfit)).toMatchObject(refused(path));
  expect(await apply({ ...unfit, isAddressConfirmed: false })).toMatchObject(refused(path));
  expect(await stored()).toBeUndefined();
  expect((await apply(confirmed)).status).toBe(201);
  expect(await stored()).toBe('北海道');
});

test('an application whose address says the prefecture or the town twice', async () => {
  const { applicantAddress } = applyBody();
  const path = 'applicantAddress.isAddressConfirmed';
  const asked = { status: 400, body: { errors: [{ path, message: repeatedAddressMessage }] } };
  const { prefecture, line1, line2 } = applicantAddress;
  const twice = { line1: `${prefecture}${line1}` };
  expect(await apply(twice)).toMatchObject(asked);
  expect(await apply({ line2: `${line1}${line2}` })).toMatchObject(asked);
  expect(await stored()).toBeUndefined();
  expect((await apply({ ...twice, isAddressConfirmed: true })).status).toBe(201);
});

test('the correction of an application', async () => {
  const { appraisalId } = (await post('/api/appraisal/apply', applyBody({ uid: 'donor-1' }))).body;
  const correct = (applicantAddress: object, version = 1) => {
    const correction = { applicantAddress, deliveryDate: '', deliverySlot: '12' };
    const seen = { 'if-match': `"${version}"` };
    return post('/api/applications/correct', { appraisalId, correction }, seen);
  };
  expect(await correct(unfit)).toMatchObject(
    refused('correction.applicantAddress.isAddressConfirmed'),
  );
  expect(await stored()).toBe('東京都');
  const corrected = await correct(confirmed);
  expect([corrected.status, corrected.body.applicantAddress.prefecture]).toEqual([200, '北海道']);
  // The confirmation is not part of the address: sending the same again changes nothing.
  const { version } = corrected.body;
  expect((await correct(confirmed, version)).body.version).toBe(version);
});

test("a person's own address", async () => {
  const update = (address: object) => post('/api/users/account/address/update', address);
  expect(await update(unfit)).toMatchObject(refused('isAddressConfirmed'));
  const changed = await update(confirmed);
  expect([changed.status, changed.body.address.prefecture]).toEqual([200, '北海道']);
  expect(changed.body.address).not.toHaveProperty('isAddressConfirmed');
  const [row] = await db.select().from(users).where(eq(users.uid, 'donor-1'));
  expect(row?.prefecture).toBe('北海道');
});
