import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { post } from '#money/ledger/ledger.server.ts';
import {
  ledgerAccounts as accountTable,
  postingNotes,
} from '#money/ledger/ledger-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { pagesOf } from '#test/pages-of.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BoxBooks, Chart, LedgerLine, OwnerSums, Posting } from './book-rows.ts';

const house = await testApp({ now: new Date('2026-10-20T10:00:00+09:00') });
const { app, clock, db } = house;
const signIn = signedIn(house);
let accountant: Record<string, string>;

const get = async <Body>(path: string): Promise<Body> => {
  const reply = await app.inject({ url: `/api/office/ledger/${path}`, headers: accountant });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return reply.json();
};
const status = async (path: string) =>
  (await app.inject({ url: `/api/office/ledger/${path}`, headers: accountant })).statusCode;
const account = (chart: Chart, code: string) => {
  const { openingYen, debitYen, creditYen, balanceYen } =
    chart.accounts.find((one) => one.code === code) ?? ({} as Chart['accounts'][number]);
  return [openingYen, debitYen, creditYen, balanceYen];
};

/** Two gifts in October, one in November, of which ¥1,200 are remitted in November. */
beforeAll(async () => {
  await signIn('op', 'operator');
  await signIn('acc', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'mori', '森の会');
  await insertApplications(db, [
    application(1),
    application(2, { associateId: 'mori' }),
    application(3),
  ]);
  const upload = async (...lines: string[]) => {
    const operator = await headersOfSession(house, 'op', true);
    const { status: code } = await uploadResults(house, operator, resultFile(...lines));
    expect(code).toBe(200);
  };
  await upload(resultLine(1), resultLine(2, { associate: 'mori', appraised: 300 }));
  clock.now = new Date('2026-11-05T10:00:00+09:00');
  await upload(resultLine(3, { appraised: 500, bonus: 20, donated: 520 }));
  accountant = await headersOfSession(house, 'acc', true);
  const paid = { associateId: 'ao', amountYen: 1200 };
  const at = clock.now;
  await db.insert(remittances).values({
    ...paid,
    id: 'r1',
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    createdBy: 'op',
    createdAt: at,
    state: 'confirmed',
  });
  const of = { remittanceId: 'r1', at };
  await post(db, [
    [
      { ...of, postingId: 'sent:r1', line: 1, account: 'owed:associate:ao', amountYen: 1200 },
      {
        ...of,
        postingId: 'sent:r1',
        line: 2,
        account: 'in-transit:associate:ao',
        amountYen: -1200,
      },
    ],
    [
      {
        ...of,
        postingId: 'confirmed-2:r1',
        line: 1,
        account: 'in-transit:associate:ao',
        amountYen: 1200,
      },
      { ...of, postingId: 'confirmed-2:r1', line: 2, account: 'bank', amountYen: -1200 },
    ],
  ]);
  await db.insert(postingNotes).values([
    { postingId: 'sent:r1', reason: '10月分の送金', actorUid: 'op', at },
    { postingId: 'confirmed-2:r1', reason: '', actorUid: 'op', corrects: null, at },
  ]);
});

test('the chart of accounts is the one that the database has', async () => {
  const rows = await db.select().from(accountTable).orderBy(accountTable.position);
  expect(rows.map(({ code, name, kind }) => [code, name, kind])).toEqual(
    Object.entries(ledgerAccounts).map(([code, { name, kind }]) => [code, name, kind]),
  );
});

test('accounts show opening balance, movements and closing balance, for a month and for all time', async () => {
  const october = await get<Chart>('accounts?month=2026-10');
  expect(account(october, 'proceeds')).toEqual([0, 1500, 0, 1500]);
  expect(account(october, 'owed:associate')).toEqual([0, 0, 1500, 1500]);
  const november = await get<Chart>('accounts?month=2026-11');
  expect(account(november, 'owed:associate')).toEqual([1500, 1200, 520, 820]);
  expect(account(november, 'bonus')).toEqual([0, 20, 0, 20]);
  expect(account(november, 'in-transit')).toEqual([0, 1200, 1200, 0]);
  expect(account(november, 'bank')).toEqual([0, 0, 1200, -1200]);
  const ever = await get<Chart>('accounts');
  expect(account(ever, 'owed:associate')).toEqual([0, 1200, 2020, 820]);
  for (const chart of [october, november, ever]) {
    expect(chart.debitYen).toBe(chart.creditYen);
    expect(chart.debitYen).toBeGreaterThan(0);
    expect(chart.openingDifferenceYen).toBe(0);
  }
  expect([ever.firstMonth, ever.lastMonth]).toEqual(['2026-10', '2026-11']);
});

test('a month before the books and one that is ahead are empty, and no month is refused', async () => {
  expect(account(await get<Chart>('accounts?month=2020-01'), 'proceeds')).toEqual([0, 0, 0, 0]);
  expect(account(await get<Chart>('accounts?month=2029-01'), 'owed:associate')).toEqual([
    820, 0, 0, 820,
  ]);
  expect(await status('accounts?month=2026-13')).toBe(400);
});

test('sums equal the lines, before and after their deltas are merged', async () => {
  const { rows } = await db.execute<{ code: string; yen: number }>(sql`
    select ledger_code(account) as code, sum(amount_yen)::int as yen from ledger_lines group by 1`);
  await compactSums(db);
  const chart = await get<Chart>('accounts');
  for (const { code, yen } of rows) {
    const [, debit = 0, credit = 0] = account(chart, code);
    expect([code, debit - credit]).toEqual([code, yen]);
  }
});

test('below an account stand those of organisations, the biggest of a month first or by name', async () => {
  const owners = async (query: string) =>
    (await get<OwnerSums[]>(`accounts/owed:associate/owners${query}`)).map(
      ({ name, openingYen, debitYen, creditYen, balanceYen }) =>
        `${name} ${openingYen} ${debitYen} ${creditYen} ${balanceYen}`,
    );
  expect(await owners('?month=2026-11')).toEqual([
    'あおぞらの会 1200 1200 520 520',
    '森の会 300 0 0 300',
  ]);
  expect((await owners('?by=name'))[0]).toBe('あおぞらの会 0 1200 1720 520');
  const all = await get<OwnerSums[]>('accounts/service-fee/owners');
  expect(all.map(({ account: name }) => name)).toContain('service-fee:associate:ao');
  expect(await status('accounts/bank/owners')).toBe(404);
  expect(await status('accounts/owed:associate/owners?whose=fund')).toBe(404);
  expect(await status('accounts/nothing/owners')).toBe(400);
});

test('lines are narrowed to an account and a month, in either order, with how many there are', async () => {
  const reply = await app.inject({
    url: '/api/office/ledger/lines?account=owed:associate&month=2026-11',
    headers: accountant,
  });
  expect(reply.headers['x-total-count']).toBe('2');
  expect(
    reply.json<LedgerLine[]>().every(({ accountName }) => accountName === '団体への未送金'),
  ).toBe(true);
  const own = await get<LedgerLine[]>('lines?account=owed:associate:ao&order=oldest');
  expect(own.map(({ debitYen, creditYen }) => debitYen - creditYen)).toEqual([-1200, -520, 1200]);
  expect(own[0]).toMatchObject({
    ownerName: 'あおぞらの会',
    appraisalId: numberOf(1),
    reason: '',
    by: '',
  });
  expect(own[2]).toMatchObject({ remittanceId: 'r1', reason: '10月分の送金' });
  expect(own[2]?.by).not.toBe('');
  expect(await status('lines?account=owed')).toBe(400);
  expect(await status('lines?account=bank:associate:ao')).toBe(400);
  expect(await status('lines?account=constructor')).toBe(400);
});

test('all lines are a file, each with what it is in words', async () => {
  const { body } = await app.inject({
    url: '/api/office/ledger/lines.csv?order=oldest',
    headers: accountant,
  });
  expect(body).toContain('寄付の成立');
  expect(body).toContain('着金の確認');
  expect(body.trimEnd().split('\r\n')).toHaveLength(1 + (await get<LedgerLine[]>('lines')).length);
});

test('a posting has all its lines and whom they are about, and what sent money on', async () => {
  const posting = await get<Posting>('postings/sent:r1');
  expect(
    posting.lines.map(({ accountName, debitYen, creditYen }) => [accountName, debitYen, creditYen]),
  ).toEqual([
    ['団体への未送金', 1200, 0],
    ['送金中', 0, 1200],
  ]);
  expect(posting).toMatchObject({ reason: '10月分の送金', remittanceId: 'r1', corrects: null });
  expect(await status('postings/sent:nobody')).toBe(404);
  expect(await status('postings/%20')).toBe(400);
});

test('a posting that was taken back, and the one that did it, name each other', async () => {
  await post(db, [
    [
      {
        postingId: 'unconfirmed-3:r1',
        line: 1,
        account: 'bank',
        amountYen: 1200,
        remittanceId: 'r1',
        at: clock.now,
      },
      {
        postingId: 'unconfirmed-3:r1',
        line: 2,
        account: 'in-transit:associate:ao',
        amountYen: -1200,
        remittanceId: 'r1',
        at: clock.now,
      },
    ],
  ]);
  await db.insert(postingNotes).values({
    postingId: 'unconfirmed-3:r1',
    reason: '日付の誤り',
    corrects: 'confirmed-2:r1',
    actorUid: 'op',
    at: clock.now,
  });
  const confirmed = await get<Posting>('postings/confirmed-2:r1');
  expect(confirmed.correctedBy.map(({ postingId }) => postingId)).toEqual(['unconfirmed-3:r1']);
  const taken = await get<Posting>('postings/unconfirmed-3:r1');
  expect(taken.corrects?.postingId).toBe('confirmed-2:r1');
  expect(taken.correctedBy).toEqual([]);
});

test('an application’s gift, fee and handling come to what is passed on, to the yen', async () => {
  const box = await get<BoxBooks>(`applications/${numberOf(3)}`);
  expect(box.giftYen).toBe(520);
  expect(box.appraisedYen + box.bonusYen).toBe(box.giftYen);
  expect(box.remittance).toBe(null);
  expect(box.giftYen - box.feeYen - box.handlingYen).toBe(box.passedOnYen);
  expect(box.postings.map(({ postingId }) => postingId.replace(/:.*/, ''))).toEqual(['donation']);
  const [gift] = box.postings;
  expect((await get<Posting>(`postings/${gift?.postingId}`)).appraisalId).toBe(numberOf(3));
  const none = await get<BoxBooks>(`applications/${numberOf(99)}`);
  const nothing = { appraisedYen: 0, bonusYen: 0, giftYen: 0, feeYen: 0, handlingYen: 0 };
  expect(none).toEqual({ ...nothing, passedOnYen: 0, remittance: null, postings: [] });
});

test('many lines are walked through page by page, each once', async () => {
  await post(
    db,
    Array.from({ length: 60 }, (_, n) => [
      { postingId: `sale:s${n}`, line: 1, account: 'bank', amountYen: 10, at: clock.now },
      {
        postingId: `sale:s${n}`,
        line: 2,
        account: 'sale-difference',
        amountYen: -10,
        at: clock.now,
      },
    ]),
  );
  for (const order of ['newest', 'oldest']) {
    const pages = await pagesOf(
      (url) => app.inject({ url, headers: accountant }),
      `/api/office/ledger/lines?month=2026-11&order=${order}`,
    );
    const lines = pages.flatMap((page) => page.json<LedgerLine[]>());
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(String(lines.length)).toBe(pages[0]?.headers['x-total-count']);
    expect(pages.length).toBeGreaterThan(2);
  }
});
