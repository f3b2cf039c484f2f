import { expect, test } from 'vitest';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { quiet } from '#test/stand-ins/page/quiet.ts';

type Row = { id: string; note: string };
let count = 0;

/** A list with its own path, because ticks are remembered per list. */
const listOf = (more: Partial<ListConfig<Row>> = {}): ListConfig<Row> => ({
  path: '/admin/things',
  api: `/api/office/things-${++count}`,
  parameters: { state: ['open', 'closed'] },
  rowKey: ({ id }) => id,
  ...more,
});
const rows = (...ids: string[]) => ids.map((id) => ({ id, note: '' }));
const headers = {
  'x-total-count': '120+',
  'x-next-cursor': 'next1',
  'x-previous-cursor': 'before1',
};

test('a list loads the page of its address, and shows its position', async () => {
  const server = apiServer();
  const source = listOf({ countsApi: '/api/office/thing-counts' });
  const list = openHook(() => useList(source), {
    path: '/admin/things?state=open&cursor=c3&page=3',
  });
  expect(list.now).toMatchObject({ rows: undefined, shown: undefined, counts: undefined });
  await quiet();
  expect(server.waiting).toEqual([
    `GET ${source.api}?state=open&cursor=c3`,
    'GET /api/office/thing-counts',
  ]);
  await server.answer(rows('a', 'b'), { headers });
  await server.answer({ open: 2 });
  expect(list.now.rows).toEqual(rows('a', 'b'));
  expect(list.now.counts).toEqual({ open: 2 });
  expect(list.now.shown).toEqual({
    ...{ page: 3, rows: 2, total: { count: 120, isMore: true } },
    ...{ isFirst: false, isLast: false },
  });
  expect(list.now.answer.value).toMatchObject({ next: 'next1', previous: 'before1' });
});

test('an answer without cursors is the first page and the last', async () => {
  const server = apiServer();
  const source = listOf();
  const list = openHook(() => useList(source), { path: '/admin/things' });
  await server.answer(rows('a'));
  expect(list.now.shown).toMatchObject({ isFirst: true, isLast: true, total: undefined });
});

test('rows may be a part of the answer', async () => {
  const server = apiServer();
  const source = { ...listOf(), rowsOf: (body: { things: Row[] }) => body.things };
  const list = openHook(() => useList<Row, { things: Row[] }>(source), { path: '/admin/things' });
  await server.answer({ things: rows('a') });
  expect(list.now.rows).toEqual(rows('a'));
});

test('a new selection goes into the address, the keyword only into its state', async () => {
  const server = apiServer();
  const source = listOf();
  const list = openHook(() => useList(source), { path: '/admin/things?state=open' });
  await server.answer(rows('a'));
  await list.do(({ goTo }) => goTo({ keyword: '髙橋' }));
  expect(list.page.at).toBe('/admin/things?state=open');
  expect(list.now.place.keyword).toBe('髙橋');
  expect(server.sent.at(-1)).toEqual({
    to: `POST ${source.api}/search`,
    body: { state: 'open', keyword: '髙橋' },
  });
  // The previous page stays until the next has loaded.
  expect(list.now.rows).toEqual(rows('a'));
});

test('closing an entry goes back if it was opened here, else removes it from the address', async () => {
  const server = apiServer();
  const source = listOf();
  const list = openHook(() => useList(source), { path: '/admin/things?open=a' });
  await server.answer(rows('a'));
  await list.do(({ close }) => close());
  expect(list.page.at).toBe('/admin/things');
  expect(list.page.router.state.historyAction).toBe('REPLACE');
  await list.page.do(
    () => void list.page.router.navigate('/admin/things?open=a', { state: { isOpened: true } }),
  );
  await list.do(({ close }) => close());
  expect(list.page.at).toBe('/admin/things');
  expect(list.page.router.state.historyAction).toBe('POP');
});

test('after a change the page and the counts reload; in a filtered list the entry closes', async () => {
  const server = apiServer();
  const source = listOf({ countsApi: '/api/office/thing-counts' });
  for (const [path, after] of [
    ['/admin/things?state=open&open=a', '/admin/things?state=open'],
    ['/admin/things?open=a', '/admin/things?open=a'],
  ] as const) {
    const list = openHook(() => useList(source), { path });
    await server.answer(rows('a'));
    await server.answer({});
    await list.do(({ onChanged }) => onChanged());
    expect(list.page.at).toBe(after);
    expect(server.waiting).toHaveLength(2);
    await server.answer(rows('a'));
    await server.answer({});
    list.leave();
  }
});

test('ticked rows belong to one selection, on all its pages, in their current version', async () => {
  const server = apiServer();
  const source = listOf();
  const list = openHook(() => useList(source), { path: '/admin/things?state=open' });
  await server.answer(rows('a', 'b'));
  await list.do(({ ticks }) => ticks.set(rows('a', 'b'), true));
  await list.do(({ ticks }) => ticks.set(rows('b'), false));
  expect(list.now.ticks.has({ id: 'a', note: '' })).toBe(true);
  expect(list.now.ticks.rows).toEqual(rows('a'));

  await list.do(({ goTo }) => goTo({ cursor: 'c2', page: 2 }));
  await server.answer([{ id: 'a', note: '新しい' }]);
  expect(list.now.ticks.rows).toEqual([{ id: 'a', note: '新しい' }]);

  await list.do(({ goTo }) => goTo({ filters: { state: 'closed' }, cursor: undefined }));
  expect(list.now.ticks.rows).toEqual([]);
  await list.do(({ goTo }) => goTo({ filters: { state: 'open' }, cursor: undefined }));
  await server.answer([]);
  await list.do(({ ticks }) => ticks.clear());
  expect(list.now.ticks.rows).toEqual([]);
});

test('going back keeps the ticks, for the same person only', async () => {
  const server = apiServer();
  const tab = openTab();
  const source = listOf();
  const opened = () => openHook(() => useList(source), { path: '/admin/things' }, tab);
  await signIn(server, { uid: 'sou' });
  const first = opened();
  await server.answer(rows('a'));
  await first.do(({ ticks }) => ticks.set(rows('a'), true));
  first.leave();
  const back = opened();
  expect(back.now.ticks.rows).toEqual(rows('a'));
  back.leave();
  await signIn(server, { uid: 'rin' });
  expect(opened().now.ticks.rows).toEqual([]);
});
