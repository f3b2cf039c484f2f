import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import {
  editedContent,
  useVersionChanges,
  useVersioned,
  type VersionedWithEtag,
} from './use-versioned.ts';

type Content = { title: string };
const path = '/api/office/campaigns/1';
const versioned = (title: string) => ({ current: { content: { title } } }) as never;
const loaded: VersionedWithEtag<Content> = { versioned: versioned('春'), etag: '"3"' };
const conflict = '別の画面で変更されました。';

function changing() {
  const onChanged = vi.fn();
  const reject = vi.fn(async () => undefined);
  const hook = openHook(() =>
    useVersionChanges<Content>({ path, loaded, form: { reject }, onChanged }),
  );
  const send = (name: 'draft' | 'publish' = 'draft', etag?: string) =>
    hook.do((now) => now.send({ name, body: { content: { title: '夏' } } }, etag));
  return { hook, send, onChanged, reject };
}

test('the published version comes with the etag for the next change', async () => {
  const server = apiServer();
  const hook = openHook(() => useVersioned<Content>(path));
  await quiet();
  expect(server.waiting).toEqual([`GET ${path}`]);
  await server.answer(loaded.versioned, { headers: { etag: '"3"' } });
  expect(hook.now.value).toEqual(loaded);
});

test('the draft is edited, else the published version', () => {
  const current = { content: { title: '春' } };
  expect(editedContent({ current, draft: { content: { title: '夏' } } } as never)).toEqual({
    title: '夏',
  });
  expect(editedContent({ current, draft: null } as never)).toEqual({ title: '春' });
});

test('a change goes to its own address with the version that was shown', async () => {
  const server = apiServer();
  const { hook, send, onChanged } = changing();
  await send('publish');
  expect(server.sent).toEqual([
    { to: `POST ${path}/publish`, body: { content: { title: '夏' } }, ifMatch: '"3"' },
  ]);
  expect(hook.now.isPending).toBe(true);
  await server.answer(versioned('夏'), { headers: { etag: '"4"' } });
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(
    { versioned: versioned('夏'), etag: '"4"' },
    'publish',
  );
});

test('after a conflict nothing is overwritten: the stored version is shown, and the next change sends its etag', async () => {
  const server = apiServer();
  const { hook, send, onChanged } = changing();
  await send();
  await server.refuse('Conflict', conflict);
  await server.answer(versioned('秋'), { headers: { etag: '"5"' } });
  expect(hook.now).toMatchObject({
    newer: { versioned: versioned('秋'), etag: '"5"' },
    message: undefined,
  });
  expect(onChanged).not.toHaveBeenCalled();
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"5"');
  await server.answer(versioned('夏'), { headers: { etag: '"6"' } });
  expect(hook.now.newer).toBeUndefined();
});

test('the version stored meanwhile can be dismissed', async () => {
  const server = apiServer();
  const { hook, send } = changing();
  await send();
  await server.refuse('Conflict', conflict);
  await server.answer(versioned('秋'), { headers: { etag: '"5"' } });
  await hook.do(({ forgetNewer }) => forgetNewer());
  expect(hook.now).toMatchObject({ newer: undefined, message: conflict });
  await send('draft', '"7"');
  expect(server.sent.at(-1)?.ifMatch).toBe('"7"');
});

test('refused fields of the content are those of the form', async () => {
  const server = apiServer();
  const { send, reject } = changing();
  await send();
  const refused = (path: string) => ({ path, message: 'ご確認ください。' });
  await server.refuse('ValidationError', 'ご確認ください。', {
    errors: [refused('content.title'), refused('from.content.day')],
  });
  expect(reject).toHaveBeenCalledExactlyOnceWith(
    [refused('title'), refused('from.content.day')],
    expect.objectContaining({ message: 'ご確認ください。' }),
  );
});
