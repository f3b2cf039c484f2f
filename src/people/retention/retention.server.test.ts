import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { applications, applicationTokens } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { budgets } from '#kit/limits/attempts.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { retentionDays } from '#people/legal/retention-days.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  authSessions,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { testApp } from '#test/test-app.ts';
import { expiredRows, retention } from './retention.server.ts';

const { db, services } = await testApp();
const dayMs = 24 * 60 * 60 * 1000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const service = () => retention({ db, clock: () => now, sweeps: [] });

await insertAssociate(db, 'ao');
beforeEach(async () => {
  await db.delete(settings);
  for (const table of [authUsers, authVerifications, applications]) await db.delete(table);
  for (const table of [attemptBudgets, idempotencyKeys, outboxMails]) await db.delete(table);
  await emptyTables(db, 'audit_log');
});

/** A sign-up this many days ago, with its last session `session` days ago. */
async function signUp(id: string, days: number, { session = days, isRegistered = false } = {}) {
  const email = `${id}@tasuki.example`;
  await db.insert(authUsers).values({ id, name: '', email, createdAt: ago(days) });
  await db.insert(authSessions).values({
    id: randomUUID(),
    token: randomUUID(),
    userId: id,
    createdAt: ago(session),
    updatedAt: ago(session),
    expiresAt: ago(-30),
  });
  if (isRegistered) await db.insert(users).values({ uid: id, email });
}

const mail = (key: string, state: string, days: number) => ({
  dedupeKey: key,
  messageId: `<${key}@tasuki.example>`,
  kind: 'welcome',
  recipient: 'a@tasuki.example',
  subject: '見本',
  textBody: '見本',
  state,
  createdAt: ago(days),
});
const attempt = (subjectHash: string, days: number) => ({
  subjectHash,
  purpose: 'sign-in by address',
  windowStart: ago(days),
  attempts: 1,
});
const submit = (key: string, days: number) => ({
  actor: '0',
  key,
  route: 'POST /',
  bodyHash: '',
  status: 200,
  response: {},
  createdAt: ago(days),
});

test('a sign-up that never became an account is deleted after a day, unless still under way', async () => {
  await signUp('abandoned', 1.1);
  await signUp('today', 0.9);
  await signUp('back-again', 40, { session: 0.2 });
  await signUp('registered', 400, { isRegistered: true });
  await service().sweep();
  const left = await db.select({ id: authUsers.id }).from(authUsers);
  expect(left.map(({ id }) => id).toSorted()).toEqual(['back-again', 'registered', 'today']);
  expect(await db.$count(authSessions, eq(authSessions.userId, 'abandoned'))).toBe(0);
});

test('an account that is being made on an old sign-up meanwhile stays', async () => {
  await signUp('late', 2);
  await db.transaction(async (tx) => {
    await tx.insert(users).values({ uid: 'late', email: 'late@tasuki.example' });
    await service().sweep();
  });
  expect(await db.$count(users)).toBe(1);
  expect(await db.$count(authUsers)).toBe(1);
});

test('mails that were sent or given up go in time; those that wait or are on hold stay', async () => {
  const { mail: days } = retentionDays;
  await db
    .insert(outboxMails)
    .values([
      mail('sent', 'sent', days + 1),
      mail('dead', 'dead', days + 1),
      mail('waiting', 'waiting', days + 1),
      mail('held', 'held', days + 1),
      mail('young', 'sent', days - 1),
    ]);
  await service().sweep();
  const left = await db.select({ key: outboxMails.dedupeKey }).from(outboxMails);
  expect(left.map(({ key }) => key).toSorted()).toEqual(['held', 'waiting', 'young']);
});

test('keys, counts and tokens are removed once they expire', async () => {
  const { submittedKey, countedTry } = retentionDays;
  await db
    .insert(idempotencyKeys)
    .values([submit('old', submittedKey + 1), submit('young', submittedKey - 1)]);
  await db
    .insert(attemptBudgets)
    .values([attempt('old', countedTry + 1), attempt('young', countedTry - 1)]);
  const verification = { identifier: 'verify-email:x', value: 'x x@tasuki.example' };
  await db.insert(authVerifications).values([
    { ...verification, id: 'old', expiresAt: ago(0.1) },
    { ...verification, id: 'young', expiresAt: ago(-0.1) },
  ]);
  await insertApplications(db, [application(1)]);
  const token = { appraisalId: numberOf(1), purpose: 'status' };
  await db.insert(applicationTokens).values([
    { ...token, tokenHash: 'old', expiresAt: ago(0.1) },
    { ...token, tokenHash: 'young', expiresAt: ago(-0.1) },
  ]);
  await signUp('visitor', 3, { isRegistered: true });
  await db.update(authSessions).set({ expiresAt: ago(0.1) });
  await service().sweep();
  const left = [
    ...(await db.select({ id: idempotencyKeys.key }).from(idempotencyKeys)),
    ...(await db.select({ id: attemptBudgets.subjectHash }).from(attemptBudgets)),
    ...(await db.select({ id: authVerifications.id }).from(authVerifications)),
    ...(await db.select({ id: applicationTokens.tokenHash }).from(applicationTokens)),
    ...(await db.select({ id: authSessions.id }).from(authSessions)),
  ];
  expect(left).toEqual(Array(4).fill({ id: 'young' }));
});

const entry = (subjectId: string, action: string, days: number) => ({
  actorUid: 'visitor',
  action,
  subjectType: 'user',
  subjectId,
  at: ago(days),
});

test('security events go after a year; what operators did stays', async () => {
  const { securityEvent: days } = retentionDays;
  await db
    .insert(auditLog)
    .values([
      entry('old', 'security.sign-in', days + 1),
      entry('young', 'security.sign-in', days - 1),
      entry('operated', 'applications.read', days + 1),
      entry('its list', 'security-events.list', days + 1),
    ]);
  await service().sweep();
  const left = await db.select({ id: auditLog.subjectId }).from(auditLog).orderBy(auditLog.id);
  expect(left.map(({ id }) => id)).toEqual(['young', 'operated', 'its list']);
});

test('nobody removes or changes any other entry of the audit log', async () => {
  const { securityEvent: days } = retentionDays;
  await db
    .insert(auditLog)
    .values([
      entry('late', 'security.sign-in', days + 1),
      entry('recent', 'security.sign-in', days - 1),
      entry('else', 'applications.read', days + 1),
    ]);
  for (const change of [
    sql`delete from audit_log where subject_id = 'recent'`,
    sql`delete from audit_log where subject_id = 'else'`,
    sql`update audit_log set details = '{}' where subject_id = 'late'`,
  ]) {
    await expect(db.execute(change)).rejects.toMatchObject({
      cause: { message: 'audit_log is append-only' },
    });
  }
});

test('counts of tries outlive every window in which they are counted', () => {
  for (const { windowMs } of Object.values(budgets)) {
    expect(windowMs).toBeLessThan(retentionDays.countedTry * dayMs);
  }
});

test('one sweep that fails does not stop the others', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  let others = 0;
  const failing = async () => {
    throw new Error('no space');
  };
  const another = async () => {
    others += 1;
  };
  await retention({ db, clock: () => now, sweeps: [failing, another] }).sweep();
  expect(others).toBe(1);
  expect(warned).toHaveBeenCalledOnce();
});

test('one of many processes sweeps, and an hour later again one', async () => {
  const swept = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => service().sweep()));
    return answers.filter(Boolean).length;
  };
  expect(await swept()).toBe(1);
  expect(await swept()).toBe(0);
  await db.update(settings).set({ value: sql`to_jsonb(now() - interval '61 minutes')` });
  expect(await swept()).toBe(1);
});

test('more rows than one batch are all removed', async () => {
  await db.execute(sql`
    insert into idempotency_keys (actor, key, route, body_hash, status, response, created_at)
    select '0', n::text, 'POST /', '', 200, '{}', now() - interval '30 days'
    from generate_series(1, 2500) as n`);
  await service().sweep();
  expect(await db.$count(idempotencyKeys)).toBe(0);
});

test('a process also runs the sweeps of its other services', async () => {
  expect(await services.retention.sweep()).toBe(true);
});

test('the hourly look for what has expired reads no whole table', async () => {
  await insertApplications(db, [application(1)]);
  const many = (columns: string, values: string) =>
    db.execute(sql.raw(`insert into ${columns} select ${values} from generate_series(1, 20000) n`));
  await signUp('one', 1);
  await many(
    'application_tokens (token_hash, appraisal_id, purpose, expires_at)',
    `'t' || n, '${numberOf(1)}', 'status', now() + n * interval '1 minute'`,
  );
  await many(
    'auth_sessions (id, token, user_id, expires_at, ends_at)',
    `'s' || n, 's' || n, 'one', now() + interval '1 day', now() + interval '2 days'`,
  );
  await many(
    'auth_verifications (id, identifier, value, expires_at)',
    `'v' || n, 'v' || n, '', now() + interval '1 day'`,
  );
  await many(
    'outbox_mails (dedupe_key, message_id, kind, recipient, subject, text_body, state, created_at)',
    `'m' || n, 'm' || n, 'welcome', 'a@tasuki.example', '', '', 'sent', now()`,
  );
  await db.execute(sql`analyze`);
  const scans: string[] = [];
  for (const { table, isOver } of expiredRows(now)) {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select ctid from ${table} where ${isOver} limit 1000`,
    );
    scans.push(...rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan')));
  }
  // Tables without rows in this test.
  expect(scans.filter((line) => !/on (idempotency_keys|attempt_budgets) /.test(line))).toEqual([]);
});
