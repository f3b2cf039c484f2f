import { expect, test } from 'vitest';
import type { SavedView } from '#kit/lists/saved-view.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const other = await signIn('other', 'operator');
const donor = await signIn('donor');

const url = '/api/office/views';
const list = async (name: string, headers = operator) =>
  (await app.inject({ url: `${url}?list=${name}`, headers })).json<SavedView[]>();
const save = (payload: object, headers = operator) =>
  app.inject({ method: 'POST', url, payload, headers });
const remove = (id: string, headers = operator) =>
  app.inject({ method: 'DELETE', url: `${url}/${id}`, headers });

test('an operator keeps views of a list under names, each their own', async () => {
  const saved = await save({
    list: 'applications',
    name: 'きょうの箱',
    query: 'due=kit&order=oldest',
  });
  expect(saved.statusCode).toBe(201);
  const view = { id: expect.any(String), name: 'きょうの箱', query: 'due=kit&order=oldest' };
  expect(saved.json()).toEqual(view);
  expect(await list('applications')).toEqual([view]);
  expect(await list('mails')).toEqual([]);
  expect(await list('applications', other)).toEqual([]);
});

test('the same name replaces, and keeps its id', async () => {
  const first = await save({ list: 'mails', name: '届かない', query: 'state=held' });
  const second = await save({ list: 'mails', name: '届かない', query: 'state=dead' });
  expect(second.json()).toEqual({ ...first.json(), query: 'state=dead' });
  expect(await list('mails')).toEqual([second.json()]);
});

test('only its owner takes a view away', async () => {
  const { id } = (await save({ list: 'messages', name: '未対応', query: 'state=open' })).json();
  expect((await remove(id, other)).statusCode).toBe(404);
  expect((await remove(id)).statusCode).toBe(200);
  expect((await remove(id)).statusCode).toBe(404);
  expect(await list('messages')).toEqual([]);
});

test('a list has room for twenty, however many come at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 25 }, (_, n) => save({ list: 'listings', name: `表示${n}`, query: '' })),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
  expect(await list('listings')).toHaveLength(20);
});

test.each([
  ['a keyword, which may be a name', { query: 'state=applied&keyword=a' }],
  ['a place in the list', { query: 'cursor=abc' }],
  ['what is no query', { query: '<b>' }],
  ['too long a query', { query: 'a'.repeat(301) }],
  ['no name', { name: '' }],
  ['too long a name', { name: 'あ'.repeat(41) }],
  ['another list', { list: 'people' }],
  ['a list without filters', { list: 'result-batches' }],
])('%s is not kept', async (_what, changes) => {
  const reply = await save({ list: 'applications', name: '表示', query: '', ...changes });
  expect(reply.statusCode).toBe(400);
});

test('donors keep none', async () => {
  expect((await save({ list: 'applications', name: '表示', query: '' }, donor)).statusCode).toBe(
    403,
  );
});
