import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { emptyWords } from '#giving/pledges/pledge-draft.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
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
import { picturesForm } from '#test/factories/pictures.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { certify, receiptDonor, receivedWhenGiven } from '#test/factories/receipts.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { holding, leaveUncommitted, lockWaits, waitForLocks } from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';

// Races of a pledge or receipt on a donation against a reversal.
const house = await testApp({ statementMs: 20_000 });
const { app, db, databaseUrl } = house;
type Headers = { authorization: string };
let operator: Headers;
let hanako: Headers;
let batchId = '';

beforeAll(async () => {
  const signIn = signedIn(house);
  operator = await signIn('op', 'operator');
  hanako = await signIn('hanako');
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
});

beforeEach(async () => {
  for (const table of [pledges, outboxMails]) await db.delete(table);
  await emptyTables(db, 'applications', 'result_batches', 'receipts');
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  batchId = await upload();
  await receivedWhenGiven(db);
});

const upload = async (): Promise<string> =>
  (await uploadResults(house, operator, resultFile(resultLine(1)))).body.batchId;
const post = (url: string, payload: object, headers = operator) =>
  app.inject({ method: 'POST', url, payload, headers });
const reverse = () =>
  post(`/api/office/results/batches/${batchId}/reverse`, {
    reason: '金額を誤ったため',
    version: 1,
  });
const issue = () =>
  post(
    '/api/users/receipts',
    { kind: 'donation', appraisalId: numberOf(1), donor: receiptDonor },
    hanako,
  );
const write = (state: string, id = 'coat') => {
  const draft = {
    id,
    appraisalId: numberOf(1),
    ...emptyWords,
    text: '大切に着てきた服です。',
    state,
    items: [],
  };
  const form = picturesForm('pledge', draft, []);
  return app.inject({
    method: 'POST',
    url: '/api/my-pledges',
    payload: form.payload,
    headers: { ...hanako, ...form.headers },
  });
};
const withhold = () =>
  post('/api/office/pledges/coat/withhold', { reason: 'ほかの方のお顔が写っています。' });
const lift = (state = 'published') => post('/api/office/pledges/coat/lift', { state });
const hasPledge = (state: string) =>
  insertPledge(db, { id: 'coat', appraisalId: numberOf(1), uid: 'hanako', state });

/**
 * Starts `first`; once it waits for the lock held here, starts `second`; releases the lock once that waits too or is
 * done. Returns both statuses.
 */
async function meet(
  lockSql: string,
  first: () => PromiseLike<{ statusCode: number }>,
  second: () => PromiseLike<{ statusCode: number }>,
): Promise<[number, number]> {
  const unlock = await holding(databaseUrl, lockSql);
  const one = Promise.resolve(first());
  await expect.poll(() => lockWaits(db)).toBe(1);
  let isDone = false;
  const other = Promise.resolve(second()).finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await lockWaits(db)) === 2).toBe(true);
  await unlock();
  return [(await one).statusCode, (await other).statusCode];
}

/** Whether the donation is valid, and the state of what depends on it. */
async function facts() {
  const [batch] = await db.select().from(resultBatches).where(eq(resultBatches.id, batchId));
  const [pledge] = await db.select().from(pledges);
  const [row] = await db.select().from(applications);
  return {
    isReversed: batch?.reversedAt !== null,
    standing: (await db.select().from(donations)).filter(({ reversedAt }) => reversedAt === null)
      .length,
    state: row?.state,
    pledge: pledge?.state,
    receipts: await db.$count(receipts),
  };
}
const whole = { isReversed: false, standing: 1, state: 'donated' };
const takenBack = { isReversed: true, standing: 0, state: 'goods-received' };

describe('a withheld pledge whose batch was reversed', () => {
  test('is not made public again until its donation is valid again', async () => {
    await hasPledge('published');
    expect((await withhold()).statusCode).toBe(200);
    expect((await reverse()).statusCode).toBe(200);
    const refused = await lift();
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('取り下げられています');
    expect(await facts()).toMatchObject({ ...takenBack, pledge: 'withheld' });
    batchId = await upload();
    expect((await lift()).statusCode).toBe(200);
    expect(await facts()).toMatchObject({ ...whole, pledge: 'published' });
  });

  test('is given back to its author when it was hidden, who cannot publish it', async () => {
    await hasPledge('hidden');
    expect((await withhold()).statusCode).toBe(200);
    expect((await reverse()).statusCode).toBe(200);
    expect((await lift('hidden')).statusCode).toBe(200);
    expect((await write('published')).statusCode).toBe(404);
    expect(await facts()).toMatchObject({ ...takenBack, pledge: 'hidden' });
  });
});

const pledgeLock = `select from pledges where id = 'coat' for update`;
// A reversal reaches this lock after reversing the donations.
const reversalLock = 'lock table appraisals in share mode';

test('a reversal waits for a pledge that is being published, and is then refused', async () => {
  await hasPledge('hidden');
  expect(await meet(pledgeLock, () => write('published'), reverse)).toEqual([200, 409]);
  expect(await facts()).toMatchObject({ ...whole, pledge: 'published' });
});

test('a pledge that is being lifted prevents the reversal', async () => {
  await hasPledge('published');
  await withhold();
  expect(await meet(pledgeLock, lift, reverse)).toEqual([200, 409]);
  expect(await facts()).toMatchObject({ ...whole, pledge: 'published' });
});

test('a batch that is being reversed gets no new pledge, and no lifted one', async () => {
  expect(await meet(reversalLock, reverse, () => write('published', ''))).toEqual([200, 404]);
  expect(await facts()).toMatchObject({ ...takenBack, pledge: undefined });
  batchId = await upload();
  await hasPledge('published');
  await withhold();
  expect(await meet(reversalLock, reverse, lift)).toEqual([200, 409]);
  expect(await facts()).toMatchObject({ ...takenBack, pledge: 'withheld' });
});

test('a reversal waits for a receipt that is being numbered, and is then refused', async () => {
  const numberingLock = 'lock table receipts in share mode';
  expect(await meet(numberingLock, issue, reverse)).toEqual([200, 409]);
  expect(await facts()).toMatchObject({ ...whole, receipts: 1 });
});

test('a receipt for a donation that is being reversed gets no number', async () => {
  expect(await meet(reversalLock, reverse, issue)).toEqual([200, 404]);
  expect(await facts()).toMatchObject({ ...takenBack, receipts: 0 });
});

test('a reversal waits for a run that is being prepared, and is then refused', async () => {
  await db.execute(`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at)
    values ('r1', 'ao', 1200, '2026-11-01', '2026-11-30', 'op', now())`);
  const commit = await leaveUncommitted(databaseUrl, `update owed_items set remittance_id = 'r1'`);
  const reversing = reverse();
  await waitForLocks(db, 1);
  await commit();
  expect((await reversing).json().message).toContain('送金の準備に入っている寄付');
  expect(await facts()).toMatchObject(whole);
  await db.execute('update owed_items set remittance_id = null');
  await db.execute('delete from remittances');
});
