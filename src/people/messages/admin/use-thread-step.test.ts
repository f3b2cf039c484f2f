import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import type { ThreadPart } from './thread-part.ts';
import { useThreadStep } from './use-thread-step.ts';

function stepping(name: 'assign' | 'answered' | 'note') {
  const told = { onChanged: vi.fn(), onStale: vi.fn(), reload: vi.fn() };
  const onDone = vi.fn();
  const part = { thread: { id: 'a/1', version: 4 }, ...told } as unknown as ThreadPart;
  const hook = openHook(() => useThreadStep<{ note: string }>(part, name, onDone));
  return { hook, ...told, onDone, send: () => hook.do(({ send }) => send({ note: '電話済み' })) };
}

test.each(['assign', 'answered', 'note'] as const)(
  'the step %s is sent for the shown version, and shows the new one',
  async (name) => {
    const server = apiServer();
    const { send, onChanged, onStale, onDone } = stepping(name);
    await send();
    expect(server.sent).toEqual([
      { to: `POST /api/office/threads/a%2F1/${name}`, body: { note: '電話済み' }, ifMatch: '"4"' },
    ]);
    await server.answer({ id: 'a/1', version: 5 });
    expect(onChanged).toHaveBeenCalledExactlyOnceWith({ id: 'a/1', version: 5 });
    expect(onDone).toHaveBeenCalledOnce();
    expect(onStale).not.toHaveBeenCalled();
  },
);

test('after a concurrent message, that is shown first and nothing is changed', async () => {
  const server = apiServer();
  const { hook, send, onChanged, onStale, onDone } = stepping('note');
  await send();
  await server.refuse('Conflict', '新しいやり取りがあります。');
  expect(onStale).toHaveBeenCalledOnce();
  expect(hook.now.message).toBe('新しいやり取りがあります。');
  expect(onChanged).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
});

test('another refusal only shows its message', async () => {
  const server = apiServer();
  const { hook, send, onStale } = stepping('note');
  await send();
  await server.refuse('InternalError', 'うまくいきませんでした。');
  expect(hook.now.message).toBe('うまくいきませんでした。');
  expect(onStale).not.toHaveBeenCalled();
});
