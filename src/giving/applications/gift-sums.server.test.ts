import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { BoxBooks } from '#money/books/book-rows.ts';
import { associateAgreements } from '#organisations/associates/associate-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { ApplicationStatus } from './application.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, clock, db } = house;
const signIn = signedIn(house);

/** A gift of ¥520 to an organisation with deductions of a tenth and ¥30 per box, and a box without a result. */
beforeAll(async () => {
  await signIn('donor');
  await signIn('op', 'operator');
  await signIn('acc', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await db.insert(associateAgreements).values({
    ...{ id: 'terms', associateId: 'ao', startsOn: '2020-01-01', createdBy: 'op' },
    ...{ feeBasisPoints: 1_000, handlingYen: 30, createdAt: clock.now },
  });
  await insertApplications(db, [
    application(1, { uid: 'donor', boxes: 2 }),
    application(2, { uid: 'donor' }),
  ]);
  const operator = await headersOfSession(house, 'op', true);
  const file = resultFile(resultLine(1, { appraised: 500, bonus: 20, donated: 520 }));
  expect((await uploadResults(house, operator, file)).status).toBe(200);
});

async function get<Body>(url: string, uid: string): Promise<Body> {
  const reply = await app.inject({ url, headers: await headersOfSession(house, uid) });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply.json();
}
const seenBy = (n: number) =>
  get<ApplicationStatus>(`/api/users/applications/${numberOf(n)}`, 'donor');
const booksOf = (n: number) =>
  get<BoxBooks>(`/api/office/ledger/applications/${numberOf(n)}`, 'acc');

test('a donor reads every yen of the gift: its goods’ worth, what was added, what is kept', async () => {
  const sums = { appraisedYen: 500, bonusYen: 20, feeYen: 52, handlingYen: 60 };
  expect((await seenBy(1)).sums).toEqual(sums);
  expect((await seenBy(2)).sums).toBeUndefined();
});

/** The sums of the first gift as mails list them. */
const told = [
  '査定額：500円',
  '加算額：20円',
  '寄付額：520円',
  '団体が負担する費用：112円（手数料52円と、送料・作業費60円）',
  '団体に届く額：408円',
];
async function mailLines(kind: string): Promise<string[]> {
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.kind, kind));
  const text = openedText(mails.find(({ appraisalId }) => appraisalId === numberOf(1)));
  return text.split('\n').filter((line) => told.includes(line));
}

test('the mail about the gift tells the same', async () => {
  expect(await mailLines('donation-completed')).toEqual(told);
});

test('an operator reads the same of the box, and where its money is; the donor is told again when it arrived', async () => {
  const sums = { appraisedYen: 500, bonusYen: 20, giftYen: 520, feeYen: 52, handlingYen: 60 };
  expect(await booksOf(1)).toMatchObject({ ...sums, passedOnYen: 408, remittance: null });
  await remit(house, [numberOf(1)], { asks: 'acc', approves: 'op' });
  expect(await mailLines('remitted')).toEqual(told);
  expect((await booksOf(1)).remittance).toEqual({
    runId: expect.any(String),
    runNumber: '2026-001',
    state: 'confirmed',
    receivedOn: '2026-11-20',
  });
  expect((await booksOf(2)).remittance).toBe(null);
});
