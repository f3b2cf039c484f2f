import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { urlOf } from '#kit/db/database.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { holding, lockWaits } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { security } from './security.server.ts';
import { securityDetails } from './security-words.ts';

const log: string[] = [];
const house = await testApp({ log });
const { app, services, db, clock } = house;
await signedIn(house)('op', 'operator');
const password = 'a long password';
const remoteAddress = '203.0.113.77';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 48 * 60 * 60_000);
  await db.delete(attemptBudgets);
});

const visitor = (headers = {}) =>
  browser(app, {
    remoteAddress,
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605', ...headers },
  });

/** A signed-in donor. */
async function donor() {
  const names = {
    lastName: '髙橋',
    firstName: '花子',
    lastNameKana: 'たかはし',
    firstNameKana: 'はなこ',
  };
  const uid = await services.auth.createPerson({ email, password, role: 'donor', names });
  const page = visitor();
  await page.signIn(email, password);
  await page.renew();
  return { uid, page };
}

type Line = Record<string, unknown> & { security?: string };

/** Log lines and audit entries caused by `work`, including counted ones. */
async function tracesOf(work: () => Promise<unknown>) {
  await services.security.flush();
  const from = log.length;
  const [last] = (
    await db.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from audit_log`)
  ).rows;
  await work();
  await services.security.flush();
  const lines = log
    .slice(from)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ security }) => security !== undefined);
  const rows = await db
    .select()
    .from(auditLog)
    .where(sql`id > ${last?.id}::bigint and split_part(action, '.', 1) = 'security'`)
    .orderBy(asc(auditLog.id));
  for (const told of rows.flatMap((row) =>
    securityDetails(row.details as Record<string, unknown>),
  )) {
    expect(told).toMatch(/[ぁ-んァ-ン一-龠]/);
  }
  const all = JSON.stringify([lines, rows]);
  for (const personal of [
    email,
    email.split('@')[0] ?? '',
    '髙橋',
    '花子',
    password,
    remoteAddress,
  ]) {
    expect(all).not.toContain(personal);
  }
  return { lines, rows };
}

const levels = { failed: 40, refused: 40, done: 30 };

/** Expects exactly one log line and one row, of this kind and outcome. */
async function expectOne(
  kind: string,
  outcome: keyof typeof levels,
  details: object,
  work: () => Promise<unknown>,
) {
  const { lines, rows } = await tracesOf(work);
  const known = { outcome, from: '203.0.0.0/16', device: 'iPhone・Safari', ...details };
  expect(lines).toEqual([
    expect.objectContaining({
      level: levels[outcome],
      time: expect.any(Number),
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      security: kind,
      who: expect.stringMatching(/^([\w-]{16}|unknown)$/),
      ...known,
    }),
  ]);
  expect(rows).toEqual([
    expect.objectContaining({
      action: `security.${kind}`,
      at: clock.now,
      details: expect.objectContaining(known),
    }),
  ]);
  return { line: lines[0] as Line, row: rows[0] as (typeof rows)[number] };
}

test('a sign-in records the account', async () => {
  const { uid } = await donor();
  const { row } = await expectOne('sign-in', 'done', {}, () => visitor().signIn(email, password));
  expect(row).toMatchObject({ actorUid: uid, subjectType: 'user', subjectId: uid });
});

test('a wrong password and an unknown e-mail leave the same, by which the sign-in is found as well', async () => {
  const { page } = await donor();
  const wrong = await expectOne('sign-in', 'failed', {}, () => page.signIn(email, 'guessing'));
  const unknown = await expectOne('sign-in', 'failed', {}, () =>
    page.signIn(`nobody-${email}`, 'guessing'),
  );
  const { subjectId: typed } = wrong.row;
  expect(typed).toMatch(/^[\w-]{16}$/);
  expect({ ...unknown.row, id: 0, subjectId: '' }).toEqual({ ...wrong.row, id: 0, subjectId: '' });
  expect(unknown.row.subjectId).not.toBe(typed);
  const { row } = await expectOne('sign-in', 'done', { typed }, () => page.signIn(email, password));
  expect(row.subjectType).toBe('user');
});

test('a sign-up leaves a trace, one at a taken e-mail as well', async () => {
  await expectOne('sign-up', 'done', {}, () => visitor().signUp(email));
  await expectOne('sign-up', 'failed', {}, () => visitor().signUp(email));
});

test('signing out, here and elsewhere', async () => {
  const { page } = await donor();
  await visitor().signIn(email, password);
  const [other] = (await page.get('/api/users/sessions'))
    .json<{ id: string; isCurrent: boolean }[]>()
    .filter(({ isCurrent }) => !isCurrent);
  await expectOne('session', 'done', { what: 'one' }, () =>
    page.post('/api/users/sessions/end', { sessionId: other?.id, password }),
  );
  await expectOne('session', 'done', { what: 'others' }, () =>
    page.post('/api/users/sessions/end-others', { password }),
  );
  await expectOne('session', 'done', { way: 'sign-out' }, () => page.post('/api/auth/sign-out'));
});

test('a change of password, and a guess at the present one', async () => {
  const { page } = await donor();
  const change = (currentPassword: string) => () =>
    page.post('/api/auth/change-password', { currentPassword, newPassword: 'a new password' });
  await expectOne('sign-in', 'failed', { step: 'again' }, change('guessing'));
  await expectOne('password', 'done', { step: 'change' }, change(password));
});

test('a reset, from its request on; guessed links of it', async () => {
  const { uid } = await donor();
  await expectOne('password', 'done', { step: 'request' }, () =>
    visitor().post('/api/auth/request-password-reset', { email }),
  );
  const reset = (token: string) => () =>
    visitor().post('/api/auth/reset-password', { token, newPassword: 'a new password' });
  await expectOne('password', 'failed', { step: 'reset' }, reset('x'.repeat(43)));
  const token = await mailedToken(db, 'reset', email);
  const { row } = await expectOne('password', 'done', { step: 'reset' }, reset(token));
  expect(row.subjectId).toBe(uid);
});

test('whoever takes data along or leaves, and what operators export', async () => {
  const { uid, page } = await donor();
  await expectOne('export', 'done', { what: 'account' }, () =>
    page.post('/api/users/export', { password }),
  );
  const operator = await headersOfSession(house, 'op');
  const get = (url: string) => () =>
    app.inject({ url, remoteAddress, headers: { ...operator, 'user-agent': 'iPhone Safari/605' } });
  for (const [what, path = what] of [
    ['applications'],
    ['mails'],
    ['kit-batches', 'kits/batches'],
    ['audit-log'],
    ['security-events'],
  ] as const) {
    const { row } = await expectOne('export', 'done', { what }, get(`/api/office/${path}.csv`));
    expect(row.actorUid).toBe('op');
  }
  const { row } = await expectOne('erasure', 'done', {}, () =>
    page.post('/api/users/erase', { password }),
  );
  expect(row.subjectId).toBe(uid);
});

test('requests that are turned away say why', async () => {
  const { page } = await donor();
  const route = 'GET /api/office/today';
  const today = '/api/office/today';
  const denied = (details: object, work: () => Promise<unknown>) =>
    expectOne('denied', 'refused', details, work);
  const { row } = await denied({ reason: 'role', route }, () => page.get(today));
  expect(row.subjectType).toBe('user');
  await denied({ reason: 'visitor', route }, () => visitor().get(today));
  await denied({ reason: 'token', route }, () =>
    visitor().get(today, { authorization: 'Bearer a.b.c' }),
  );
  await denied({ reason: 'origin', route: 'POST /api/contact' }, () =>
    visitor().post('/api/contact', {}, { origin: 'https://evil.example' }),
  );
  await denied({ reason: 'record', route: 'POST /api/appraisal/apply' }, () =>
    page.post('/api/appraisal/apply', applyBody({ uid: randomUUID() })),
  );
});

test('a browser that asks whether somebody is signed in leaves nothing', async () => {
  const { lines, rows } = await tracesOf(() => visitor().get('/api/auth/token'));
  expect([lines, rows]).toEqual([[], []]);
});

test('a made operator is told in the log, though no request made them', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { rows } = await tracesOf(() => services.auth.ensureOperator({ email, password }));
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, security: 'role', to: 'owner' });
  expect(lines[0]).not.toContain(email);
  expect(rows).toMatchObject([
    { action: 'security.role', details: { outcome: 'done', from: 'unknown', to: 'owner' } },
  ]);
});

test('500 wrong sign-ins leave few rows that count them all', async () => {
  const { lines, rows } = await tracesOf(async () => {
    for (let n = 0; n < 500; n++) await visitor().signIn(email, `guess ${n}`);
  });
  const told = rows.map(({ action, details }) => {
    const { outcome, count: times = 1, budget } = details as Record<string, unknown>;
    return [action, outcome, times, ...(budget ? [budget] : [])];
  });
  expect(told.toSorted()).toEqual([
    ['security.limit', 'refused', 1, 'sign-in by address'],
    ['security.limit', 'refused', 1, 'telling by address'],
    ['security.sign-in', 'failed', 1],
    ['security.sign-in', 'failed', 24],
    ['security.sign-in', 'refused', 1],
    ['security.sign-in', 'refused', 474],
  ]);
  expect(lines).toHaveLength(rows.length);
});

test('500 forbidden requests leave two rows', async () => {
  const { page } = await donor();
  const { lines, rows } = await tracesOf(async () => {
    for (let n = 0; n < 500; n++) await page.get('/api/office/today');
  });
  expect(rows.map(({ details }) => (details as { count?: number }).count ?? 1)).toEqual([1, 499]);
  expect(lines).toHaveLength(2);
});

test('beyond a limit of different callers per minute the rest is counted together', async () => {
  const { rows } = await tracesOf(async () => {
    for (let n = 0; n < 300; n++) {
      const from = browser(app, { remoteAddress: `100.${n >> 1}.0.${n}`.slice(0, 15) });
      await from.post('/api/contact', {}, { origin: `https://evil${n}.example` });
      await from.get(n % 2 ? '/api/office/today' : '/api/office/mails');
    }
  });
  const counts = rows.map(({ details }) => (details as { count?: number }).count ?? 1);
  expect(rows.length).toBeLessThanOrEqual(401);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(600);
  expect(rows.at(-1)?.details).toMatchObject({ from: 'various', merged: true });
});

test('a mass of events takes one connection, so that none is lost in a queue for others', async () => {
  const pool = (db as typeof db & { $client: Pool }).$client;
  const { lines, rows } = await tracesOf(async () => {
    const release = await holding(urlOf(db), 'lock table audit_log');
    onTestFinished(release);
    for (let n = 0; n < 50; n++) {
      const from = browser(app, { remoteAddress: `100.${n}.0.1` });
      await from.get('/api/office/today');
    }
    while ((await lockWaits(db)) === 0) await db.execute('select 1');
    expect([await lockWaits(db), pool.waitingCount]).toEqual([1, 0]);
    await release();
  });
  expect([lines.length, rows.length]).toEqual([50, 50]);
});

test('a budget that closes is noted once in its window, whichever server finds it', async () => {
  const another = security(house.dependencies);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const asked = () =>
    Promise.all(
      [services.security, another].map(({ noteClosed }) =>
        noteClosed({
          purpose: 'reset by e-mail',
          subject: email,
          subjectHash: `hash of ${count}`,
          windowMs: 60 * 60_000,
        }),
      ),
    );
  const once = await tracesOf(asked);
  expect(once.rows).toHaveLength(1);
  expect((await tracesOf(asked)).rows).toEqual([]);
  clock.now = new Date(clock.now.getTime() + 61 * 60_000);
  expect((await tracesOf(asked)).rows).toHaveLength(1);
});

test('a budget that closes in a transaction that is rolled back is noted all the same', async () => {
  const name = '髙橋 花子';
  const message = { kind: 'other', name, email, appraisalId: '', message: '質問です。' };
  const { rows } = await tracesOf(async () => {
    for (let n = 0; n < 13; n++) await visitor().post('/api/contact', message);
  });
  const budgets = rows.map(({ details }) => (details as { budget?: string }).budget);
  expect(budgets.toSorted()).toEqual(['receipt by e-mail', 'writing by address']);
});

test('what anybody sends as address, device or e-mail cannot break a line', async () => {
  const { lines } = await tracesOf(() =>
    visitor({ 'user-agent': 'iPhone\u2028"}{"level":60,"msg":"forged"} Safari/605' }).signIn(
      `"a\\n"@example.jp`,
      'x'.repeat(12),
    ),
  );
  expect(JSON.stringify(lines)).not.toContain('forged');
});

test('merged rows belong to one person, and appear in no other person’s export', async () => {
  const { uid } = await donor();
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorUid, uid))
    .orderBy(auditLog.id);
  expect(rows.map(({ action }) => action)).toEqual(['security.sign-in']);
});
