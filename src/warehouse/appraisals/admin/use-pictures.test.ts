import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { dropPicture, readPictures } from './picture-store.ts';
import { usePictures } from './use-pictures.ts';

const to = 'POST /api/upload/image/appraisals';
const file = (name: string) => new File([name], `${name}.jpg`);
let count = 0;

/** The store of a private window, which refuses; photos are kept in memory. */
const refusingStore = {
  open() {
    const request: { onerror?: () => void } = {};
    queueMicrotask(() => request.onerror?.());
    return request;
  },
};

/** Photos of an application with its own number. */
function taking({
  isFresh = true,
  uid = 'sou',
  appraisalId = `TS-${++count}`,
  tab = openTab(),
} = {}) {
  vi.stubGlobal('navigator', {});
  // Two photos can fall within one millisecond.
  vi.spyOn(Date, 'now').mockReturnValue(1_790_000_000_000);
  vi.stubGlobal('indexedDB', refusingStore);
  const onSent = vi.fn();
  const hook = openHook(
    () => {
      const [fresh, setFresh] = useState(isFresh);
      return { ...usePictures({ uid, appraisalId }, { isFresh: fresh, onSent }), setFresh };
    },
    {},
    tab,
  );
  const take = async (itemId: string, ...files: File[]) => {
    await hook.do((now) => void now.take(itemId, files));
    await quiet();
  };
  const forget = async () => {
    for (const { key } of await readPictures({ uid, appraisalId })) await dropPicture(key);
  };
  return { hook, onSent, take, tab, appraisalId, forget };
}

test('photos go one after another, in their order, each to its own item', async () => {
  const server = apiServer();
  const { hook, take, onSent } = taking();
  await take('a', file('one'), file('twoo'));
  expect(hook.now.waiting.map(({ itemId }) => itemId)).toEqual(['a', 'a']);
  expect(server.sent).toEqual([{ to, body: { image: 'item.jpg 3' } }]);
  await server.answer({ imageId: 'p1' });
  await quiet();
  expect(server.sent.at(-1)).toEqual({ to, body: { image: 'item.jpg 4' } });
  await server.answer({ imageId: 'p2' });
  await quiet();
  expect(onSent.mock.calls).toEqual([
    ['a', { imageId: 'p1' }],
    ['a', { imageId: 'p2' }],
  ]);
  expect(hook.now.waiting).toEqual([]);
});

test('nothing is sent before the current items are loaded', async () => {
  const server = apiServer();
  const { hook, take } = taking({ isFresh: false });
  await take('a', file('one'));
  expect(hook.now.waiting).toHaveLength(1);
  expect(server.sent).toEqual([]);
  await hook.do(({ setFresh }) => setFresh(true));
  await quiet();
  expect(server.sent).toHaveLength(1);
  await server.answer({});
});

test('without a network a photo waits, and is retried when it is back', async () => {
  const server = apiServer();
  const { hook, take, onSent } = taking();
  await take('a', file('one'));
  await server.lose();
  await quiet();
  expect(hook.now).toMatchObject({ isOffline: true, waiting: [{ problem: '' }] });
  await hook.page.do(() => void hook.tab.window.dispatchEvent(new Event('online')));
  await quiet();
  await server.answer({ imageId: 'p1' });
  await quiet();
  expect(hook.now).toMatchObject({ isOffline: false, waiting: [] });
  expect(onSent).toHaveBeenCalledOnce();
});

test('a photo that is refused says why, and lets the next one pass', async () => {
  const server = apiServer();
  const { hook, take, forget } = taking();
  await take('a', file('one'), file('twoo'));
  await server.refuse('ValidationError', '画像を開けませんでした。');
  await quiet();
  expect(hook.now.waiting.map(({ problem }) => problem)).toEqual(['画像を開けませんでした。', '']);
  expect(server.waiting).toEqual([to]);
  await server.answer({});
  await quiet();
  expect(hook.now.waiting).toHaveLength(1);
  expect(server.waiting).toEqual([]);
  await hook.do(({ drop, waiting }) => void drop(waiting));
  await quiet();
  expect(hook.now.waiting).toEqual([]);
  await forget();
});

test('after a reload only photos of this person and application are sent', async () => {
  const server = apiServer();
  const first = taking();
  await first.take('a', file('one'));
  await server.lose();
  await quiet();
  first.hook.leave();
  const { tab, appraisalId } = first;
  taking({ uid: 'rin', appraisalId, tab });
  taking({ appraisalId: `${appraisalId}0`, tab });
  await quiet();
  expect(server.waiting).toEqual([]);
  const again = taking({ appraisalId, tab });
  await quiet();
  expect(server.waiting).toEqual([to]);
  await server.answer({ imageId: 'p1' });
  await quiet();
  expect(again.onSent).toHaveBeenCalledExactlyOnceWith('a', { imageId: 'p1' });
});
