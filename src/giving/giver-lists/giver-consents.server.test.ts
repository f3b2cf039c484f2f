import { asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { type GiverConsent, giverConsentVersion } from './giver-consent.ts';
import { giverConsents } from './giver-consent-tables.server.ts';
import type { Giver, GiverYear } from './giver-list.ts';

// A donor who wants no receipt may still agree to be named in an organisation's 寄附者名簿, and withdraw.

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock } = house;
const signIn = signedIn(house);
const url = '/api/users/giver-consents';

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'mori', 'もりの会');
  await insertAssociate(db, 'umi', 'うみの会');
  await db
    .update(associates)
    .set({ classification: 'public-interest-foundation' })
    .where(eq(associates.id, 'mori'));
  for (const uid of ['hanako', 'jiro']) await signIn(uid);
  await signIn('editor', 'staff');
  await db.insert(staffMemberships).values({ uid: 'editor', associateId: 'ao', role: 'editor' });
  const given = { on: '2026-05-01', isWished: false };
  const hanako = { lastName: '花田', firstName: '花子' };
  const jiro = { lastName: '匿名', firstName: '次郎' };
  await insertDonation(db, { ...given, n: 1, uid: 'hanako', yen: 3_000, applicant: hanako });
  await insertDonation(db, { ...given, n: 2, uid: 'jiro', yen: 2_000, applicant: jiro });
  await insertDonation(db, { ...given, n: 3, uid: 'hanako', yen: 500, associateId: 'mori' });
});
beforeEach(() => emptyTables(db, 'giver_consents'));

const own = async (uid = 'hanako') =>
  (await app.inject({ url, headers: await headersOfSession(house, uid) })).json<GiverConsent[]>();
const put = async (payload: object, uid = 'hanako') =>
  app.inject({ method: 'PUT', url, headers: await headersOfSession(house, uid), payload });
const choose = async (isAgreed: boolean) => {
  const reply = await put({ associateId: 'ao', isAgreed, textVersion: giverConsentVersion });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<GiverConsent[]>();
};
const read = async (path: string) => {
  const headers = await headersOfSession(house, 'editor', true);
  const reply = await app.inject({ url: `/api/staff/associates/ao/${path}`, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply;
};
const givers = async () =>
  (await read('givers?period=2026-04_2027-03&purpose=report')).json<Giver[]>();
const year = async () => (await read('giver-years')).json<GiverYear[]>()[0];

describe('the consent to be named', () => {
  test('is offered for certified organisations that the donor gave to, and not given by itself', async () => {
    expect(await own()).toEqual([
      { associateId: 'ao', associateName: 'あおぞらの会', isAgreed: false },
    ]);
    expect(await givers()).toEqual([]);
    expect(await year()).toMatchObject({ giftCount: 2, namedCount: 0, namedYen: 0 });
  });

  test('names that donor alone in the list, and counts the gift before it is drawn', async () => {
    expect(await choose(true)).toMatchObject([{ associateId: 'ao', isAgreed: true }]);
    expect(await own()).toMatchObject([{ isAgreed: true }]);
    expect(await givers()).toMatchObject([
      { name: '花田 花子', amountYen: 3_000, ground: 'agreed' },
    ]);
    expect(await year()).toMatchObject({ giftCount: 2, namedCount: 1, namedYen: 3_000 });
    const csv = (await read('givers.csv?period=2026-04_2027-03&purpose=report')).body;
    expect(csv).toContain('名簿への記載に同意');
    expect(csv).toContain('氏名の記載に同意されていない方（1件）');
  });

  test('can be withdrawn, and given again: the lists follow, and each act is recorded', async () => {
    await choose(true);
    clock.now = new Date('2026-11-21T10:00:00+09:00');
    await choose(false);
    expect(await givers()).toEqual([]);
    expect(await year()).toMatchObject({ namedCount: 0 });
    await choose(false);
    clock.now = new Date('2026-11-22T10:00:00+09:00');
    await choose(true);
    expect(await givers()).toHaveLength(1);
    const acts = await db.select().from(giverConsents).orderBy(asc(giverConsents.id));
    expect(acts.map(({ uid, act, textVersion, at }) => [uid, act, textVersion, at])).toEqual([
      ['hanako', 'agreed', 1, new Date('2026-11-20T10:00:00+09:00')],
      ['hanako', 'withdrawn', 1, new Date('2026-11-21T10:00:00+09:00')],
      ['hanako', 'agreed', 1, new Date('2026-11-22T10:00:00+09:00')],
    ]);
  });

  test.each([
    ['an organisation without a list', { associateId: 'mori' }, 404],
    ['one that the donor did not give to', { associateId: 'umi' }, 404],
    ['another text than the one in force', { textVersion: 2 }, 400],
    ['a field that nobody knows', { uid: 'jiro' }, 400],
    ['no choice', { isAgreed: null }, 400],
  ])('is refused for %s', async (_, changed, status) => {
    const body = { associateId: 'ao', isAgreed: true, textVersion: giverConsentVersion };
    expect((await put({ ...body, ...changed })).statusCode).toBe(status);
    expect(await db.$count(giverConsents)).toBe(0);
  });

  test('needs a sign-in', async () => {
    expect((await app.inject(url)).statusCode).toBe(401);
    expect((await app.inject({ method: 'PUT', url, payload: {} })).statusCode).toBe(401);
  });
});
