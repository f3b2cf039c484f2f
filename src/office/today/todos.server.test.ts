import { beforeAll, expect, test } from 'vitest';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisalDrafts } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { boxExceptions } from '#warehouse/intake/intake-tables.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import type { Todo } from './todo.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
const people: Record<string, Awaited<ReturnType<typeof signIn>>> = {};
const at = (time: string) => new Date(`${time}+09:00`);

beforeAll(async () => {
  for (const role of ['owner', 'warehouse', 'accountant'] as const) {
    people[role] = await signIn(`${role}-1`, role);
  }
});

const todosOf = async (role: string): Promise<Todo[]> =>
  (await app.inject({ url: '/api/office/todos', headers: people[role] })).json();
const keysOf = async (role: string) => (await todosOf(role)).map(({ key }) => key);
const todo = async (key: string, role = 'owner') =>
  (await todosOf(role)).find((one) => one.key === key);

test('with nothing to do, nothing is listed', async () => {
  expect(await todosOf('owner')).toEqual([]);
});

test('each role reads what it can do, with count, day and button, and what is late', async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(db, [
    application(1, { state: 'applied', boxes: 3, stateChangedAt: at('2026-11-19T09:00:00') }),
    application(2, { state: 'goods-received', stateChangedAt: at('2026-11-01T09:00:00') }),
    application(3, { state: 'goods-received', stateChangedAt: at('2026-11-10T09:00:00') }),
    application(4, { state: 'donated', stateChangedAt: at('2026-09-25T09:00:00') }),
    application(5, { state: 'donated', stateChangedAt: at('2026-11-19T09:00:00') }),
  ]);
  await db.insert(boxExceptions).values({
    ...{ id: 'x', kind: 'no-number', place: '棚A', reason: '送り状なし', ownerUid: 'warehouse-1' },
    ...{ dueOn: '2026-11-20', createdBy: 'warehouse-1', createdAt: at('2026-11-19T09:00:00') },
    ...{ changedBy: 'warehouse-1', changedAt: at('2026-11-19T09:00:00') },
  });
  const message = { kind: 'other', name: '山本', message: '箱が届きません' };
  await db.insert(contactMessages).values([
    {
      ...{ ...message, id: 'm1', email: 'a@tasuki.example', createdAt: at('2026-11-18T08:00:00') },
      dueAt: at('2026-11-20T08:00:00'),
    },
    {
      ...{ ...message, id: 'm2', email: 'b@tasuki.example', createdAt: at('2026-11-19T08:00:00') },
      dueAt: at('2026-11-23T08:00:00'),
    },
  ]);
  const mail = { kind: 'kit-sent', recipient: 'a@tasuki.example', subject: '', textBody: '' };
  await db.insert(outboxMails).values({
    ...{ ...mail, dedupeKey: '1', messageId: '<1@a>', state: 'dead' },
    createdAt: at('2026-11-20T09:00:00'),
  });
  await db.insert(appraisalDrafts).values({
    ...{ appraisalId: numberOf(3), state: 'review', startedBy: 'w', changedBy: 'w' },
    ...{ startedAt: at('2026-11-19T09:00:00'), changedAt: at('2026-11-19T09:00:00') },
  });
  await db.insert(resultBatches).values({
    ...{ id: 'b', uploadedBy: 'w', fileName: 'a.csv', fileHash: 'h', encoding: 'utf8' },
    ...{ rowCount: 4, acceptedCount: 4, donationYen: 4_000, state: 'waiting' },
    ...{ releaseDueAt: at('2026-11-21T09:00:00'), createdAt: at('2026-11-20T09:00:00') },
  });

  expect(await keysOf('warehouse')).toEqual(['exceptions', 'kits', 'appraisals', 'reviews']);
  expect(await keysOf('accountant')).toEqual(['remittances']);
  expect(await keysOf('owner')).toEqual([
    ...['messages', 'exceptions', 'dead-mails', 'kits', 'appraisals', 'reviews', 'results'],
    'remittances',
  ]);
  expect(await todo('messages')).toEqual({
    key: 'messages',
    section: 'promises',
    title: 'お返事を待っている方',
    note: '',
    count: 2,
    overdue: 1,
    dueAt: '20261120080000000',
    action: '返事を書く',
    path: '/admin/messages?state=open',
  });
  expect(await todo('exceptions')).toMatchObject({ overdue: 0, dueAt: '20261121000000000' });
  expect(await todo('kits')).toMatchObject({ count: 1, note: '3箱', dueAt: '20261121000000000' });
  // Fourteen days after the first of them came, and the day is over.
  expect(await todo('appraisals')).toMatchObject({
    ...{ count: 2, overdue: 1, dueAt: '20261116000000000' },
  });
  expect(await todo('results')).toMatchObject({ count: 4, dueAt: '20261121090000000' });
  // Promised within 60 days: the second one has time.
  expect(await todo('remittances')).toMatchObject({
    ...{ count: 1, overdue: 0, dueAt: '20261125000000000' },
  });
});

test('a gift to a fund has no day on which it must be sent on', async () => {
  await insertApplications(db, [
    application(6, {
      ...{ state: 'donated', kind: 'fund', associateId: null },
      stateChangedAt: at('2023-01-01T09:00:00'),
    }),
  ]);
  expect(await todo('remittances')).toMatchObject({ count: 1, overdue: 0 });
  const overdue = await app.inject({
    url: '/api/office/applications?due=overdue',
    headers: people.owner,
  });
  expect(overdue.json<{ appraisalId: string }[]>().map(({ appraisalId }) => appraisalId)).toEqual([
    numberOf(2),
  ]);
});

test('the menu counts the same by screen', async () => {
  const counts = await app.inject({ url: '/api/office/menu-counts', headers: people.warehouse });
  expect(counts.json()).toMatchObject({
    exceptions: { open: 1, overdue: 0 },
    kits: { open: 1, overdue: 0 },
    appraisals: { open: 3, overdue: 1 },
  });
  expect(counts.json()).not.toHaveProperty('messages');
});
