import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { usePictureLink, usePictureSending } from './use-draft-picture.ts';

test('a draft’s picture has its own link, never that of the previous one', async () => {
  const server = apiServer();
  const hook = openHook(() => {
    const [id, choose] = useState('p1');
    return { link: usePictureLink('associates/ao', id), choose };
  });
  expect(hook.now.link).toBe('');
  await quiet();
  expect(server.waiting).toEqual(['GET /api/upload/image/associates/ao/p1']);
  await server.answer({ image: '/drafts/p1' });
  expect(hook.now.link).toBe('/drafts/p1');
  await hook.do(({ choose }) => choose('p2'));
  expect(hook.now.link).toBe('');
  await server.answer({ image: '/drafts/p2' });
  expect(hook.now.link).toBe('/drafts/p2');
  await hook.do(({ choose }) => choose(''));
  expect(hook.now.link).toBe('');
  expect(server.waiting).toEqual([]);
});

const file = (name: string) => new File(['123'], name);

test('a picture is sent for its place and kind, and its id is handed on', async () => {
  const server = apiServer();
  const onSent = vi.fn();
  const hook = openHook(() => usePictureSending('campaigns', 'cover', onSent));
  expect(hook.now.isBusy).toBe(false);
  await hook.do(({ send }) => send(file('a.jpg')));
  expect(server.sent).toEqual([
    { to: 'POST /api/upload/image/campaigns?kind=cover', body: { image: 'a.jpg 3' } },
  ]);
  expect(hook.now.isBusy).toBe(true);
  await server.answer({ imageId: 'p1', image: '' });
  expect(onSent).toHaveBeenCalledExactlyOnceWith('p1');
  expect(hook.now.isBusy).toBe(false);
});

test('only the picture chosen last is used, whichever response comes last', async () => {
  const server = apiServer();
  const onSent = vi.fn();
  const hook = openHook(() => usePictureSending('campaigns', 'cover', onSent));
  await hook.do(({ send }) => send(file('a.jpg')));
  await hook.do(({ send }) => send(file('b.jpg')));
  await server.answer({ imageId: 'a' });
  await server.answer({ imageId: 'b' });
  expect(onSent).toHaveBeenCalledExactlyOnceWith('b');
});

test('an upload error is shown until the next upload', async () => {
  const server = apiServer();
  const hook = openHook(() => usePictureSending('campaigns', 'cover', vi.fn()));
  await hook.do(({ send }) => send(file('a.jpg')));
  await server.lose();
  expect(hook.now).toMatchObject({ isBusy: false, message: unreachableMessage });
  await hook.do(({ send }) => send(file('a.jpg')));
  expect(hook.now.message).toBeUndefined();
  await server.refuse('ValidationError', '画像を開けませんでした。');
  expect(hook.now.message).toBe('画像を開けませんでした。');
});
