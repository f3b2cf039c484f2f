import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { certify, insertDonation, insertPaper, receiptDonor } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { issueReceipt } from './issuing.server.ts';
import { derivedCode, hashOfCode } from './paper-record.server.ts';
import type { Receipt, ReceiptGroup } from './receipt.ts';
import { receipts } from './receipt-tables.server.ts';
import { ownPaper } from './receipts.server.ts';

// Today is 20 November 2026.
const house = await testApp();
const { app, db, services } = house;
type Headers = Awaited<ReturnType<ReturnType<typeof signedIn>>>;
let hanako: Headers;
let taro: Headers;

beforeAll(async () => {
  hanako = await signedIn(house)('hanako');
  taro = await signedIn(house)('taro');
  await signedIn(house)('saburo');
  for (const id of ['ao', 'today', 'ended', 'unknown', 'plain', 'later', 'town']) {
    await insertAssociate(db, id);
  }
  await db
    .update(associates)
    .set({ classification: 'municipality' })
    .where(eq(associates.id, 'town'));
  await db.update(associates).set({ classification: 'npo' }).where(eq(associates.id, 'plain'));
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await certify(db, 'today', '2021-11-21', '2026-11-20');
  await certify(db, 'ended', '2021-11-20', '2026-11-19');
  await certify(db, 'later', '2026-06-01', '2031-05-31');
  const given: [number, number, string, string][] = [
    [1, 1_200, '2026-11-10', 'ao'],
    [2, 3_000, '2026-11-10', 'today'],
    [3, 3_000, '2026-11-10', 'ended'],
    [4, 3_000, '2026-11-10', 'unknown'],
    [5, 3_000, '2026-11-10', 'plain'],
    [6, 3_000, '2026-05-31', 'later'],
    [7, 0, '2026-11-10', 'ao'],
    [8, 5_000, '2026-11-10', ''],
    [9, 3_000, '2026-11-20', 'ended'],
    [10, 3_000, '2026-11-10', 'town'],
    // A past year. The first gift is before the certification, the last was reversed.
    [20, 700, '2023-12-31', 'ao'],
    [21, 1_000, '2025-01-01', 'ao'],
    [22, 2_500, '2025-12-31', 'ao'],
    [23, 400, '2026-01-01', 'ao'],
  ];
  for (const [n, yen, on, associateId] of given) {
    await insertDonation(db, { n, yen, on, associateId, uid: 'hanako' });
  }
  await insertDonation(db, { n: 24, yen: 900, on: '2025-06-01', uid: 'hanako', isReversed: true });
});

const issue = (body: object, headers: Headers = hanako) =>
  app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    headers,
    payload: { donor: receiptDonor, ...body },
  });
const issueFor = (n: number, headers?: Headers) =>
  issue({ kind: 'donation', appraisalId: numberOf(n) }, headers);
const reissue = (number: string, headers: Headers = hanako) =>
  app.inject({
    method: 'POST',
    url: `/api/users/receipts/${number}/reissue`,
    headers,
    payload: {},
  });
const pdf = (number: string, headers: Headers = hanako) =>
  app.inject({ url: `/api/users/receipts/${number}/pdf`, headers });
/** Code printed on a person's receipt. */
const codeOn = async (number: string, uid = 'hanako') =>
  (await ownPaper(services.ctx, { uid }, number))?.code ?? '';
const verify = async (number: string, code: string) =>
  (
    await app.inject({ method: 'POST', url: '/api/receipts/verify', payload: { number, code } })
  ).json();

const asked = { donor: receiptDonor, replaces: [] };
/** Issues papers on single gifts; returns their numbers. */
const numbersOf = async (...gifts: number[]) =>
  Promise.all(gifts.map(async (n) => (await issueFor(n)).json<Receipt>().number));

test('twenty requests at once issue one receipt, with the donor as asked for', async () => {
  // Opens as many connections, so that the requests are really concurrent.
  await Promise.all(Array.from({ length: 20 }, () => issueFor(8)));
  const replies = await Promise.all(Array.from({ length: 20 }, () => issueFor(1)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const numbers = new Set(replies.map((reply) => reply.json<Receipt>().number));
  expect([...numbers]).toEqual(['2026-000001']);
  expect(await db.select().from(receipts)).toMatchObject([
    {
      donorName: '髙橋 花子',
      donorAddress: '〒100-0001 東京都見本町1-2',
      amountYen: 1_200,
      year: 2026,
    },
  ]);
});

test('numbers follow each other without a gap when different ones are issued at once', async () => {
  const replies = await Promise.all([21, 22, 23].map((n) => issueFor(n)));
  const numbers = replies.map((reply) => reply.json<Receipt>().number).sort();
  expect(numbers).toEqual(['2026-000002', '2026-000003', '2026-000004']);
});

test('a certification counts for gifts up to its last day, also when it has ended since', async () => {
  expect((await issueFor(2)).statusCode).toBe(200);
  // Certified on the day of the gift, although not today.
  expect((await issueFor(3)).statusCode).toBe(200);
  const ended = await issueFor(9);
  expect(ended.statusCode).toBe(409);
  expect(ended.json().message).toContain('寄付金が団体へ届いた日（2026/11/20）');
});

test('the number belongs to the locked year, even if the year turns in between', async () => {
  await insertDonation(db, { n: 60, yen: 100, on: '2026-11-10', uid: 'saburo' });
  const [before, after] = ['2026-12-31T23:59:59.999+09:00', '2027-01-01T00:00:00+09:00'];
  const readings: string[] = [];
  const turning = {
    ...services.ctx,
    clock: () => {
      readings.push(readings.length === 0 ? before : after);
      return new Date(readings.at(-1) ?? '');
    },
  };
  const { number, issuedAt } = await issueReceipt(
    turning,
    { uid: 'saburo' },
    { kind: 'donation', appraisalId: numberOf(60), donor: receiptDonor, replaces: [] },
  );
  expect([number.slice(0, 4), issuedAt]).toEqual(['2026', '20261231235959999']);
  expect(readings).toEqual([before]);
});

test.each([
  [4, '認定が有効だったことを確認できない'],
  [5, '控除の対象ではない'],
  [6, '寄付金が団体へ届いた日（2026/05/31）に、この団体の認定が有効だったことを確認できない'],
  [7, '0円'],
  [8, '基金への寄付'],
  [20, '認定が有効だったことを確認できない'],
])('donation %i gets none, and the reason is told', async (n, reason) => {
  const reply = await issueFor(n);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().message).toContain(reason);
});

test('who needs no certification has a paper without one', async () => {
  const { number } = (await issueFor(10)).json<Receipt>();
  const paper = await ownPaper(services.ctx, { uid: 'hanako' }, number);
  expect(paper?.stated).toMatchObject({ classification: 'municipality', certifications: [] });
});

test('a year’s paper names each certification of its days, and no other', async () => {
  await insertAssociate(db, 'renewed');
  await certify(db, 'renewed', '2015-07-01', '2020-06-30');
  await certify(db, 'renewed', '2020-07-01', '2025-06-30');
  await certify(db, 'renewed', '2025-07-01', '2030-06-30');
  const given = ['2020-02-01', '2020-06-30', '2020-07-01', '2022-03-03'];
  for (const [index, on] of given.entries()) {
    await insertDonation(db, { n: 61 + index, yen: 10, on, associateId: 'renewed', uid: 'saburo' });
  }
  const certificationsIn = async (year: number) => {
    const request = { kind: 'year', year, associateId: 'renewed', ...asked } as const;
    const { number } = await issueReceipt(services.ctx, { uid: 'saburo' }, request);
    const paper = await ownPaper(services.ctx, { uid: 'saburo' }, number);
    return paper?.stated.certifications.map(({ certifiedOn }) => certifiedOn);
  };
  expect(await certificationsIn(2020)).toEqual(['2015-07-01', '2020-07-01']);
  expect(await certificationsIn(2022)).toEqual(['2020-07-01']);
});

describe('a year', () => {
  test('is summed up once it is over, without what was taken back', async () => {
    // Its gifts already have papers of their own.
    const replaces = await numbersOf(21, 22);
    const reply = await issue({ kind: 'year', year: 2025, associateId: 'ao', replaces });
    expect(reply.json()).toMatchObject({ kind: 'year', year: 2025, amountYen: 3_500 });
    const again = await issue({ kind: 'year', year: 2025, associateId: 'ao' });
    expect(again.json().number).toBe(reply.json().number);
    const paper = await ownPaper(services.ctx, { uid: 'hanako' }, reply.json().number);
    expect(paper?.gifts.map(({ amountYen }) => amountYen)).toEqual([1_000, 2_500]);
  });

  test.each([
    [2_099, 404],
    [9_999, 400],
    [0, 400],
    [-1, 400],
  ])('the year %i, in which nobody gave, is answered %i', async (year, status) => {
    const reply = await issue({ kind: 'year', year, associateId: 'ao' });
    expect(reply.statusCode).toBe(status);
  });

  test('that is not over has to wait', async () => {
    const reply = await issue({ kind: 'year', year: 2026, associateId: 'ao' });
    expect(reply.statusCode).toBe(409);
    expect(reply.json().message).toContain('翌年の1月1日から');
  });

  test('of applicants with different names is put on one paper, under the name asked for', async () => {
    const other = { lastName: '邊' };
    await insertDonation(db, { n: 30, yen: 100, on: '2024-02-01', uid: 'taro' });
    await insertDonation(db, { n: 31, yen: 100, on: '2024-03-01', uid: 'taro', applicant: other });
    const reply = await issue({ kind: 'year', year: 2024, associateId: 'ao' }, taro);
    expect(reply.json()).toMatchObject({ amountYen: 200, donorName: '髙橋 花子' });
  });
});

test('the overview tells for each gift and year what can be had, and why not', async () => {
  const reply = await app.inject({ url: '/api/users/receipts/possible', headers: hanako });
  const groups = reply.json<ReceiptGroup[]>();
  const of = (associateId: string, year: number) =>
    groups.find((one) => one.associateId === associateId && one.year === year);
  expect(of('ao', 2025)).toMatchObject({
    amountYen: 3_500,
    reason: '',
    relief: 'credit-or-deduction',
  });
  expect(of('ao', 2026)?.reason).toContain('翌年');
  expect(of('ended', 2026)?.donations.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('2026/11/20'),
    '',
  ]);
  expect(of('', 2026)?.reason).toContain('基金');
  expect(groups.map(({ year }) => year)).toEqual(
    groups
      .map(({ year }) => year)
      .sort()
      .reverse(),
  );
});

describe('a donor of several gifts to each', () => {
  let jiro: Headers;
  beforeAll(async () => {
    jiro = await signedIn(house)('jiro');
    await insertAssociate(db, 'mid');
    await certify(db, 'mid', '2024-07-01', '2025-06-30');
    await certify(db, 'mid', '2026-01-01', '2030-12-31');
    const given: [number, number, string, string][] = [
      [40, 900, '2024-06-30', 'mid'],
      [41, 100, '2024-07-01', 'mid'],
      [42, 0, '2024-08-01', 'mid'],
      [43, 250, '2024-12-31', 'mid'],
      [44, 40, '2025-06-30', 'mid'],
      [45, 800, '2025-07-01', 'mid'],
      [46, 10, '2025-03-01', ''],
      [47, 20, '2025-08-01', ''],
      [48, 300, '2024-09-01', 'plain'],
      [49, 400, '2024-10-01', 'plain'],
      [50, 5, '2026-02-01', 'mid'],
      [51, 6, '2026-11-01', 'mid'],
      // The first gift of 2025, while the latest gift went to another organisation.
      [52, 2, '2025-02-01', 'mid'],
    ];
    for (const [n, yen, on, associateId] of given) {
      await insertDonation(db, { n, yen, on, associateId, uid: 'jiro' });
    }
  });

  const overview = async () =>
    (await app.inject({ url: '/api/users/receipts/possible', headers: jiro }))
      .json<ReceiptGroup[]>()
      .map(({ associateId, year, amountYen, relief, reason, donations: gifts }) => [
        `${associateId || '基金'} ${year}`,
        amountYen,
        relief,
        reason,
        gifts.map((gift) => [gift.appraisalId, gift.amountYen, gift.reason !== '']),
      ]);

  test('sees each year and recipient once, the newest first, and what counts of it', async () => {
    const of = (...rows: [n: number, yen: number, isRefused: boolean][]) =>
      rows.map(([n, yen, isRefused]) => [numberOf(n), yen, isRefused]);
    const credit = 'credit-or-deduction';
    const notDeductible = expect.stringContaining('控除の対象ではない');
    const notOver = expect.stringContaining('2026年分をまとめた');
    expect(await overview()).toEqual([
      ['mid 2026', 11, credit, notOver, of([51, 6, false], [50, 5, false])],
      ['基金 2025', 0, 'none', expect.stringContaining('基金'), of([47, 20, true], [46, 10, true])],
      ['mid 2025', 42, credit, '', of([45, 800, true], [44, 40, false], [52, 2, false])],
      [
        'mid 2024',
        350,
        credit,
        '',
        of([43, 250, false], [42, 0, true], [41, 100, false], [40, 900, true]),
      ],
      ['plain 2024', 0, 'none', notDeductible, of([49, 400, true], [48, 300, true])],
    ]);
  });

  test.each([
    [2024, 350, [100, 250]],
    [2025, 42, [2, 40]],
  ])('has %d on one paper, with the gifts that count', async (year, sum, gifts) => {
    const { number } = (await issue({ kind: 'year', year, associateId: 'mid' }, jiro)).json();
    const paper = await ownPaper(services.ctx, { uid: 'jiro' }, number);
    expect(paper).toMatchObject({ amountYen: sum, year });
    expect(paper?.gifts.map(({ amountYen }) => amountYen)).toEqual(gifts);
    const again = (await reissue(number, jiro)).json<Receipt>();
    expect(again).toMatchObject({ kind: 'year', year, amountYen: sum, replaces: [number] });
    const repeated = await ownPaper(services.ctx, { uid: 'jiro' }, again.number);
    expect(repeated?.gifts).toEqual(paper?.gifts);
  });

  test('has a paper on one of them, which states it alone and says all that it must', async () => {
    const facts = { address: '東京都見本町1-2-3', representative: '見本太郎' };
    await db.update(associates).set(facts).where(eq(associates.id, 'mid'));
    // The year's paper, which it replaces.
    const [{ number: ofYear }] = (await app.inject({ url: '/api/users/receipts', headers: jiro }))
      .json<[Receipt, Receipt]>()
      .filter(({ year, state }) => year === 2024 && state === 'valid') as [Receipt];
    const { number } = (
      await issue({ kind: 'donation', appraisalId: numberOf(43), replaces: [ofYear] }, jiro)
    ).json<Receipt>();
    const code = await codeOn(number, 'jiro');
    expect(await ownPaper(services.ctx, { uid: 'jiro' }, number)).toEqual({
      number,
      kind: 'donation',
      year: 2024,
      amountYen: 250,
      donorName: '髙橋 花子',
      donorAddress: '〒100-0001 東京都見本町1-2',
      issuedAt: house.clock.now,
      replaces: [ofYear],
      gifts: [{ receivedOn: '2024-12-31', amountYen: 250, appraisalId: numberOf(43) }],
      stated: {
        way: 'goods',
        name: '見本の会 mid',
        classification: 'approved-npo',
        ...facts,
        isSubstitute: true,
        cost: { feeYen: 0, handlingYen: 0 },
        verifyPage: `${testOrigin}/verify`,
        // The one in force on the day of the gift, not today's.
        certifications: [
          {
            number: '認定第mid号',
            authority: '東京都知事',
            certifiedOn: '2024-07-01',
            expiresOn: '2025-06-30',
          },
        ],
      },
      code,
      verifyUrl: `${testOrigin}/verify#number=${number}&code=${code}`,
      isSample: false,
    });
  });

  test('has no paper on a year of which no gift counts', async () => {
    const reply = await issue({ kind: 'year', year: 2024, associateId: 'plain' }, jiro);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('控除の対象ではない'),
    ]);
  });
});

describe('a receipt issued again', () => {
  test('names the one it repeats, which cannot be repeated twice', async () => {
    const { number } = (await issueFor(1)).json<Receipt>();
    const code = await codeOn(number);
    const replies = await Promise.all([reissue(number), reissue(number)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const again = replies.find(({ statusCode }) => statusCode === 200)?.json<Receipt>();
    expect(again).toMatchObject({ replaces: [number], amountYen: 1_200 });
    // A new request returns the last one.
    expect((await issueFor(1)).json().number).toBe(again?.number);
    expect(await verify(number, code)).toMatchObject({
      ...{ state: 'replaced', replacedBy: again?.number, endReason: '再発行したため' },
      endedAt: '20261120100000000',
    });
    expect((await pdf(number)).statusCode).toBe(410);
  });

  test('says what the first one said, whatever has changed of the organisation since', async () => {
    const { number } = (await issueFor(2)).json<Receipt>();
    const paper = await ownPaper(services.ctx, { uid: 'hanako' }, number);
    expect(paper?.stated).toMatchObject({
      name: '見本の会 today',
      certifications: [{ certifiedOn: '2021-11-21', expiresOn: '2026-11-20' }],
    });
    const moved = { name: '移った会', address: '大阪府見本町', representative: '別人' };
    await db.update(associates).set(moved).where(eq(associates.id, 'today'));
    await certify(db, 'today', '2026-01-01', '2031-11-20');
    expect(await ownPaper(services.ctx, { uid: 'hanako' }, number)).toEqual(paper);
    const again = (await reissue(number)).json<Receipt>();
    const now = await ownPaper(services.ctx, { uid: 'hanako' }, again.number);
    expect(now?.stated).toEqual(paper?.stated);
    const known = { associateName: '見本の会 today' };
    expect(await verify(number, paper?.code ?? '')).toMatchObject(known);
    expect(await verify(again.number, now?.code ?? '')).toMatchObject(known);
  });
});

test('nobody else issues, reads, repeats or downloads a donor’s receipt', async () => {
  const { number } = (await issueFor(10)).json<Receipt>();
  expect((await issueFor(10, taro)).statusCode).toBe(404);
  expect((await issue({ kind: 'year', year: 2025, associateId: 'ao' }, taro)).statusCode).toBe(404);
  expect((await pdf(number, taro)).statusCode).toBe(404);
  expect((await reissue(number, taro)).statusCode).toBe(404);
  const list = await app.inject({ url: '/api/users/receipts', headers: taro });
  expect(list.json<Receipt[]>().map((one) => one.number)).not.toContain(number);
});

test('a paper of before prints the code that its version derived from SECRET and number', async () => {
  const [number, uid] = ['2026-900001', 'saburo'];
  const code = derivedCode(number, testSecret);
  await insertPaper(db, { number, uid, verifyCodeHash: hashOfCode(number, code) });
  expect(await codeOn(number, uid)).toBe(code);
  expect(await verify(number, code)).toMatchObject({ state: 'valid' });
});

describe('anybody with number and code', () => {
  test('is told what the paper states, and nothing of the person', async () => {
    const { number } = (await issueFor(23)).json<Receipt>();
    const told = await verify(number.replace('-', 'ー'), (await codeOn(number)).toLowerCase());
    expect(told).toMatchObject({
      ...{ verdict: 'known', state: 'valid' },
      number,
      amountYen: 400,
      associateName: '見本の会 ao',
    });
    expect(JSON.stringify(told)).not.toMatch(/髙橋|花子|hanako|100-0001|TS-/);
  });

  test('learns nothing from a code that is not the paper’s', async () => {
    const { number } = (await issueFor(23)).json<Receipt>();
    expect(await verify(number, '0000-0000-0000')).toEqual({ verdict: 'unknown' });
    expect(await verify('2026-999999', await codeOn(number))).toEqual({ verdict: 'unknown' });
  });

  test('cannot try codes without end', async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 61; tries++) {
      const payload = { number: '2026-000001', code: '0000-0000-0000' };
      const reply = await app.inject({ method: 'POST', url: '/api/receipts/verify', payload });
      statuses.add(reply.statusCode);
    }
    expect(statuses).toContain(429);
  });
});
