import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications, applicationTokens } from '#giving/applications/application-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { reminders } from './reminders.server.ts';

const house = await testApp();
const { db, files, clock, services } = house;
const dependencies = {
  db,
  files,
  clock: () => clock.now,
  secret: testSecret,
  publicUrl: testOrigin,
};
const { write } = reminders(dependencies);
let sentTo: string[] = [];
const sending = mailSending(dependencies, async ({ to }) => void sentTo.push(to));
await signedIn(house)('donor');
const wanted = await services.preferences.read({ uid: 'donor' });
await insertAssociate(db, 'ao', 'あおぞらの会');

const now = new Date('2026-11-20T10:00:00+09:00');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

beforeEach(async () => {
  clock.now = now;
  sentTo = [];
  await services.preferences.set({ uid: 'donor' }, wanted);
  await db.delete(outboxMails);
  await db.delete(applications);
});

const written = async () =>
  (await db.select().from(outboxMails).orderBy(asc(outboxMails.dedupeKey))).map(
    ({ kind, appraisalId }) => [kind, appraisalId],
  );

test('a box is reminded of once, three weeks after its kit left', async () => {
  const sent = (days: number) => ({ state: 'kit-sent' as const, stateChangedAt: daysAgo(days) });
  await insertApplications(db, [
    application(1, sent(20)),
    application(2, sent(22)),
    application(3, sent(90)),
    application(4, { ...sent(22), state: 'goods-received' }),
    application(5, { ...sent(22), email: '' }),
  ]);
  await write();
  await write();
  expect(await written()).toEqual([['kit-reminder', numberOf(2)]]);
  const [mail] = await db.select().from(outboxMails);
  expect(mail?.textBody).toContain('あおぞらの会');
  clock.now = new Date(now.getTime() + 2 * 24 * 60 * 60 * 1000);
  await write();
  expect(await written()).toEqual([
    ['kit-reminder', numberOf(1)],
    ['kit-reminder', numberOf(2)],
  ]);
});

test('a donor’s own carton is asked for once, three weeks after they applied', async () => {
  const own = (days: number) => ({
    ...{ state: 'applied' as const, needsKit: false },
    ...{ createdAt: daysAgo(days), stateChangedAt: daysAgo(days) },
  });
  await insertApplications(db, [
    application(1, own(20)),
    application(2, own(22)),
    application(3, own(61)),
    application(4, { ...own(22), state: 'goods-received' }),
    application(5, { ...own(22), email: '' }),
    // No kit has left for it yet, so the donor has nothing to send.
    application(6, { ...own(22), needsKit: true }),
    application(7, { ...own(22), state: 'cancelled' }),
  ]);
  await write();
  await write();
  expect(await written()).toEqual([['own-carton-reminder', numberOf(2)]]);
  const [mail] = await db.select().from(outboxMails);
  expect(mail?.textBody).toContain('ご自分の箱に詰めて');
  expect(mail?.textBody).toContain('お申し込みの状況を見る');
  expect(mail?.textBody).not.toContain('箱をお送りしてから');
});

test('who switched reminders off is asked for no carton of their own either', async () => {
  const own = { state: 'applied', needsKit: false, stateChangedAt: daysAgo(22), uid: 'donor' };
  await insertApplications(db, [application(1, own)]);
  await services.preferences.set({ uid: 'donor' }, { ...wanted, 'kit-reminder': false });
  await write();
  expect(await written()).toEqual([]);
  await services.preferences.set({ uid: 'donor' }, wanted);
  await write();
  await services.preferences.set({ uid: 'donor' }, { ...wanted, 'kit-reminder': false });
  await sending.sendWaiting();
  expect([sentTo, await written()]).toEqual([[], []]);
});

test('a returned kit stops the reminder', async () => {
  await insertApplications(
    db,
    [1, 2].map((n) => application(n, { state: 'kit-sent', stateChangedAt: daysAgo(22) })),
  );
  await db.insert(boxes).values([
    { appraisalId: numberOf(1), number: 1, kitState: 'returned', kitSentAt: daysAgo(22) },
    { appraisalId: numberOf(2), number: 1, kitState: 'delivered', kitSentAt: daysAgo(22) },
  ]);
  await write();
  expect(await written()).toEqual([['kit-reminder', numberOf(2)]]);
});

test('who asked for it is invited each half-year, after their latest application only', async () => {
  const asked = (days: number) => ({
    frequency: 'recurring',
    state: 'thanked',
    createdAt: daysAgo(days),
  });
  await insertApplications(db, [
    application(1, asked(183)),
    application(2, { ...asked(183), frequency: 'once' }),
    application(3, asked(100)),
    application(4, { ...asked(183), state: 'cancelled' }),
    application(5, { ...asked(365), email: 'often@tasuki.example' }),
    application(6, { ...asked(10), email: 'often@tasuki.example', frequency: 'once' }),
    application(7, asked(365)),
  ]);
  await write();
  await write();
  expect(await written()).toEqual([
    ['next-box', numberOf(1)],
    ['next-box', numberOf(7)],
  ]);
});

test('a reminder that its donor switched off is not written, this hour or the next', async () => {
  const overdue = { state: 'kit-sent', stateChangedAt: daysAgo(22) };
  const due = { frequency: 'recurring', state: 'thanked', createdAt: daysAgo(183) };
  await insertApplications(db, [
    application(1, { ...overdue, uid: 'donor' }),
    application(2, { ...due, uid: 'donor' }),
    // A guest has no mail preferences.
    application(3, overdue),
  ]);
  const unwanted = { ...wanted, 'kit-reminder': false, 'next-box': false };
  await services.preferences.set({ uid: 'donor' }, unwanted);
  for (let hour = 0; hour < 3; hour++) {
    await write();
    expect(await written()).toEqual([['kit-reminder', numberOf(3)]]);
    await sending.sendWaiting();
  }
  expect(sentTo).toEqual(['donor3@tasuki.example']);
  const tokens = await db.select().from(applicationTokens);
  expect(tokens.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(3)]);
  // Switched on again, it is mailed while due, once.
  await services.preferences.set({ uid: 'donor' }, { ...unwanted, 'kit-reminder': true });
  await write();
  await sending.sendWaiting();
  await write();
  expect(sentTo).toEqual(['donor3@tasuki.example', 'donor1@tasuki.example']);
});

test('a reminder switched off before it left is dropped, and not written again', async () => {
  await insertApplications(db, [
    application(1, { state: 'kit-sent', stateChangedAt: daysAgo(22), uid: 'donor' }),
  ]);
  await write();
  await services.preferences.set({ uid: 'donor' }, { ...wanted, 'kit-reminder': false });
  await sending.sendWaiting();
  await write();
  expect([sentTo, await written()]).toEqual([[], []]);
});

/** Midnight in Tokyo this many days before today, and the first moment after it. */
const midnight = (days: number) =>
  new Date(new Date('2026-11-20T00:00:00+09:00').getTime() - days * 24 * 60 * 60 * 1000);
const justAfter = (days: number) => new Date(midnight(days).getTime() + 1);

test('a box is asked for from the twenty-first day on, and up to the sixtieth', async () => {
  const sent = (stateChangedAt: Date) => ({ state: 'kit-sent' as const, stateChangedAt });
  await insertApplications(db, [
    application(1, sent(midnight(21))),
    application(2, sent(justAfter(21))),
    application(3, sent(justAfter(60))),
    application(4, sent(midnight(60))),
  ]);
  await write();
  expect(await written()).toEqual([
    ['kit-reminder', numberOf(1)],
    ['kit-reminder', numberOf(3)],
  ]);
});

test('each half-year has its own invitation, for a fortnight from its day', async () => {
  const asked = (createdAt: Date, n: number) => ({
    frequency: 'recurring',
    state: 'thanked' as const,
    createdAt,
    email: `often${n}@tasuki.example`,
  });
  const half = 182;
  await insertApplications(db, [
    application(1, asked(midnight(half), 1)),
    application(2, asked(justAfter(half), 2)),
    application(3, asked(justAfter(half + 14), 3)),
    application(4, asked(midnight(half + 14), 4)),
    application(5, asked(midnight(2 * half), 5)),
    application(6, asked(justAfter(2 * half), 6)),
    application(7, asked(midnight(3 * half), 7)),
  ]);
  await write();
  const mails = await db.select().from(outboxMails).orderBy(asc(outboxMails.dedupeKey));
  expect(mails.map(({ dedupeKey }) => dedupeKey)).toEqual(
    [
      `next-box-1:${numberOf(1)}`,
      `next-box-1:${numberOf(3)}`,
      `next-box-2:${numberOf(5)}`,
      `next-box-3:${numberOf(7)}`,
    ].toSorted(),
  );
});
