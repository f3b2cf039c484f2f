import { expect, test } from 'vitest';
import {
  type ApplicationsQuery,
  firstQuery,
  pathOf,
  questionOf,
  readQuery,
  stateOf,
} from './selection.ts';

const read = (path: string, state: unknown = null) =>
  readQuery(new URL(path, 'http://here').searchParams, state);

test.each<ApplicationsQuery>([
  firstQuery,
  { filter: 'kit-due', order: 'oldest', page: 3, keyword: '' },
  { filter: 'appraised', order: 'newest', page: 1, keyword: '髙橋' },
])('the address and its state lead back to the list %o', (query) => {
  expect(read(pathOf(query), stateOf(query) ?? null)).toEqual(query);
});

test('the keyword, which may be a name, is no part of the address', () => {
  expect(pathOf({ ...firstQuery, keyword: '髙橋' })).toBe('/admin');
});

test.each(['?filter=nonsense', '?page=0', '?page=-1', '?page=1e9', '?page=x', '?order=up'])(
  'what is not understood is left out: %s',
  (search) => expect(read(`/admin${search}`)).toEqual(firstQuery),
);

test('a state of another page brings no keyword', () => {
  expect(read('/admin', { keyword: 5 }).keyword).toBe('');
  expect(read('/admin', 'text').keyword).toBe('');
});

test('the API is asked for a state, or for the kits that are due', () => {
  const search = (query: Partial<ApplicationsQuery>) =>
    new URL(questionOf({ ...firstQuery, ...query }), 'http://here').searchParams;
  expect(search({}).toString()).toBe('order=newest&page=1');
  expect(search({ filter: 'donated' }).get('state')).toBe('donated');
  expect(search({ filter: 'kit-due' }).get('due')).toBe('kit');
  expect(search({ filter: 'kit-due' }).has('state')).toBe(false);
  expect(search({ keyword: ' 髙橋　花子 ' }).get('keyword')).toBe('髙橋　花子');
});
