import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { certify, receiptDonor, receivedWhenGiven } from '#test/factories/receipts.ts';
import { remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Receipt, ReceiptVerdict } from './receipt.ts';
import { ownPaper } from './receipts.server.ts';

// Papers as records: void is final, and a gift has at most one valid paper.

const house = await testApp();
const { app, db, clock, services } = house;

beforeAll(async () => {
  for (const uid of ['op', 'colleague']) await signedIn(house)(uid, 'operator');
  await signedIn(house)('hanako');
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
});
beforeEach(async () => {
  clock.now = new Date('2025-12-01T10:00:00+09:00');
  await emptyTables(
    db,
    ...['applications', 'result_batches', 'outbox_mails', 'remittances', 'remittance_runs'],
    ...['receipts', 'number_floors', 'approvals', 'owed_items', 'ledger_lines', 'kept_sums'],
  );
});

const as = (uid: string) => headersOfSession(house, uid, true);
const post = async (uid: string, url: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: await as(uid), payload });
const at = (time: string) => {
  clock.now = new Date(`${time}+09:00`);
};

/** Gifts of these amounts, received in December 2025. */
async function given(...yen: number[]) {
  await insertApplications(
    db,
    yen.map((_, index) => application(index + 1, { uid: 'hanako' })),
  );
  const lines = yen.map((appraised, index) => resultLine(index + 1, { appraised }));
  const { status, body } = await uploadResults(house, await as('op'), resultFile(...lines));
  expect([status, body.errors]).toEqual([200, []]);
  await receivedWhenGiven(db, '2025-12-20');
  await db.update(outboxMails).set({ state: 'sent' });
  at('2026-02-01T10:00:00');
}

const issue = (body: object) =>
  post('hanako', '/api/users/receipts', { donor: receiptDonor, ...body });
const ofYear = (replaces: string[] = []) =>
  issue({ kind: 'year', year: 2025, associateId: 'ao', replaces });
const ofGift = (n: number, replaces: string[] = []) =>
  issue({ kind: 'donation', appraisalId: numberOf(n), replaces });
const ofResult = (n: number) => `/api/office/results/${numberOf(n)}`;
async function correct(n: number, appraisedYen: number) {
  const { version } = (await app.inject({ url: ofResult(n), headers: await as('op') })).json();
  const reply = await post('op', `${ofResult(n)}/correct`, {
    ...{ outcome: appraisedYen > 0 ? 'completed' : 'unpriced', itemCount: 3 },
    ...{ pricedCount: appraisedYen > 0 ? 2 : 0, appraisedYen, bonusYen: 0, note: '' },
    ...{ reason: '数えまちがい', version },
  });
  expect([reply.statusCode, reply.json().message]).toEqual([200, undefined]);
}
async function undo(n: number) {
  const { version } = (await app.inject({ url: ofResult(n), headers: await as('op') })).json();
  expect((await post('op', `${ofResult(n)}/correct/undo`, { version })).statusCode).toBe(200);
}
const papers = async (): Promise<Receipt[]> =>
  (await app.inject({ url: '/api/users/receipts', headers: await as('hanako') })).json();
/** Number, sum and state of each paper, the oldest first. */
const states = async () =>
  (await papers())
    .map(({ number, amountYen, state }) => [number.slice(-1), amountYen, state])
    .reverse();
const codeOf = async (number: string) =>
  (await ownPaper(services.ctx, { uid: 'hanako' }, number))?.code ?? '';
const verify = async (number: string, code: string): Promise<ReceiptVerdict> =>
  (
    await app.inject({ method: 'POST', url: '/api/receipts/verify', payload: { number, code } })
  ).json();

test('a paper that a correction replaced stays void when the correction is taken back; another is issued', async () => {
  await given(5_000, 6_002);
  const first = (await ofYear()).json<Receipt>();
  const code = await codeOf(first.number);
  await correct(1, 4_000);
  expect(await states()).toEqual([
    ['1', 11_002, 'replaced'],
    ['2', 10_002, 'valid'],
  ]);
  await undo(1);
  expect(await states()).toEqual([
    ['1', 11_002, 'replaced'],
    ['2', 10_002, 'replaced'],
    ['3', 11_002, 'valid'],
  ]);
  expect(await verify(first.number, code)).toMatchObject({
    ...{ state: 'replaced', replacedBy: '2026-000002', endReason: '寄付の金額が訂正されたため' },
  });
});

test('after two corrections with the same yearly sum one paper is valid, and the first keeps its lines', async () => {
  await given(5_000, 6_000);
  await ofYear();
  await correct(1, 5_500);
  await correct(2, 5_500);
  expect(await states()).toEqual([
    ['1', 11_000, 'replaced'],
    ['2', 11_500, 'replaced'],
    ['3', 11_000, 'valid'],
  ]);
  const lines = await db.execute(
    sql`select amount_yen as yen, stands from receipt_gifts where receipt_number = '2026-000001' order by line`,
  );
  expect(lines.rows).toEqual([
    { yen: 5_000, stands: false },
    { yen: 6_000, stands: false },
  ]);
});

test('a correction replaces what holds, once: no number is given to a paper that was void, and the mail names the one that holds', async () => {
  await given(5_000);
  const first = (await ofGift(1)).json<Receipt>();
  at('2026-02-02T10:00:00');
  const again = (
    await post('hanako', `/api/users/receipts/${first.number}/reissue`, {})
  ).json<Receipt>();
  at('2026-02-03T10:00:00');
  await correct(1, 4_000);
  expect(await states()).toEqual([
    ['1', 5_000, 'replaced'],
    ['2', 5_000, 'replaced'],
    ['3', 4_000, 'valid'],
  ]);
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'result-corrected'));
  expect(mail?.textBody).toContain(
    `受領証明書${again.number}は、お使いいただけなくなりました。代わりに2026-000003を発行しました。`,
  );
  expect(mail?.textBody).not.toContain(first.number);
  expect((await codeOf('2026-000003')).length).toBeGreaterThan(0);
});

test('a year’s paper takes the place of those on its gifts once they are named, and a single one that of the year', async () => {
  await given(1_000, 2_000);
  const singles = [(await ofGift(1)).json<Receipt>(), (await ofGift(2)).json<Receipt>()];
  const numbers = singles.map(({ number }) => number);
  for (const named of [[], numbers.slice(0, 1), [...numbers, '2026-000009']]) {
    const refused = await ofYear(named);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining(numbers.join('、')),
    ]);
  }
  const year = (await ofYear(numbers)).json<Receipt>();
  expect(year).toMatchObject({ amountYen: 3_000, replaces: numbers, state: 'valid' });
  // A second request returns the same paper.
  expect((await ofYear()).json().number).toBe(year.number);
  expect((await ofGift(1)).statusCode).toBe(409);
  const single = (await ofGift(1, [year.number])).json<Receipt>();
  expect(single.replaces).toEqual([year.number]);
  expect((await states()).filter(([, , state]) => state === 'valid')).toEqual([
    [single.number.slice(-1), 1_000, 'valid'],
  ]);
  // The other gift has no paper until one is requested.
  expect((await ofGift(2)).statusCode).toBe(200);
});

test('of many who ask for both at once one paper holds over a gift', async () => {
  await given(1_000);
  await Promise.all([ofGift(1), ofYear(), ofGift(1), ofYear()]);
  expect((await states()).filter(([, , state]) => state === 'valid')).toHaveLength(1);
});

test('a wrong name is corrected by another paper: the former one is void, and names its successor', async () => {
  await given(1_000);
  const first = (await ofGift(1)).json<Receipt>();
  const code = await codeOf(first.number);
  const donor = { ...receiptDonor, lastName: '邊' };
  const path = `/api/users/receipts/${first.number}/reissue`;
  expect((await post('hanako', path, { donor: { ...donor, firstName: '' } })).statusCode).toBe(400);
  const corrected = (await post('hanako', path, { donor })).json<Receipt>();
  expect(corrected).toMatchObject({ donorName: '邊 花子', replaces: [first.number] });
  expect(await verify(first.number, code)).toMatchObject({
    ...{
      state: 'replaced',
      replacedBy: corrected.number,
      endReason: 'お名前・ご住所を訂正したため',
    },
  });
  expect((await post('hanako', path, { donor })).statusCode).toBe(409);
  // Another name is a correction of the valid paper, not a new one.
  expect((await ofGift(1)).json().message).toContain('お名前・ご住所の訂正');
});

test('a paper leads to the page of its issue, also once the service has another address', async () => {
  await given(1_000);
  const { number } = (await ofGift(1)).json<Receipt>();
  const printed = await ownPaper(services.ctx, { uid: 'hanako' }, number);
  const moved = { ...services.ctx, publicUrl: 'https://moved.example' };
  expect(await ownPaper(moved, { uid: 'hanako' }, number)).toEqual(printed);
});

test('a paper states gifts before their cost, and the cost of all of them together', async () => {
  await given(5_000, 6_000);
  await db.update(donations).set({ feeYen: 500, handlingYen: 100 });
  const { number, amountYen } = (await ofYear()).json<Receipt>();
  const printed = await ownPaper(services.ctx, { uid: 'hanako' }, number);
  expect(amountYen).toBe(11_000);
  expect(printed).toMatchObject({
    gifts: [{ amountYen: 5_000 }, { amountYen: 6_000 }],
    stated: { cost: { feeYen: 1_000, handlingYen: 200 } },
  });
});

test('reversed gifts end their paper, and its other gifts have none', async () => {
  await given(1_000, 2_000);
  const [year] = [(await ofYear()).json<Receipt>()];
  await correct(1, 0);
  expect(await states()).toEqual([
    [year?.number.slice(-1), 3_000, 'replaced'],
    ['2', 2_000, 'valid'],
  ]);
  await correct(2, 0);
  expect((await papers())[0]).toMatchObject({
    ...{ state: 'void', replacedBy: '' },
    endReason: '査定の結果が訂正され、この寄付がなくなったため',
  });
});

test.each([
  ['came back', 'returned', '団体への送金が戻り、寄付金がまだ届いていないため'],
  ['was confirmed by mistake', 'unconfirm', '団体への着金の記録が取り消されたため'],
])('papers on gifts whose transfer %s are void for ever', async (_what, how, reason) => {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  await uploadResults(house, await as('op'), resultFile(resultLine(1, { appraised: 9_000 })));
  at('2026-01-05T10:00:00');
  await remit(house, [numberOf(1)], { asks: 'op', approves: 'colleague' });
  const first = (await ofGift(1)).json<Receipt>();
  const code = await codeOf(first.number);
  at('2026-01-06T10:00:00');
  const [row] = await db.select().from(remittances);
  const url = `/api/office/remittances/${row?.id}/${how === 'returned' ? 'return' : how}`;
  const body = { reason: '口座番号の誤り', version: row?.version };
  const done = await post('op', url, {
    ...body,
    ...(how === 'returned' && { returnedOn: '2026-01-06' }),
  });
  expect([done.statusCode, done.json().message]).toEqual([200, undefined]);
  expect(await verify(first.number, code)).toMatchObject({ state: 'void', endReason: reason });
  expect((await db.select().from(applications))[0]?.state).toBe('donated');
  // The gift arrived on another day, so it gets another paper.
  await receivedWhenGiven(db, '2026-02-01');
  expect((await ofGift(1)).json()).toMatchObject({ state: 'valid', replaces: [] });
  expect(await verify(first.number, code)).toMatchObject({ state: 'void' });
});
