import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { ownDonations } from './donations.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const signIn = signedIn(house);

beforeAll(async () => {
  await signIn('op', 'operator');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await signIn('donor');
  await signIn('other');
  const uid = 'donor';
  await insertApplications(db, [
    application(1, { uid }),
    application(2, { uid, kind: 'fund', needReceipt: false }),
    application(3, { uid }),
    application(4, { uid: 'other' }),
    application(5),
    application(6, { uid }),
    application(7, { uid }),
  ]);
  const days = [
    ['2026-11-01T00:00:00.000+09:00', resultLine(1), resultLine(4), resultLine(5)],
    ['2026-11-10T12:34:56.789+09:00', resultLine(3, { appraised: 300 }), resultLine(6)],
    ['2026-11-20T10:00:00.000+09:00', resultLine(2, { associate: '', appraised: 9000 })],
    ['2026-11-20T10:00:00.000+09:00', resultLine(7, { appraised: 0, outcome: '返送' })],
  ] as const;
  for (const [now, ...lines] of days) {
    clock.now = new Date(now);
    const operator = await headersOfSession(house, 'op');
    const { body } = await uploadResults(house, operator, resultFile(...lines));
    expect(body.errors).toEqual([]);
  }
  await db.update(associates).set({ isListed: false }).where(eq(associates.id, 'ao'));
});

async function history(uid: string, query = '') {
  const response = await app.inject({
    url: `/api/users/donations${query}`,
    headers: await headersOfSession(house, uid),
  });
  return { ...response, body: response.json() };
}

test("a donor's donations come newest first, a fund's with its name, nobody else's", async () => {
  const { body, headers } = await history('donor');
  expect(headers['x-total-count']).toBe('4');
  expect(headers['cache-control']).toBe('no-store');
  const [newest, , , oldest] = body;
  expect(newest).toEqual({
    appraisalId: numberOf(2),
    associateId: '',
    socialChallengeId: 'animal',
    associateName: expect.stringContaining('基金'),
    amount: 9000,
    donatedAt: '20261120100000000',
    needReceipt: false,
    receivedOn: '',
  });
  // The history still names an organisation that is no longer listed.
  expect(oldest).toMatchObject({
    appraisalId: numberOf(1),
    associateId: 'ao',
    socialChallengeId: '',
    associateName: 'あおぞらの会',
    amount: 1200,
    donatedAt: '20261101000000000',
    needReceipt: true,
    receivedOn: '',
  });
  const sameTime = body.slice(1, 3).map((one: { appraisalId: string }) => one.appraisalId);
  expect(sameTime).toEqual([numberOf(3), numberOf(6)].sort());
});

test('limit and cursor walk through the whole history, each donation once', async () => {
  const { body: all } = await history('donor');
  const walked: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { body, headers } = await history('donor', `?limit=1${cursor}`);
    expect(headers['x-total-count']).toBe('4');
    if (body.length === 0) break;
    walked.push(...body);
    cursor = `&cursor=${body[0].appraisalId}`;
  }
  expect(walked).toEqual(all);
  // Another donor's donation as cursor gives an empty page.
  expect((await history('donor', `?cursor=${numberOf(4)}`)).body).toEqual([]);
});

const entry = async (uid: string, donationId: string) =>
  app.inject({
    url: `/api/users/donations/${donationId}`,
    headers: await headersOfSession(house, uid),
  });

test('a donation is looked up by its id; without a match of one’s own the answer is empty', async () => {
  const found = await entry('donor', numberOf(1));
  expect(found.statusCode).toBe(200);
  expect(found.headers['cache-control']).toBe('no-store');
  expect(found.json()).toEqual({
    donationId: numberOf(1),
    associateId: 'ao',
    associateName: 'あおぞらの会',
    amount: 1200,
    donatedAt: '20261101000000000',
    needReceipt: true,
    receivedOn: '',
  });
  // Another donor's, an application without donation, an unknown number, invalid ids.
  for (const id of [numberOf(4), numberOf(7), 'TS-0000-0000', 'x', '%00']) {
    const { statusCode, body } = await entry('donor', id);
    expect([statusCode, body]).toEqual([200, '{}']);
  }
});

test('a reversed donation is no longer in the history', async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  const operator = await headersOfSession(house, 'op');
  const list = await app.inject({ url: '/api/office/results/batches', headers: operator });
  const batch = list
    .json()
    .find(({ donationYen }: { donationYen: number }) => donationYen === 9000);
  await app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batch.id}/reverse`,
    payload: { reason: '誤り', version: batch.version },
    headers: operator,
  });
  expect((await ownDonations(services.ctx, { uid: 'donor' })).total).toBe(3);
  expect((await entry('donor', numberOf(2))).body).toBe('{}');
});

test.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=1', '?uid=other'])(
  '%s is a ValidationError',
  async (query) => {
    const { statusCode, body } = await history('donor', query);
    expect([statusCode, body.type]).toEqual([400, 'ValidationError']);
  },
);

test('visitors are asked to sign in', async () => {
  expect((await app.inject({ url: '/api/users/donations' })).statusCode).toBe(401);
});
