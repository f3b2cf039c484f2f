import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { AuditLine } from './audit-line.ts';
import { auditLog } from './audit-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const other = await signIn('other', 'operator');
await insertAssociate(db, 'ao', 'あおぞらの会');

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(db, 'audit_log');
});

const get = (url: string, headers = operator) => app.inject({ url, headers });
const lines = async (query = '') =>
  (await get(`/api/office/audit-log${query}`)).json<AuditLine[]>();

const entry = (changes: Partial<typeof auditLog.$inferInsert>) => ({
  actorUid: 'op',
  action: 'applications.read',
  subjectType: 'application',
  subjectId: 'TS-1',
  at: clock.now,
  ...changes,
});

test('says who did what to which record and when, newest first, without personal data', async () => {
  await insertApplications(db, [application(1)]);
  await app.inject({
    method: 'POST',
    url: '/api/office/applications/search',
    payload: { keyword: '花子' },
    headers: operator,
  });
  clock.now = new Date('2026-11-20T10:01:00+09:00');
  await get(`/api/office/applications/${numberOf(1)}`, other);
  const found = await lines();
  expect(found).toEqual([
    {
      id: expect.any(String),
      at: '20261120100100000',
      actorUid: 'other',
      actorName: 'other@tasuki.example',
      action: 'applications.read',
      subjectType: 'application',
      subjectId: numberOf(1),
      details: [],
    },
    expect.objectContaining({
      at: '20261120100000000',
      actorUid: 'op',
      action: 'applications.list',
      details: [`1件：${numberOf(1)}`],
    }),
  ]);
  expect(JSON.stringify(found)).not.toContain('花子');
  await db.delete(applications);
});

test('is narrowed by person, room, action, record and day of Asia/Tokyo', async () => {
  await db
    .insert(auditLog)
    .values([
      entry({ actorUid: 'gone', at: new Date('2026-11-18T14:59:59.999Z') }),
      entry({ action: 'mails.list', subjectId: 'all', at: new Date('2026-11-18T15:00:00Z') }),
      entry({ action: 'mails.read', subjectId: '7', at: new Date('2026-11-19T14:59:59.999Z') }),
      entry({ subjectId: 'TS-2', at: new Date('2026-11-19T15:00:00Z') }),
    ]);
  const found = async (query: string) =>
    (await lines(query))
      .filter(({ action }) => action !== 'audit-log.list')
      .map(({ subjectId }) => subjectId);
  expect(await found('?actor=gone')).toEqual(['TS-1']);
  expect(await found('?action=mails')).toEqual(['7', 'all']);
  expect(await found('?action=mails.read')).toEqual(['7']);
  expect(await found('?subject=TS-2')).toEqual(['TS-2']);
  expect(await found('?day=2026-11-19')).toEqual(['7', 'all']);
  expect(await found('?day=2026-11-19&action=mails&actor=op&subject=7')).toEqual(['7']);
  expect((await lines('?actor=gone')).map(({ actorName }) => actorName)).toEqual(['']);
});

test('security events are in a list of their own, unless they or somebody’s are asked for', async () => {
  const details = { outcome: 'failed', from: '203.0.0.0/16', count: 24 };
  const event = { action: 'security.sign-in', subjectType: 'user', subjectId: 'hanako', details };
  await db.insert(auditLog).values([entry({}), entry({ ...event, actorUid: 'hanako' })]);
  const actions = async (query: string) => (await lines(query)).map(({ action }) => action);
  expect(await actions('')).toEqual(['applications.read']);
  expect(await actions('?day=2026-11-20')).toEqual(['audit-log.list', 'applications.read']);
  for (const query of ['?action=security', '?actor=hanako', '?subject=hanako']) {
    expect(await actions(query)).toContain('security.sign-in');
  }
  expect((await lines('?action=security'))[0]?.details).toEqual([
    '結果：失敗',
    '回数：24',
    '接続元：203.0.0.0/16',
  ]);
});

test('comes in pages and counts to a thousand; reading it is kept as well', async () => {
  await db
    .insert(auditLog)
    .values(Array.from({ length: 1_101 }, (_, n) => entry({ subjectId: `s${n}` })));
  const pages = await pagesOf(get, '/api/office/audit-log?action=applications');
  const ids = pages.flatMap((page) => page.json<AuditLine[]>().map(({ subjectId }) => subjectId));
  expect(ids).toEqual(Array.from({ length: 1_101 }, (_, n) => `s${1_100 - n}`));
  expect(pages[0]?.headers['x-total-count']).toBe('1000+');
  expect(await lines('?action=audit-log')).toHaveLength(pages.length);
});

test('goes into a file as a whole, guarded against formulas, and that is kept', async () => {
  await db
    .insert(auditLog)
    .values([
      ...Array.from({ length: 1_200 }, (_, n) => entry({ subjectId: `s${n}` })),
      entry({ subjectId: '=1+1', action: 'applications.odd' }),
    ]);
  const reply = await get('/api/office/audit-log.csv?action=applications');
  expect(reply.headers['content-type']).toContain('text/csv');
  expect(reply.headers['content-disposition']).toContain('audit-log.csv');
  expect(reply.body.startsWith('\uFEFF番号,日時,操作した人の番号,')).toBe(true);
  const rows = reply.body.trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(1_201);
  expect(rows[0]).toContain(
    ",2026/11/20 10:00:00,op,op@tasuki.example,applications.odd,application,'=1+1,",
  );
  const [latest] = await lines();
  expect(latest).toMatchObject({ action: 'audit-log.export', details: ['文字コード：utf8'] });
  const shiftJis = await get('/api/office/audit-log.csv?encoding=shift_jis');
  expect(shiftJis.headers['content-type']).toContain('Shift_JIS');
  expect(shiftJis.rawPayload.subarray(0, 4)).toEqual(Buffer.from([0x94, 0xd4, 0x8d, 0x86]));
});

test.each(['?actor=%00', '?action=a.b.c', '?day=2026-02-30', '?subject=', '?cursor=x', '?page=2'])(
  '%s is refused',
  async (query) => {
    const reply = await get(`/api/office/audit-log${query}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  },
);
