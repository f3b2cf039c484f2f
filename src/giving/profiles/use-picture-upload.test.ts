import { expect, test } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

const path = '/api/upload/image/profile';
const picture = new File(['123'], 'hana.jpg');

function uploading() {
  const server = apiServer();
  const hook = openHook(() => usePictureUpload(path, 'アイコン'));
  return { server, hook };
}

test('a picture is uploaded with its progress, and then confirmed', async () => {
  const { server, hook } = uploading();
  expect(hook.now.state).toEqual({ kind: 'idle' });
  await hook.do(({ send }) => send(picture));
  expect(server.sent).toEqual([{ to: `POST ${path}`, body: { image: 'hana.jpg 3' } }]);
  expect(hook.now.state).toEqual({ kind: 'sending', share: 0 });
  await server.progress(1, 4);
  expect(hook.now.state).toEqual({ kind: 'sending', share: 0.25 });
  await server.answer();
  expect(hook.now.state).toEqual({ kind: 'idle' });
  expect(hook.page.toast).toBe('アイコンを変更しました。');
});

test('a removed picture is deleted at the same path', async () => {
  const { server, hook } = uploading();
  await hook.do(({ remove }) => remove());
  expect(server.sent).toEqual([{ to: `DELETE ${path}` }]);
  expect(hook.now.state).toEqual({ kind: 'removing' });
  await server.answer();
  expect(hook.now.state).toEqual({ kind: 'idle' });
  expect(hook.page.toast).toBe('アイコンを消しました。');
});

test('a failed upload or deletion can be retried', async () => {
  const { server, hook } = uploading();
  for (const [start, to] of [
    [(now: typeof hook.now) => now.send(picture), `POST ${path}`],
    [(now: typeof hook.now) => now.remove(), `DELETE ${path}`],
  ] as const) {
    await hook.do(start);
    await server.lose();
    const { state } = hook.now;
    expect(state).toMatchObject({
      kind: 'failed',
      message: '画像の送信が途中で切れました。電波の状態をご確認のうえ、もう一度お送りください。',
    });
    await hook.page.do(() => state.kind === 'failed' && state.again());
    expect(server.waiting).toEqual([to]);
    await server.answer();
  }
});

test('a refusal is shown there and in the modal', async () => {
  const { server, hook } = uploading();
  await hook.do(({ send }) => send(picture));
  await server.refuse('ValidationError', '画像を開けませんでした。');
  expect(hook.now.state).toMatchObject({ kind: 'failed', message: '画像を開けませんでした。' });
  expect(hook.page.message).toContain('画像を開けませんでした。');
  expect(hook.page.toast).toBe('');
});

test('a cancelled upload stops, and is not an error', async () => {
  const { server, hook } = uploading();
  await hook.do(({ send }) => send(picture));
  await hook.do(({ cancel }) => cancel());
  expect(server.waiting).toEqual([]);
  expect(hook.now.state).toEqual({ kind: 'idle' });
  expect(hook.page.toast).toBe('送信を取りやめました。');
});

test('leaving the page cancels the upload', async () => {
  const { server, hook } = uploading();
  await hook.do(({ send }) => send(picture));
  hook.leave();
  expect(server.waiting).toEqual([]);
});
