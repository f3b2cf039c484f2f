import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { thanksTemplates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { maxThanksTemplates } from './thanks-template.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const people = {
  editor: await signIn('editor', 'staff'),
  viewer: await signIn('viewer', 'staff'),
  elsewhere: await signIn('elsewhere', 'staff'),
  operator: await signIn('operator', 'operator'),
};
type Name = keyof typeof people;
await insertAssociate(db, 'ao');
await insertAssociate(db, 'other');
await db.insert(staffMemberships).values([
  { uid: 'editor', associateId: 'ao' },
  { uid: 'viewer', associateId: 'ao', role: 'viewer' },
  { uid: 'elsewhere', associateId: 'other' },
]);
for (const uid of ['editor', 'viewer', 'elsewhere']) house.services.auth.forget(uid);

const room = '/api/staff/associates/ao/thanks';
const path = `${room}/templates`;
const words = { name: '夏のお礼', title: '{{お名前}}へ', body: '{{団体名}}です。ありがとう。' };
const call = (
  by: Name,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  version?: number,
) =>
  app.inject({
    method,
    url,
    headers: { ...people[by], ...(version && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });
const create = (by: Name = 'editor', changes: object = {}) =>
  call(by, 'POST', path, { ...words, ...changes });
const list = async (by: Name = 'editor') => (await call(by, 'GET', path)).json();

beforeEach(async () => {
  await db.delete(thanksTemplates);
});

test('an editor keeps words, both roles see them by name, and a message begins with them', async () => {
  const created = await create();
  expect([created.statusCode, created.headers.etag]).toEqual([201, '"1"']);
  await create('editor', { name: '秋のお礼' });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual([
    '夏のお礼',
    '秋のお礼',
  ]);
  expect(await list('viewer')).toEqual(await list());
  const { id } = created.json();
  const begun = await call('editor', 'POST', room, { ownTemplateId: id });
  const draft = await call('editor', 'GET', `/api/staff/thanks/ao:${begun.json().id}`);
  expect(draft.json().draft.content).toMatchObject({ title: words.title, body: words.body });
});

test('it is edited and removed in the version that was shown; what was begun with it stays', async () => {
  const { id } = (await create()).json();
  const begun = (await call('editor', 'POST', room, { ownTemplateId: id })).json();
  const edited = await call('editor', 'POST', `${path}/${id}`, { ...words, name: '新' }, 1);
  expect(edited.json()).toMatchObject({ name: '新', version: 2 });
  for (const method of ['POST', 'DELETE'] as const) {
    const body = method === 'POST' ? words : undefined;
    expect((await call('editor', method, `${path}/${id}`, body, 1)).statusCode).toBe(409);
    expect((await call('editor', method, `${path}/${id}`, body)).statusCode).toBe(409);
  }
  expect((await call('editor', 'DELETE', `${path}/${id}`, undefined, 2)).statusCode).toBe(200);
  expect((await call('editor', 'DELETE', `${path}/${id}`, undefined, 2)).statusCode).toBe(404);
  expect(await list()).toEqual([]);
  const draft = await call('editor', 'GET', `/api/staff/thanks/ao:${begun.id}`);
  expect(draft.json().draft.content.body).toBe(words.body);
  const lines = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(lines.flatMap(({ action, subjectId }) => (subjectId === id ? [action] : []))).toEqual([
    'thanks-templates.create',
    'thanks-templates.change',
    'thanks-templates.remove',
  ]);
});

describe('nobody else', () => {
  test.each([
    ['viewer', 403, 200],
    ['elsewhere', 404, 404],
    ['operator', 403, 403],
  ] as const)('%s changes nothing', async (by, changing, reading) => {
    const { id } = (await create()).json();
    expect((await create(by)).statusCode).toBe(changing);
    expect((await call(by, 'POST', `${path}/${id}`, words, 1)).statusCode).toBe(changing);
    expect((await call(by, 'DELETE', `${path}/${id}`, undefined, 1)).statusCode).toBe(changing);
    expect((await call(by, 'GET', path)).statusCode).toBe(reading);
    expect(await list()).toMatchObject([{ id, version: 1, name: words.name }]);
  });

  test('reaches one through their own organisation’s address, nor begins with it', async () => {
    const { id } = (await create()).json();
    const theirs = '/api/staff/associates/other/thanks';
    for (const reply of [
      await call('elsewhere', 'POST', `${theirs}/templates/${id}`, words, 1),
      await call('elsewhere', 'DELETE', `${theirs}/templates/${id}`, undefined, 1),
      await call('elsewhere', 'POST', theirs, { ownTemplateId: id }),
    ]) {
      expect(reply.statusCode, reply.body).toBe(404);
    }
    expect(await list()).toHaveLength(1);
  });
});

test.each([
  [{ name: '' }],
  [{ name: 'あ'.repeat(61) }],
  [{ title: '' }],
  [{ body: 'あ'.repeat(4_001) }],
  [{ body: '{{電話番号}}' }],
])('%j is refused', async (changes) => {
  expect((await create('editor', changes)).statusCode).toBe(400);
});

test(`there are ${maxThanksTemplates} at most, also of two that are saved at once`, async () => {
  const some = Array.from({ length: maxThanksTemplates - 1 }, (_, n) => ({
    ...words,
    id: `t${n}`,
    associateId: 'ao',
    createdAt: clock.now,
  }));
  await db.insert(thanksTemplates).values(some);
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(await list()).toHaveLength(maxThanksTemplates);
});
