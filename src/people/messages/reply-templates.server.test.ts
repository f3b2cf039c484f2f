import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { replyTemplates } from './message-tables.server.ts';

const house = await testApp();
const { app, db } = house;
const operator = await signedIn(house)('operator-1', 'operator');
const warehouse = await signedIn(house)('warehouse-1', 'warehouse');
const url = '/api/office/reply-templates';
const draft = {
  name: '箱の遅れ',
  body: '{{name}} 様\nお待たせしています。（{{referenceNumber}}）',
};

beforeEach(() => db.delete(replyTemplates));
const create = (payload: object = draft) =>
  app.inject({ method: 'POST', url, payload, headers: operator });
const edit = (id: string, etag: string, payload: object = draft) =>
  app.inject({
    method: 'POST',
    url: `${url}/${id}`,
    payload,
    headers: { ...operator, 'if-match': etag },
  });
const remove = (id: string, etag: string) =>
  app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: { ...operator, 'if-match': etag } });
const list = async () => (await app.inject({ url, headers: operator })).json();

test('a template is made, edited and removed, and each is audited', async () => {
  const made = await create();
  expect(made.statusCode).toBe(201);
  const { id } = made.json();
  const edited = await edit(id, String(made.headers.etag), { ...draft, name: '遅れ' });
  expect(edited.json()).toMatchObject({ name: '遅れ', version: 2 });
  expect(await list()).toMatchObject([{ id, name: '遅れ' }]);
  expect((await remove(id, String(edited.headers.etag))).statusCode).toBe(200);
  expect(await list()).toEqual([]);
  const actions = (await db.select().from(auditLog)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('reply-templates'))).toEqual([
    'reply-templates.create',
    'reply-templates.change',
    'reply-templates.remove',
  ]);
});

test('an edit of a version that is gone is refused, and changes nothing', async () => {
  const made = await create();
  const { id } = made.json();
  const etag = String(made.headers.etag);
  await edit(id, etag, { ...draft, body: '先に直した文' });
  for (const refused of [await edit(id, etag), await remove(id, etag)]) {
    expect(refused.statusCode).toBe(409);
  }
  expect(await list()).toMatchObject([{ body: '先に直した文' }]);
  expect((await edit('gone', etag)).statusCode).toBe(404);
  expect((await app.inject({ url: `${url}/gone`, headers: operator })).statusCode).toBe(404);
});

test('a place that nothing fills is refused at its field', async () => {
  const refused = await create({ ...draft, body: '{{namae}} 様' });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toMatchObject([{ path: 'body' }]);
});

test('templates are for those who answer', async () => {
  expect((await app.inject({ url, headers: warehouse })).statusCode).toBe(403);
  expect((await app.inject({ url })).statusCode).toBe(401);
});
