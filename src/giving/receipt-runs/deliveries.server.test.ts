import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { callerFor } from '#test/factories/remit.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { ReceiptRun, ReceiptRunRow } from './receipt-run.ts';

// Mails and letters of a run, the names on its papers, and a paper that was issued while it waited.

const house = await testApp({ now: new Date('2027-01-15T10:00:00+09:00') });
const { app, db, services } = house;
const signIn = signedIn(house);
const calls = callerFor(house, 'op');
const household = { uid: null, lastName: '客野', email: 'home@example.com', line1: '港町' };
let rows: ReceiptRunRow[];

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2022-01-01', '2031-12-31');
  await signIn('op', 'operator');
  for (const uid of ['goro', 'rokuro', 'nanako', 'hachiro']) await signIn(uid);
  await db.update(authUsers).set({ emailVerified: true });
  const gift = (
    n: number,
    uid: string,
    applicant: Partial<typeof applications.$inferInsert> = {},
  ) => insertDonation(db, { n, uid, yen: n * 100, on: '2026-05-01', applicant });
  await gift(1, 'goro', { lastName: '五郎', line1: '新町' });
  await gift(2, 'goro', { lastName: '五郎', line1: '旧町' });
  await db
    .update(applications)
    .set({ createdAt: new Date('2024-01-05T10:00:00+09:00') })
    .where(eq(applications.appraisalId, numberOf(2)));
  await gift(3, 'rokuro', { lastName: '六郎' });
  await gift(4, 'nanako', { lastName: '七子' });
  for (const [n, firstName] of [
    [5, '花'],
    [6, '実'],
  ] as const) {
    await gift(n, 'goro', { ...household, firstName });
    await db
      .update(donations)
      .set({ uid: null })
      .where(eq(donations.appraisalId, numberOf(n)));
  }
  await gift(7, 'hachiro', { lastName: '八郎' });
  await gift(8, 'hachiro', { lastName: '八郎' });
  await db.insert(outboxMails).values({
    ...{ kind: 'thanks', recipient: 'nanako@tasuki.example', state: 'dead', subject: '' },
    ...{ textBody: '', createdAt: house.clock.now, dedupeKey: '1', messageId: '<1@a>' },
    lastError: 'BOUNCE 5.1.1 smtp; 550 5.1.1 User unknown',
  });

  const asked = { year: 2026, replacesSingles: false, byPost: [numberOf(3)] };
  const { readyCount } = (await calls('receipt-runs/preview', asked)).json();
  const begun = await calls('receipt-runs', { ...asked, readyCount });
  expect(begun.statusCode, begun.body).toBe(200);
  const single = await app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    headers: await headersOfSession(house, 'hachiro'),
    payload: { kind: 'donation', appraisalId: numberOf(7), donor: receiptDonor },
  });
  expect(single.statusCode, single.body).toBe(200);
  await services.receiptRunWork.issueWaiting();
  const { id } = begun.json<ReceiptRun>();
  rows = (await calls(`receipt-runs/${id}/rows`)).json();
});

const deliveries = () =>
  rows
    .filter(({ outcome }) => outcome === 'issued')
    .map(({ donorName, delivery }) => `${donorName.split(' ')[0]} ${delivery}`);

test('a letter goes to donors who asked for one, whose mails come back, or who have no account', async () => {
  expect(deliveries()).toEqual([
    ...['五郎 mail', '六郎 post', '七子 post', '客野 post', '客野 post'],
  ]);
  const mails = await db
    .select({ recipient: outboxMails.recipient })
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'receipts-issued'));
  expect(mails).toEqual([{ recipient: 'goro@tasuki.example' }]);
});

test('two guests of one household have a paper each', () => {
  const guests = rows.filter(({ donorName }) => donorName.startsWith('客野'));
  expect(guests.map(({ donorName, amountYen }) => [donorName, amountYen])).toEqual([
    ['客野 花', 500],
    ['客野 実', 600],
  ]);
});

test('without name and address in the account a paper has those of the latest application', async () => {
  const [paper] = await db.select().from(receipts).where(eq(receipts.uid, 'goro'));
  expect(paper).toMatchObject({ amountYen: 300, donorAddress: expect.stringContaining('新町') });
});

test('a paper on one gift that came while the run waited stays, and the run leaves its donor out', async () => {
  const left = rows.find(({ appraisalId }) => appraisalId === numberOf(7));
  expect(left).toMatchObject({ outcome: 'left-out', reason: expect.stringContaining('証明書') });
  const papers = await db.select().from(receipts).where(eq(receipts.uid, 'hachiro'));
  expect(papers.map(({ kind, amountYen }) => [kind, amountYen])).toEqual([['donation', 700]]);
});
