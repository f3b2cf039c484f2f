import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { budgets } from '#kit/limits/attempts.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { browser } from '#test/browser.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { pagesOf } from '#test/pages-of.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { SecurityDay, SecurityLine } from './security-event.ts';
import { securityDetails } from './security-words.ts';

const house = await testApp();
const { app, db, services, clock } = house;
const operator = await signedIn(house)('op', 'operator');
const path = '/api/office/security-events';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(db, 'audit_log');
  await db.delete(attemptBudgets);
});

const get = (url: string, headers = operator) => app.inject({ url, headers });
const lines = async (query = '') => (await get(`${path}${query}`)).json<SecurityLine[]>();
const day = async (query = '') => (await get(`${path}/counts${query}`)).json<SecurityDay>();

const event = (
  kind: string,
  outcome: string,
  changes: Partial<typeof auditLog.$inferInsert> = {},
) => ({
  actorUid: 'visitor',
  action: `security.${kind}`,
  subjectType: 'unknown',
  subjectId: 'unknown',
  details: { outcome, from: '203.0.0.0/16' },
  at: clock.now,
  ...changes,
});

test('500 wrong sign-ins and 500 forbidden requests stand on a page, with how many they are', async () => {
  const uid = await services.auth.createPerson({
    email: 'hanako@example.jp',
    password: 'a long password',
    role: 'donor',
    names: {
      lastName: '髙橋',
      firstName: '花子',
      lastNameKana: 'たかはし',
      firstNameKana: 'はなこ',
    },
  });
  const page = browser(app, { remoteAddress: '203.0.113.9' });
  await page.signIn('hanako@example.jp');
  await page.renew();
  for (let n = 0; n < 500; n++) {
    await page.signIn('hanako@example.jp', `guess ${n}`);
    await page.get('/api/office/today');
  }
  await services.security.flush();
  const found = await lines();
  expect(found.length).toBeLessThan(10);
  const countOf = (kind: string, outcome: string) =>
    found
      .filter((line) => line.kind === kind && line.outcome === outcome)
      .reduce((sum, { count }) => sum + count, 0);
  expect([
    countOf('sign-in', 'failed') + countOf('sign-in', 'refused'),
    countOf('denied', 'refused'),
    countOf('sign-in', 'done'),
  ]).toEqual([500, 500, 1]);
  const { counts } = await day();
  for (const { kind, outcome, count } of counts) expect(countOf(kind, outcome)).toBe(count);
  expect(found.find(({ kind }) => kind === 'denied')).toMatchObject({
    uid,
    name: '髙橋 花子',
    typed: '',
    from: '203.0.0.0/16',
    details: ['権限なし', '操作：GET /api/office/today'],
  });
  const [typed] = new Set(found.filter(({ kind }) => kind === 'sign-in').map((line) => line.typed));
  expect((await lines(`?typed=${typed}`)).map(({ outcome }) => outcome)).toContain('done');
  expect(await lines('?typed=0123456789abcdef')).toEqual([]);
});

test('is of the present day in Asia/Tokyo or another one, narrowed by kind and outcome', async () => {
  await db
    .insert(auditLog)
    .values([
      event('sign-in', 'failed', { at: new Date('2026-11-18T14:59:59.999Z') }),
      event('sign-in', 'done', { at: new Date('2026-11-18T15:00:00Z') }),
      event('denied', 'refused', { at: new Date('2026-11-19T14:59:59.999Z') }),
      event('export', 'done', { at: new Date('2026-11-19T15:00:00Z') }),
      event('sign-in', 'failed'),
      event('x', 'y', { action: 'applications.read' }),
    ]);
  const kinds = async (query: string) => (await lines(query)).map(({ kind }) => kind);
  expect(await kinds('')).toEqual(['sign-in', 'export']);
  expect(await kinds('?day=2026-11-19')).toEqual(['denied', 'sign-in']);
  expect(await kinds('?day=2026-11-19&kind=denied')).toEqual(['denied']);
  expect(await kinds('?outcome=failed')).toEqual(['sign-in']);
  expect(await kinds('?outcome=failed&kind=export')).toEqual([]);
  expect(await day('?day=2026-11-19')).toEqual({
    day: '2026-11-19',
    today: '2026-11-20',
    counts: [
      { kind: 'denied', outcome: 'refused', count: 1 },
      { kind: 'sign-in', outcome: 'done', count: 1 },
    ],
    isMore: false,
  });
  expect((await day('?day=2026-11-17')).counts).toEqual([]);
});

test('comes in pages and as a file; both are kept', async () => {
  await db.insert(auditLog).values(Array.from({ length: 120 }, () => event('sign-in', 'failed')));
  const pages = await pagesOf(get, path);
  const ids = pages.flatMap((page) => page.json<SecurityLine[]>().map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  const file = await get(`${path}.csv?kind=sign-in`);
  expect(file.body.startsWith('\uFEFF番号,日時,種類,結果,回数,')).toBe(true);
  expect(file.body.trim().split('\r\n')[1]).toContain(',2026/11/20 10:00,ログイン,失敗,1,');
  const kept = (await get('/api/office/audit-log')).json<{ action: string }[]>();
  expect(kept.map(({ action }) => action)).toEqual([
    'security-events.export',
    ...pages.map(() => 'security-events.list'),
  ]);
});

test('beyond what is counted, the sums say that there is more', async () => {
  await db.execute(sql`insert into audit_log (actor_uid, action, subject_type, subject_id, details, at)
    select 'visitor', 'security.denied', 'unknown', 'unknown', '{"outcome":"refused","count":2}', ${clock.now.toISOString()}::timestamptz
    from generate_series(1, 50001)`);
  expect(await day()).toMatchObject({ isMore: true, counts: [{ count: 100_002 }] });
});

test.each(Object.keys(budgets))('the budget of %s has a name for operators', (budget) => {
  expect(securityDetails({ budget })[0]).toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

test.each(['?day=2026-02-30', '?kind=x', '?outcome=x', '?typed=x', '?page=2'])(
  '%s is refused',
  async (query) => {
    const reply = await get(`${path}${query}`, await headersOfSession(house, 'op'));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  },
);
