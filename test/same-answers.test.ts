import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import type { StaffDonation } from '#organisations/room/staff-associate.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from './factories/donating.ts';
import { certify, receiptDonor, receivedWhenGiven } from './factories/receipts.ts';
import { uploadResults } from './factories/upload-results.ts';
import { headersOfSession, signedIn } from './signed-in.ts';
import { testApp } from './test-app.ts';

// The same gifts around New Year's Eve, in worlds that must not differ: with a first import that
// was reversed, and on databases in other time zones. Every view with gifts is compared.

/** Midnight in Tokyo is three in the afternoon in Greenwich. */
const lastOfYear = '2026-12-31T23:59:59.999+09:00';
const firstOfYear = '2027-01-01T00:00:00.000+09:00';
const appliedEarly = '2026-12-01T00:30:00+09:00';
/** Days of a box that was applied for then. */
const early = { receivedOn: '2026/12/10', appraisedOn: '2026/12/11' };
/** The month has begun in Tokyo only. */
const today = '2027-01-01T08:59:59+09:00';

const staffDonations = '/api/staff/associates/ao/donations';

async function world({ timeZone = 'UTC', isMistaken = false } = {}) {
  const house = await testApp({ timeZone });
  const { app, db, clock } = house;
  const signIn = signedIn(house);
  await signIn('op', 'operator');
  await signIn('hanako');
  await signIn('staff', 'staff');
  for (const id of ['ao', 'midori']) await insertAssociate(db, id);
  await db.update(associates).set({ createdAt: new Date('2026-01-01T00:00:00+09:00') });
  await db.insert(staffMemberships).values({ uid: 'staff', associateId: 'ao' });
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  const mine = { uid: 'hanako', email: 'hanako@tasuki.example' };
  await insertApplications(db, [
    application(1, mine),
    application(2, { ...mine, products: ['clothes', 'bags'], createdAt: new Date(appliedEarly) }),
    application(3, { ...mine, kind: 'fund' }),
    application(4, { ...mine, associateId: 'midori', needReceipt: false }),
    application(5),
    application(6, mine),
    application(7, mine),
    // Its result was only a mistake: no other one follows.
    application(8, mine),
  ]);
  await db.execute(sql`
    insert into application_events (appraisal_id, to_state, done_by, at)
    select appraisal_id, state, 'operator', state_changed_at from applications`);
  const as = async (uid: string) => headersOfSession(house, uid);
  const upload = async (...lines: string[]) => {
    const { body } = await uploadResults(house, await as('op'), resultFile(...lines));
    expect(body.errors).toEqual([]);
    return body.batchId as string;
  };
  if (isMistaken) {
    clock.now = new Date('2026-12-30T10:00:00+09:00');
    const returned = { outcome: '返送', appraised: 0 };
    const batchId = await upload(
      ...[1, 2, 5].map((n) => resultLine(n, { ...(n === 2 ? early : {}), appraised: 77_000 + n })),
      resultLine(3, { associate: '', appraised: 55 }),
      resultLine(4, { ...returned, associate: 'midori' }),
      resultLine(6, { ...returned }),
      resultLine(7, { appraised: 1 }),
      resultLine(8, { appraised: 88_000 }),
    );
    clock.now = new Date('2026-12-30T11:00:00+09:00');
    const url = `/api/office/results/batches/${batchId}/reverse`;
    const payload = { reason: '金額を誤ったため', version: 1 };
    const reply = await app.inject({ method: 'POST', url, headers: await as('op'), payload });
    expect(reply.statusCode).toBe(200);
  }
  clock.now = new Date(lastOfYear);
  await upload(
    resultLine(1, { appraised: 1_000 }),
    resultLine(4, { associate: 'midori', appraised: 400 }),
    resultLine(6, { outcome: '値付不可', appraised: 0 }),
  );
  clock.now = new Date(firstOfYear);
  await upload(
    resultLine(2, { ...early, appraised: 2_000, bonus: 20, donated: 2_020 }),
    resultLine(3, { associate: '', appraised: 300 }),
    resultLine(5, { appraised: 5_000 }),
    resultLine(7, { outcome: 'キャンセル', appraised: 0 }),
  );
  clock.now = new Date(today);
  await receivedWhenGiven(db);

  const get = async (uid: string, url: string) =>
    (await app.inject({ url, headers: await as(uid) })).body;
  /** Views without what identifies one world: the day of an export is in none. */
  const views: Record<string, unknown> = {};
  for (const [uid, url] of [
    ['staff', '/api/staff/associates'],
    ['staff', staffDonations],
    ['hanako', '/api/users/applications'],
    ['hanako', `/api/users/applications/${numberOf(1)}`],
    ['hanako', `/api/users/applications/${numberOf(8)}`],
    ['hanako', '/api/users/donations'],
    ['hanako', '/api/users/donations.csv'],
    ['hanako', '/api/users/receipts/possible'],
    ['op', '/api/office/applications?state=donated'],
    ['op', '/api/office/applications/counts'],
    ['op', '/api/office/today'],
    ['op', '/api/achievements.json'],
    ['op', '/api/achievements.csv'],
    ['op', '/api/associates/ao'],
    ['op', '/api/associates/midori'],
  ] as const) {
    const body = await get(uid, url);
    views[url] = body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
  }
  // Gift numbers are hashes of random ids, and order gifts of the same instant.
  views[staffDonations] = (views[staffDonations] as StaffDonation[])
    .map((gift) => ({ ...gift, giftNumber: '' }))
    .toSorted((one, other) => one.amount - other.amount);
  const { rows: balances } = await db.execute(sql`
    select account, sum(amount_yen)::int as yen from ledger_lines
    group by account having sum(amount_yen) <> 0 order by account`);
  const issue = async (body: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/users/receipts',
        headers: await as('hanako'),
        payload: { donor: receiptDonor, ...body },
      })
    ).json();
  const receipts = [
    await issue({ kind: 'year', year: 2026, associateId: 'ao' }),
    await issue({ kind: 'donation', appraisalId: numberOf(2) }),
  ];
  return { views, balances, receipts, house, as };
}

const plain = await world();

test('a gift belongs to the year and the month in which it was given in Tokyo', () => {
  expect(plain.views['/api/staff/associates']).toMatchObject([
    {
      monthlyCount: 2,
      monthlyYen: 7_020,
      totalCount: 3,
      totalYen: 8_020,
      receiptWishCount: 3,
      owedYen: 8_020,
      months: expect.arrayContaining([
        { month: '2026-11', count: 0, yen: 0 },
        { month: '2026-12', count: 1, yen: 1_000 },
        { month: '2027-01', count: 2, yen: 7_020 },
      ]),
    },
  ]);
  expect(plain.views['/api/achievements.json']).toMatchObject({
    totalCount: 5,
    // Of no organisation and no fund were five gifts.
    totalYen: null,
    months: expect.arrayContaining([
      { month: '2026-12', count: 2, amountYen: null },
      { month: '2027-01', count: 3, amountYen: null },
    ]),
  });
  const lines = String(plain.views['/api/users/donations.csv']).split('\r\n').slice(1, -1);
  const days = lines.map((line) => line.split(',')).map((cells) => [cells[1], cells[0], cells[6]]);
  expect(days).toEqual([
    [numberOf(2), '2027/01/01', '2026/12/01'],
    [numberOf(3), '2027/01/01', '2025/11/01'],
    [numberOf(1), '2026/12/31', '2025/11/01'],
    [numberOf(4), '2026/12/31', '2025/11/01'],
  ]);
  expect(plain.receipts).toMatchObject([
    { kind: 'year', year: 2026, amountYen: 1_000 },
    { kind: 'donation', year: 2027, amountYen: 2_020 },
  ]);
  expect(plain.balances).toEqual([
    { account: 'bonus', yen: 20 },
    { account: 'owed:associate:ao', yen: -8_020 },
    { account: 'owed:associate:midori', yen: -400 },
    { account: 'owed:fund:animal', yen: -300 },
    { account: 'proceeds', yen: 8_700 },
  ]);
});

test.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'])(
  'a database whose clock stands in %s answers the same',
  async (timeZone) => {
    const there = await world({ timeZone });
    const { rows } = await there.house.db.execute(sql`show timezone`);
    expect(rows).toEqual([{ TimeZone: timeZone }]);
    for (const [url, view] of Object.entries(plain.views)) {
      expect(there.views[url], url).toEqual(view);
    }
    expect(there.balances).toEqual(plain.balances);
    expect(there.receipts).toEqual(plain.receipts);
  },
);

type Event = { at: string; state: string };

/** Without traces of the reversed import: the version, and events of the day before. */
const withoutMistake = (view: unknown): unknown =>
  JSON.parse(JSON.stringify(view), (key, value) => {
    if (key === 'version') return undefined;
    if (key !== 'events') return value;
    return (value as Event[]).filter(({ at }) => !at.startsWith('20261230'));
  });

test('after a first import was taken back, every view is as if it had never been', async () => {
  const mended = await world({ isMistaken: true });
  for (const [url, view] of Object.entries(plain.views)) {
    expect(withoutMistake(mended.views[url]), url).toEqual(withoutMistake(view));
  }
  const { events } = mended.views[`/api/users/applications/${numberOf(1)}`] as { events: Event[] };
  expect(events.map(({ at, state }) => `${at.slice(4, 10)} ${state}`)).toEqual([
    '110109 goods-received',
    '123010 appraised',
    '123010 donated',
    '123011 goods-received',
    '123123 appraised',
    '123123 donated',
  ]);
  expect(mended.balances).toEqual(plain.balances);
  expect(mended.receipts).toEqual(plain.receipts);
});

test('a batch of last year’s gifts cannot be reversed once the receipt of that year is issued', async () => {
  const { app } = plain.house;
  const operator = await plain.as('op');
  const list = await app.inject({ url: '/api/office/results/batches', headers: operator });
  const reverse = async (batchId: string) =>
    (
      await app.inject({
        method: 'POST',
        url: `/api/office/results/batches/${batchId}/reverse`,
        payload: { reason: '誤り', version: 1 },
        headers: operator,
      })
    ).json();
  const ids = list.json<{ id: string }[]>().map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) {
    expect((await reverse(id)).message).toMatch(/受領証明書を発行した寄付/);
  }
});
