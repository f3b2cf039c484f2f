import { expect, test } from 'vitest';
import {
  fileRequest,
  firstPage,
  type ListAddress,
  type ListPlace,
  pageRequest,
  placePath,
  placeState,
  readPlace,
  rowSelectionKey,
  viewPath,
  viewQuery,
} from './list-place.ts';

const list: ListAddress = {
  path: '/admin',
  parameters: { filter: ['', 'kit-due', 'donated'], day: /^\d{4}-\d{2}-\d{2}$/ },
  hasOrders: true,
  api: '/api/office/applications',
  toApi: ({ filter, day }) => (filter === 'kit-due' ? { due: 'kit' } : { state: filter, day }),
};
const first: ListPlace = { ...firstPage, filters: {}, order: 'newest', keyword: '' };
const read = (path: string, state: unknown = null) =>
  readPlace(list, new URL(path, 'http://here').searchParams, state);
const asked = (place: Partial<ListPlace>) =>
  new URL(pageRequest(list, { ...first, ...place }).path, 'http://here').searchParams;

test.each<ListPlace>([
  first,
  { ...first, filters: { filter: 'kit-due', day: '2026-11-20' }, order: 'oldest' },
  { ...first, cursor: 'WyJhZnRlciJd', page: 3, open: 'TC-0000-ABCD', keyword: '髙橋' },
])('the address and its state lead back to the place %o', (place) => {
  expect(read(placePath(list, place), placeState(place) ?? null)).toEqual(place);
});

test('the page, which is for the reader alone, stands last', () => {
  const place = { ...first, filters: { filter: 'donated' }, cursor: 'abc', page: 2, open: 'x' };
  expect(placePath(list, place)).toBe('/admin?filter=donated&open=x&cursor=abc&page=2');
});

test('the keyword, which may be a name, is no part of the address, nor of a saved view', () => {
  const place = { ...first, keyword: '髙橋', filters: { filter: 'donated' }, cursor: 'abc' };
  expect(placePath(list, { ...first, keyword: '髙橋' })).toBe('/admin');
  expect(viewQuery(place)).toBe('filter=donated');
});

test.each(['filter=nonsense', 'day=today', 'page=7', 'cursor=<b>', 'order=up', 'open=<b>'])(
  'invalid parameters are ignored: %s',
  (search) => {
    expect(read(`/admin?${search}`)).toEqual(first);
    expect(viewPath(list, search)).toBe('/admin');
  },
);

test('a keyword is cut at a hundred characters, of one UTF-16 unit or two', () => {
  expect(read('/admin', { keyword: `${'𠮷'.repeat(100)}田` }).keyword).toBe('𠮷'.repeat(100));
});

test('a state of another page brings no keyword', () => {
  expect(read('/admin', { keyword: 5 }).keyword).toBe('');
  expect(read('/admin', 'text').keyword).toBe('');
});

test('requests use the API’s parameter names, and never a page number', () => {
  expect(asked({}).toString()).toBe('order=newest');
  expect(asked({ filters: { filter: 'donated' } }).get('state')).toBe('donated');
  expect(asked({ filters: { filter: 'kit-due' } }).toString()).toBe('due=kit&order=newest');
  expect(asked({ cursor: 'abc', page: 2, open: 'x' }).toString()).toBe('order=newest&cursor=abc');
});

test('a parameter in every address of a list is not a filter', () => {
  const staff = { path: '/staff', fixed: { associate: 'a' }, api: '/api/staff/a' };
  expect(placePath(staff, first)).toBe('/staff?associate=a');
  expect(pageRequest(staff, first)).toEqual({ path: '/api/staff/a' });
});

test('a keyword is in no address, of a page or of a file', () => {
  const filters = { filter: 'donated' };
  const place = { ...first, filters, keyword: ' 髙橋　花子 ', cursor: 'abc' };
  const body = { state: 'donated', order: 'newest', keyword: '髙橋　花子' };
  expect(pageRequest(list, place)).toEqual({
    path: '/api/office/applications/search',
    body: { ...body, cursor: 'abc' },
  });
  const csv = '/api/office/applications.csv';
  expect(fileRequest(list, place, csv, 'utf8')).toEqual({
    path: '/api/office/applications/search.csv',
    body: { ...body, encoding: 'utf8' },
  });
  expect(fileRequest(list, { ...place, keyword: ' ' }, csv, 'shift_jis')).toEqual({
    path: `${csv}?state=donated&order=newest&encoding=shift_jis`,
  });
});

test('columns do not change the selection; a filter, an order or a keyword does', () => {
  const place = { ...first, filters: { filter: 'donated' } };
  const same = rowSelectionKey(place);
  expect(rowSelectionKey({ ...place, filters: { filter: 'donated', columns: 'tel.amount' } })).toBe(
    same,
  );
  expect(rowSelectionKey({ ...place, cursor: 'abc', page: 2, open: 'x' })).toBe(same);
  for (const other of [{ filters: {} }, { order: 'oldest' as const }, { keyword: '髙橋' }]) {
    expect(rowSelectionKey({ ...place, ...other })).not.toBe(same);
  }
});
