import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { insertManyDonations } from '#test/factories/many-donations.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { donations } from './donation-tables.server.ts';

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
const dangerous = '=HYPERLINK("http://evil.example","押してください")';

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'formula', dangerous);
  await signIn('donor');
  await signIn('other');
  const uid = 'donor';
  await insertDonation(db, { n: 1, uid, yen: 1_200, on: '2025-12-31' });
  await insertDonation(db, { n: 2, uid, yen: 34_567, on: '2026-01-01', associateId: '' });
  await insertDonation(db, { n: 3, uid, yen: 800, on: '2026-06-01', associateId: 'formula' });
  await insertDonation(db, { n: 4, uid, yen: 999, on: '2026-06-02', isReversed: true });
  await insertDonation(db, { n: 5, uid: 'other', yen: 555, on: '2026-06-03' });
  await db
    .update(donations)
    .set({ needReceipt: false })
    .where(eq(donations.appraisalId, numberOf(2)));
  // Last moment of a year and first of the next, in Japanese time.
  for (const [n, at] of [
    [1, '2025-12-31T23:59:59.999+09:00'],
    [2, '2026-01-01T00:00:00.000+09:00'],
  ] as const) {
    await db
      .update(donations)
      .set({ donatedAt: new Date(at) })
      .where(eq(donations.appraisalId, numberOf(n)));
  }
});

async function file(uid: string, query = '') {
  const url = `/api/users/donations.csv${query}`;
  return app.inject({ url, headers: await headersOfSession(house, uid) });
}

test('the history is a file that a Japanese spreadsheet opens, newest first', async () => {
  const { headers, rawPayload } = await file('donor');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="donations-all.csv"; filename*=UTF-8''${encodeURIComponent('寄付の履歴（すべて）.csv')}`,
  );
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(rawPayload.toString('utf8').slice(1)).toBe(
    [
      '寄付が決まった日,申込番号,寄付先,寄付先の種類,寄付額（円）,受領証明書,お申し込み日,査定完了日,お品物の点数,値段のついた点数,査定額（円）,加算額（円）,寄付先が負担する費用（円）,寄付先に届く額（円）,団体へ届いた日',
      `2026/06/01,${numberOf(3)},"'=HYPERLINK(""http://evil.example"",""押してください"")",団体,800,希望する,2025/11/01,2026/06/01,1,1,800,0,0,800,2026/06/01`,
      `2026/01/01,${numberOf(2)},動物基金,基金,34567,希望しない,2025/11/01,2026/01/01,1,1,34567,0,0,34567,`,
      `2025/12/31,${numberOf(1)},あおぞらの会,団体,1200,希望する,2025/11/01,2025/12/31,1,1,1200,0,0,1200,2025/12/31`,
      '',
    ].join('\r\n'),
  );
});

test('a year contains what was given from its first moment to its last in Japan', async () => {
  const numbersIn = async (year: string) =>
    (await file('donor', `?year=${year}`)).body.match(/TS-\w{4}-\w{4}/g);
  expect(await numbersIn('2026')).toEqual([numberOf(3), numberOf(2)]);
  expect(await numbersIn('2025')).toEqual([numberOf(1)]);
  const empty = await file('donor', '?year=2099');
  expect(empty.body.split('\r\n')).toHaveLength(2);
  expect(decodeURIComponent(String(empty.headers['content-disposition']))).toContain(
    '寄付の履歴（2099年）.csv',
  );
});

test('a long history is written whole, each donation once, though many have the same time', async () => {
  await signIn('giver');
  const given = await insertManyDonations(db, {
    uid: 'giver',
    count: 1_234,
    first: 10_000,
    associateIds: ['ao'],
    newest: new Date('2026-11-01T12:00:00+09:00'),
  });
  const numbers = given.map(({ appraisalId }) => appraisalId);
  const written = async () => (await file('giver')).body.match(/TS-\w{4}-\w{4}/g);
  expect(await written()).toEqual(numbers);
  const donatedAt = new Date('2026-11-01T12:00:00+09:00');
  await db.update(donations).set({ donatedAt }).where(eq(donations.uid, 'giver'));
  expect(await written()).toEqual(numbers.toSorted());
});

test.each(['?year=2016', '?year=2100', '?year=20261', '?year=x', '?uid=other'])(
  '%s is a ValidationError',
  async (query) => {
    const response = await file('donor', query);
    expect([response.statusCode, response.json().type]).toEqual([400, 'ValidationError']);
  },
);

test('visitors are asked to sign in', async () => {
  expect((await app.inject({ url: '/api/users/donations.csv' })).statusCode).toBe(401);
});
