import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import type { AppraisalDraft } from '#warehouse/appraisals/appraisal-draft.ts';
import { queueKey } from './item-queue.ts';
import { useAppraisal } from './use-appraisal.ts';
import { useRetry } from './use-retry.ts';

beforeEach(() => void vi.useFakeTimers());

const pass = async (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
  await quiet();
};
const path = '/api/office/appraisals/TS-1';
const entry = (name: string) => ({ boxNumber: 1, content: { name }, imageIds: ['p1'] }) as never;
const item = (id: string, name: string, version = 1) =>
  ({
    ...{ id, version, isRemoved: false, images: [], addedBy: '', changedBy: '' },
    ...(entry(name) as object),
  }) as never;
const draft = (items: unknown[], version = 5, state = 'open') =>
  ({ appraisalId: 'TS-1', state, items, version }) as unknown as AppraisalDraft;

/** An appraisal in progress, with one coat. */
async function appraising({
  loaded = draft([item('a', 'コート')]),
  tab = openTab(),
  uid = 'sou',
} = {}) {
  const server = apiServer();
  const hook = openHook(() => useAppraisal(uid, loaded), {}, tab);
  await server.answer(loaded);
  return {
    server,
    hook,
    tab,
    names: () => hook.now.items.map(({ content }) => (content as { name?: string }).name),
    save: (id: string, name: string) => hook.do(({ save }) => save(id, entry(name))),
    kept: () => localStorage.getItem(queueKey(uid, 'TS-1')),
  };
}

test('a draft loads at once, and every five seconds while visible', async () => {
  const server = apiServer();
  const hook = openHook(() => useAppraisal('sou', draft([])));
  expect(hook.now.isFresh).toBe(false);
  await quiet();
  expect(server.waiting).toEqual([`GET ${path}`]);
  await server.answer(draft([item('a', 'コート')], 6));
  expect(hook.now).toMatchObject({ isFresh: true, draft: { version: 6 } });
  await pass(5_000);
  expect(server.waiting).toEqual([`GET ${path}`]);
  await server.answer(draft([], 7));
  hook.tab.look('hidden');
  await pass(5_000);
  expect(server.waiting).toEqual([]);
  hook.leave();
  hook.tab.look('visible');
  await pass(5_000);
  expect(server.waiting).toEqual([]);
});

test('a stale response is dropped', async () => {
  const { server, hook } = await appraising();
  await hook.do(({ reload }) => void reload());
  await hook.do(({ take }) => take(draft([], 9)));
  await server.answer(draft([item('a', 'コート')], 6));
  expect(hook.now.draft).toMatchObject({ version: 9, items: [] });
});

test('input is on the screen and the device at once, and sent after the debounce', async () => {
  const { server, names, save, kept } = await appraising();
  await save('a', '帽子');
  expect(names()).toEqual(['帽子']);
  expect(JSON.parse(kept() ?? '[]')).toMatchObject([{ itemId: 'a', version: 1 }]);
  await pass(499);
  expect(server.waiting).toEqual([]);
  await pass(1);
  expect(server.sent.at(-1)).toEqual({
    to: `POST ${path}/items/a`,
    body: entry('帽子'),
    ifMatch: '"1"',
  });
  await server.answer({ item: item('a', '帽子', 2), version: 6 });
  expect(names()).toEqual(['帽子']);
  expect(kept()).toBeNull();
});

test('a gap between two versions is loaded, not skipped', async () => {
  const { server, hook, save } = await appraising();
  await save('a', '帽子');
  await pass(500);
  await server.answer({ item: item('a', '帽子', 2), version: 8 });
  expect(hook.now.draft.version).toBe(5);
  expect(server.waiting).toEqual([`GET ${path}`]);
});

test('the first item opens a waiting appraisal', async () => {
  const { server, hook, save } = await appraising({ loaded: draft([], 0, 'waiting') });
  await save('new', '鞄');
  await pass(500);
  expect(server.sent.at(-1)).toMatchObject({ to: `POST ${path}/items/new`, ifMatch: '"0"' });
  await server.answer({ item: item('new', '鞄'), version: 1 });
  expect(hook.now.draft).toMatchObject({ state: 'open', version: 1 });
  expect(hook.now.items).toHaveLength(1);
});

test('a removal is sent with its version; an item never sent is just dropped', async () => {
  const { server, hook, names } = await appraising();
  await hook.do(({ remove, items }) => items[0] && remove(items[0]));
  expect(names()).toEqual([]);
  await hook.do(({ save }) => save('new', entry('鞄')));
  await hook.do(({ remove, items }) => items[0] && remove(items[0]));
  await pass(500);
  expect(server.sent.at(-1)).toEqual({
    to: `POST ${path}/items/a/remove`,
    body: {},
    ifMatch: '"1"',
  });
  const sent = server.sent.length;
  await server.answer({
    item: { ...(item('a', 'コート', 2) as object), isRemoved: true },
    version: 6,
  });
  await pass(500);
  expect(server.sent).toHaveLength(sent);
  expect(hook.now.saving.queue).toEqual([]);
});

test('without a network changes wait on the device and go as the same ones every three seconds', async () => {
  const { server, hook, save, kept } = await appraising();
  await save('a', '帽子');
  await pass(500);
  const first = server.sent.at(-1);
  await server.lose();
  expect(hook.now.saving.isOffline).toBe(true);
  expect(kept()).not.toBeNull();
  // Sends once after the debounce, then every three seconds from the first failure.
  await pass(500);
  await server.lose(first?.to);
  await pass(2_499);
  expect(server.waiting).not.toContain(first?.to);
  await pass(1);
  expect(server.sent.filter(({ to }) => to === first?.to)).toEqual([first, first, first]);
  await server.answer({ item: item('a', '帽子', 2), version: 6 }, { to: first?.to });
  expect(hook.now.saving.isOffline).toBe(false);
});

test.each(['ServiceUnavailable', 'InternalError', 'TooManyRequests'] as const)(
  'a %s is temporary: the change waits',
  async (type) => {
    const { server, hook, save } = await appraising();
    await save('a', '帽子');
    await pass(500);
    await server.refuse(type, '少しお待ちください。');
    expect(hook.now.saving.isOffline).toBe(true);
    expect(hook.now.saving.queue.map(({ refusal }) => refusal)).toEqual([undefined]);
  },
);

test('a conflicting change waits for a choice, and the own version can be put on top', async () => {
  const { server, hook, names, save } = await appraising();
  await save('a', '帽子');
  await pass(500);
  await server.refuse('Conflict', '別の方が変えました。');
  expect(hook.now.saving.queue).toMatchObject([
    { refusal: { message: '別の方が変えました。', isStale: true } },
  ]);
  await server.answer(draft([item('a', '手袋', 2)], 6));
  await pass(500);
  expect(server.waiting).toEqual([]);
  expect(names()).toEqual(['帽子']);
  await hook.do(({ keepMine }) => void keepMine('a'));
  await pass(500);
  expect(server.sent.at(-1)).toMatchObject({ body: entry('帽子'), ifMatch: '"2"' });
});

test('the own version of a removed item becomes a new item', async () => {
  const { server, hook, save } = await appraising();
  await save('a', '帽子');
  await pass(500);
  await server.refuse('Gone', 'この品は外されました。');
  expect(hook.now.saving.queue[0]?.refusal).toEqual({
    message: 'この品は外されました。',
    isStale: false,
  });
  await server.answer(draft([], 6));
  let kept = '';
  await hook.do(async ({ keepMine }) => {
    kept = await keepMine('a');
  });
  await server.answer(draft([], 6));
  expect(kept).toMatch(/^[0-9a-f]{32}$/);
  await pass(500);
  expect(server.sent.at(-1)).toMatchObject({ to: `POST ${path}/items/${kept}`, ifMatch: '"0"' });
});

test('a refused change can be discarded', async () => {
  const { server, hook, names, save, kept } = await appraising();
  await save('a', '帽子');
  await pass(500);
  await server.refuse('Conflict', '別の方が変えました。');
  await hook.do(({ saving }) => saving.discard('a'));
  expect(names()).toEqual(['コート']);
  expect(kept()).toBeNull();
});

test('leaving the box during the debounce sends the price', async () => {
  const { server, hook, save } = await appraising();
  await save('a', '帽子');
  hook.leave();
  await quiet();
  expect(server.sent.at(-1)?.to).toBe(`POST ${path}/items/a`);
});

test('unsent changes survive a reload, for this person only', async () => {
  const { hook, save, tab, server } = await appraising();
  await save('a', '帽子');
  await pass(500);
  await server.lose();
  hook.leave();
  await quiet();
  const other = await appraising({ tab, uid: 'rin' });
  expect(other.names()).toEqual(['コート']);
  other.hook.leave();
  expect((await appraising({ tab })).names()).toEqual(['帽子']);
});

test('retries every three seconds and when the network is back, until a response', async () => {
  const send = vi.fn();
  const hook = openHook(() => {
    const [isOffline, setOffline] = useState(false);
    useRetry(isOffline, send);
    return setOffline;
  });
  const online = () => hook.page.do(() => void hook.tab.window.dispatchEvent(new Event('online')));
  await pass(3_000);
  await online();
  expect(send).not.toHaveBeenCalled();
  await hook.do((setOffline) => setOffline(true));
  await pass(2_999);
  expect(send).not.toHaveBeenCalled();
  await pass(1);
  expect(send).toHaveBeenCalledTimes(1);
  await online();
  expect(send).toHaveBeenCalledTimes(2);
  await hook.do((setOffline) => setOffline(false));
  await pass(3_000);
  await online();
  expect(send).toHaveBeenCalledTimes(2);
});
