import { expect, test, vi } from 'vitest';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import type { ChosenPapers } from './chosen-papers.ts';
import { usePapersUpload } from './use-papers-upload.ts';

const paper = (content: string) => new File([content], 'own-name.jpg');
const chosen = {
  papers: [
    { kind: 'licence', front: paper('1'), back: paper('22') },
    { kind: 'residence', front: paper('333'), back: null },
  ],
} as unknown as ChosenPapers;
const path = '/api/applications/identity-papers';

function uploading() {
  const server = apiServer();
  const onSent = vi.fn();
  const proof = { appraisalId: 'TS-1', token: 'secret' };
  const reject = vi.fn(async () => undefined);
  const hook = openHook(() => usePapersUpload({ proof, form: { reject }, onSent }));
  return { server, hook, onSent, send: () => hook.do((now) => void now.send(chosen)) };
}

test('papers go with their proof, fronts before backs, without the names of the files', async () => {
  const { server, hook, onSent, send } = uploading();
  await send();
  const [sent] = server.sent;
  const body = sent?.body as { papers: string; image: string[] };
  expect(sent).toMatchObject({ to: `POST ${path}`, key: 'key 1' });
  expect(JSON.parse(body.papers)).toEqual({
    ...{ appraisalId: 'TS-1', token: 'secret' },
    papers: [
      { kind: 'licence', files: 2 },
      { kind: 'residence', files: 1 },
    ],
  });
  expect(body.image).toEqual(['paper 1', 'paper 2', 'paper 3']);
  expect(hook.now).toMatchObject({ isPending: true, share: 0 });
  await server.progress(50, 100);
  expect(hook.now.share).toBe(0.5);
  await server.answer({ state: 'sent' });
  expect(onSent).toHaveBeenCalledExactlyOnceWith({ state: 'sent' });
});

test('after a lost response the papers are sent again with the same key', async () => {
  const { server, hook, send } = uploading();
  await send();
  await server.progress(50, 100);
  await server.lose();
  expect(hook.now.message).toBe(unreachableMessage);
  await send();
  expect(server.sent.map(({ key }) => key)).toEqual(['key 1', 'key 1']);
  expect(hook.now).toMatchObject({ share: 0, message: undefined });
});

test('a cancelled upload stops, and is not an error', async () => {
  const { server, hook, send, onSent } = uploading();
  await send();
  await hook.do(({ cancel }) => cancel());
  expect(server.waiting).toEqual([]);
  expect(hook.now).toMatchObject({ isPending: false, message: undefined });
  expect(hook.page.toast).toBe('送信を取りやめました。');
  await send();
  await server.refuse('Gone', '期限が過ぎました。');
  expect(hook.now.message).toBe('期限が過ぎました。');
  expect(onSent).not.toHaveBeenCalled();
});

test('leaving the page cancels the upload', async () => {
  const { server, hook, send } = uploading();
  await send();
  hook.leave();
  expect(server.waiting).toEqual([]);
});
