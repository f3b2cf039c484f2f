import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { contentVersions, legalConsents } from '#kit/versions/version-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;
let donor: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  operator = await signIn('op', 'operator');
  await db.update(users).set({ lastName: '受付', firstName: '係' }).where(eq(users.uid, 'op'));
  donor = await signIn('hanako');
  await insertAssociate(db, 'ao');
});
beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
});

const enter = (body: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/office/applications',
    payload: { wasReadAloud: true, ...body },
    headers: { ...operator, ...headers },
  });
const rowOf = async (appraisalId: string) =>
  (await db.select().from(applications).where(eq(applications.appraisalId, appraisalId)))[0];

test('a caller’s application is one like any other, and says who entered it', async () => {
  const reply = await enter(applyBody());
  expect([reply.statusCode, reply.json().claimToken]).toEqual([201, null]);
  const { appraisalId } = reply.json();
  expect(await rowOf(appraisalId)).toMatchObject({
    uid: null,
    enteredBy: 'op',
    state: 'applied',
    email: 'hanako@tasuki.example',
  });
  const events = await db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.appraisalId, appraisalId));
  expect(events).toMatchObject([{ toState: 'applied', doneBy: 'operator', actorUid: 'op' }]);
  const page = await app.inject({
    url: `/api/office/applications/${appraisalId}`,
    headers: operator,
  });
  expect(page.json().enteredBy).toEqual({ name: '受付 係' });
  const mails = await db.select().from(outboxMails);
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['application-received', 'hanako@tasuki.example'],
  ]);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'applications.enter'))
    .orderBy(auditLog.id);
  expect(entries).toMatchObject([{ actorUid: 'op', subjectId: appraisalId }]);
});

test('for a donor found by the operator it is in their history', async () => {
  const { appraisalId } = (await enter(applyBody({ uid: 'hanako' }))).json();
  const own = await app.inject({ url: `/api/users/applications/${appraisalId}`, headers: donor });
  expect(own.statusCode).toBe(200);
});

test('consent is recorded for the version of the terms read out that day', async () => {
  clock.now = new Date(clock.now.getTime() + 1_000);
  await db.insert(contentVersions).values({
    kind: 'legal-text',
    key: 'terms',
    number: 3,
    content: {},
    state: 'published',
    createdBy: 'op',
    createdAt: clock.now,
    changedBy: 'op',
    changedAt: clock.now,
    publishedBy: 'op',
    publishedAt: clock.now,
  });
  const { appraisalId } = (await enter(applyBody())).json();
  const consents = await db
    .select()
    .from(legalConsents)
    .where(eq(legalConsents.subjectId, appraisalId))
    .orderBy(legalConsents.textKind);
  expect(consents).toMatchObject([
    { subjectType: 'application', textKind: 'privacy', version: 0 },
    { subjectType: 'application', textKind: 'terms', version: 3 },
  ]);
  const page = await app.inject({ url: `/api/office/donors/${appraisalId}`, headers: operator });
  expect(page.json().consents.slice(0, 2)).toMatchObject([
    { textKind: 'privacy', version: 0, appraisalId },
    { textKind: 'terms', version: 3, appraisalId },
  ]);
});

test('sent again with the same key, it is one application and one mail', async () => {
  const before = await db.$count(applications);
  const headers = { 'idempotency-key': 'a-call' };
  const replies = await Promise.all([enter(applyBody(), headers), enter(applyBody(), headers)]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(await db.$count(applications)).toBe(before + 1);
  expect(await db.$count(outboxMails)).toBe(1);
});

test.each<[string, object, number, string | undefined]>([
  ['what was not read out', { ...applyBody(), wasReadAloud: false }, 400, 'wasReadAloud'],
  [
    'a caller who did not agree',
    applyBody({ application: { agreed: false } }),
    400,
    'application.agreed',
  ],
  ['no e-mail', applyBody({ applicant: { email: '' } }), 400, 'applicant.email'],
  [
    'a day that is not offered',
    applyBody({ application: { deliveryDate: '2026-11-21' } }),
    400,
    'application.deliveryDate',
  ],
  [
    'a seller who is too young',
    applyBody({ kind: 'fund', application: { birth: '2015-01-01' } }),
    400,
    'application.birth',
  ],
  ['a donor who is none', applyBody({ uid: 'nobody' }), 404, undefined],
])('%s is refused, as by the form', async (_, body, status, path) => {
  const reply = await enter(body);
  expect([reply.statusCode, reply.json().errors?.[0]?.path]).toEqual([status, path]);
});

test('for a locked account nothing is entered', async () => {
  await signIn('locked');
  await db.update(users).set({ lockedAt: clock.now }).where(eq(users.uid, 'locked'));
  expect((await enter(applyBody({ uid: 'locked' }))).statusCode).toBe(409);
});
