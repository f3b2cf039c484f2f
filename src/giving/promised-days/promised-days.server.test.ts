import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { defaultAcceptance } from '#giving/acceptance/acceptance.ts';
import { acceptanceKey, acceptanceKind } from '#giving/acceptance/stored-acceptance.server.ts';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { measuredDays as measuredDaysTable } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { measureDays, shownDays } from './measured-days.server.ts';
import { overdueMails } from './overdue-mails.server.ts';

const house = await testApp();
const { app, db, clock, services, dependencies } = house;
const signIn = signedIn(house);
await insertAssociate(db, 'ao');

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(
    db,
    'applications',
    'kept_sums',
    'outbox_mails',
    'measured_days',
    'content_versions',
  );
});

const at = (day: string) => new Date(`${day}T09:00:00+09:00`);
const inState = (n: number, state: string, day: string, changes = {}) =>
  application(n, {
    state,
    createdAt: at(day),
    stateChangedAt: at(day),
    deliveryDate: null,
    needsKit: true,
    uid: null,
    identity: 'not-needed',
    ...changes,
  });
const operator = await signIn('op', 'operator');
const listed = async (due: string, headers = operator) => {
  const url = `/api/office/applications?due=${due}`;
  const reply = await app.inject({ url, headers });
  return reply
    .json<{ appraisalId: string }[]>()
    .map(({ appraisalId }) => appraisalId)
    .sort();
};
const numbers = (...list: number[]) => list.map(numberOf).sort();

test('the list of what is past its promise goes by the days of each state', async () => {
  await insertApplications(db, [
    inState(1, 'applied', '2026-11-16'),
    inState(2, 'applied', '2026-11-17'),
    inState(3, 'applied', '2026-11-01', { deliveryDate: '2026-11-20' }),
    inState(4, 'applied', '2026-11-01', { needsKit: false }),
    inState(5, 'goods-received', '2026-11-05'),
    inState(6, 'goods-received', '2026-11-06'),
    inState(7, 'donated', '2026-09-20'),
    inState(8, 'donated', '2026-09-22'),
    inState(9, 'kit-sent', '2026-01-01'),
  ]);
  expect(await listed('overdue')).toEqual(numbers(1, 5, 7));
  clock.now = new Date('2026-11-21T00:00:00+09:00');
  // The first token has expired by then.
  const nextDay = await signIn('op2', 'operator');
  expect(await listed('overdue', nextDay)).toEqual(numbers(1, 2, 3, 5, 6, 7));
});

test('the list of what waits for somebody holds kits that leave, goods that came and papers that were sent', async () => {
  await insertApplications(db, [
    inState(1, 'applied', '2026-11-20'),
    inState(2, 'applied', '2026-11-20', { deliveryDate: '2026-12-01' }),
    inState(3, 'kit-sent', '2026-11-20'),
    inState(4, 'goods-received', '2026-11-20'),
    inState(5, 'appraised', '2026-11-20', { kind: 'fund', identity: 'submitted' }),
    inState(6, 'appraised', '2026-11-20', { kind: 'fund', identity: 'due' }),
    inState(7, 'donated', '2026-11-20'),
  ]);
  expect(await listed('todo')).toEqual(numbers(1, 4, 5));
  const today = (await app.inject({ url: '/api/office/today', headers: operator })).json();
  expect(today).toMatchObject({ todo: 3, overdue: 0 });
});

test('a donor reads the day, and of a change of the days at once', async () => {
  const donor = await signIn('hanako');
  await insertApplications(db, [inState(1, 'goods-received', '2026-11-10', { uid: 'hanako' })]);
  const promisedOn = async () => {
    const reply = await app.inject({ url: '/api/users/applications', headers: donor });
    return reply.json<ApplicationStatus[]>()[0]?.promisedOn;
  };
  expect(await promisedOn()).toBe('2026-11-24');
  await db.insert(contentVersions).values({
    kind: acceptanceKind.kind,
    key: acceptanceKey,
    number: 1,
    content: {
      ...defaultAcceptance,
      promisedDays: { kit: 1, appraisal: 20, remittance: 30 },
    },
    state: 'published',
    createdBy: 'op',
    createdAt: at('2026-11-19'),
    changedBy: 'op',
    changedAt: at('2026-11-19'),
    publishedBy: 'op',
    publishedAt: at('2026-11-19'),
  });
  expect(await promisedOn()).toBe('2026-11-30');
});

test('the operator has one mail a day about what is late, and none where nothing is', async () => {
  const { write } = overdueMails(dependencies);
  const mails = () => db.select().from(outboxMails);
  await write();
  expect(await mails()).toEqual([]);
  await insertApplications(db, [
    inState(1, 'goods-received', '2026-10-01'),
    inState(2, 'goods-received', '2026-10-01'),
    inState(3, 'donated', '2026-01-01'),
    // Funds pay out when they decide.
    inState(4, 'donated', '2026-01-01', { kind: 'fund', associateId: null }),
  ]);
  await write();
  await write();
  expect(await mails()).toMatchObject([
    {
      recipient: 'operator-mail@tasuki.example',
      subject: '【たすき】お約束の日を過ぎたお申し込みがあります（3件）',
    },
  ]);
  expect((await mails())[0]?.textBody).toMatch(/査定：2件[\s\S]*送金：1件/);
  clock.now = new Date('2026-11-21T06:59:00+09:00');
  await write();
  expect(await mails()).toHaveLength(1);
  clock.now = new Date('2026-11-21T07:00:00+09:00');
  await write();
  expect(await mails()).toHaveLength(2);
});

test('edits, papers, what was taken back and what undid it are no steps that were measured', async () => {
  await insertApplications(
    db,
    [1, 2, 3].map((n) => inState(n, 'donated', '2026-11-01')),
  );
  const event = async (
    n: number,
    [fromState, toState]: [string | null, string],
    day: string,
    more: Partial<typeof applicationEvents.$inferInsert> = {},
  ) => {
    const step = { appraisalId: numberOf(n), fromState, toState, doneBy: 'operator', at: at(day) };
    const [row] = await db
      .insert(applicationEvents)
      .values({ ...step, ...more })
      .returning({ id: applicationEvents.id });
    return row?.id ?? 0;
  };
  // Marked as sent by mistake, sent on the 3rd; its address was edited on the 15th.
  const slip = await event(1, ['applied', 'kit-sent'], '2026-11-02');
  await event(1, ['kit-sent', 'applied'], '2026-11-02', { undoes: slip });
  await event(1, ['applied', 'kit-sent'], '2026-11-03');
  await event(1, ['kit-sent', 'kit-sent'], '2026-11-15');
  // Another application's box was recorded by mistake.
  const wrong = await event(1, ['kit-sent', 'goods-received'], '2026-11-15');
  await event(1, ['goods-received', 'kit-sent'], '2026-11-15', { undoes: wrong });
  await event(1, ['kit-sent', 'goods-received'], '2026-11-04');
  await event(1, ['goods-received', 'goods-received'], '2026-11-08');
  await event(1, ['goods-received', 'appraised'], '2026-11-09', { batchId: 'b' });
  await event(1, ['appraised', 'appraised'], '2026-11-18', { doneBy: 'donor' });
  await event(1, ['appraised', 'donated'], '2026-11-18');
  await event(1, ['donated', 'donated'], '2026-11-19');
  await event(1, ['donated', 'remitted'], '2026-11-20');
  await event(1, ['remitted', 'remitted'], '2026-11-20');
  // A reversed result is no arrival: the next one counts from the real arrival.
  await event(2, ['kit-sent', 'goods-received'], '2026-11-02');
  await event(2, ['goods-received', 'donated'], '2026-11-06', { batchId: 'b' });
  await event(2, ['donated', 'goods-received'], '2026-11-10', { batchId: 'b' });
  await event(2, ['goods-received', 'unpriced'], '2026-11-11', { batchId: 'c' });
  await measureDays(services.ctx);
  expect(await shownDays(services.ctx)).toEqual({
    kit: { days: 2, count: 1 },
    appraisal: { days: 7, count: 2 },
    remittance: { days: 2, count: 1 },
  });
});

test('what steps really took is measured once a day, as the median of 90 days', async () => {
  await insertApplications(
    db,
    [1, 2, 3, 4].map((n) => inState(n, 'remitted', '2026-11-01')),
  );
  const step = (n: number, toState: string, day: string, isSkipped = false) => ({
    appraisalId: numberOf(n),
    toState,
    doneBy: 'operator',
    isSkipped,
    at: at(day),
  });
  await db
    .insert(applicationEvents)
    .values([
      step(1, 'kit-sent', '2026-11-02'),
      step(2, 'kit-sent', '2026-11-04'),
      step(3, 'kit-sent', '2026-11-11'),
      step(4, 'kit-sent', '2026-11-19', true),
      step(1, 'goods-received', '2026-11-05'),
      step(1, 'appraised', '2026-11-12'),
      step(1, 'donated', '2026-11-12'),
      step(1, 'remitted', '2026-11-16'),
    ]);
  await measureDays(services.ctx);
  expect(await shownDays(services.ctx)).toEqual({
    kit: { days: 3, count: 3 },
    appraisal: { days: 7, count: 1 },
    remittance: { days: 4, count: 1 },
  });
  await db
    .update(measuredDaysTable)
    .set({ medianTenths: 1 })
    .where(eq(measuredDaysTable.step, 'kit'));
  await measureDays(services.ctx);
  expect(
    (await db.select().from(measuredDaysTable)).map(({ medianTenths }) => medianTenths),
  ).toContain(1);
  clock.now = new Date('2026-11-21T10:00:00+09:00');
  await measureDays(services.ctx);
  expect(
    (await db.select().from(measuredDaysTable)).map(({ medianTenths }) => medianTenths),
  ).toContain(30);
  expect(await db.select().from(applications)).toHaveLength(4);
  clock.now = new Date('2027-02-20T10:00:00+09:00');
  await measureDays(services.ctx);
  expect(await db.select().from(measuredDaysTable)).toEqual([]);
});
