import { expect, test, vi } from 'vitest';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';

const path = '/api/office/remittances/runs/7/confirm';

function stepping() {
  const onDone = vi.fn();
  const reject = vi.fn(async () => undefined);
  const hook = openHook(() =>
    useStep<{ version: number }, { state: string }>(path, {
      done: '確定しました。',
      onDone,
      form: { reject },
    }),
  );
  return { hook, onDone, reject, send: () => hook.do(({ send }) => send({ version: 3 })) };
}
const sent = (key: string) => ({ to: `POST ${path}`, body: { version: 3 }, key });

test('a step is sent once, is told, and its answer is handed on', async () => {
  const server = apiServer();
  const { hook, send, onDone } = stepping();
  await send();
  await send();
  expect(server.sent).toEqual([sent('key 1')]);
  expect(hook.now.isPending).toBe(true);
  await server.answer({ state: 'confirmed' });
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ state: 'confirmed' });
  expect(hook.page.toast).toBe('確定しました。');
});

test('a step whose answer was lost is sent as the same one again, and tells nothing', async () => {
  const server = apiServer();
  const { hook, send, onDone } = stepping();
  await send();
  await server.lose();
  expect(hook.now).toMatchObject({ message: unreachableMessage, isStale: false });
  await send();
  expect(server.sent).toEqual([sent('key 1'), sent('key 1')]);
  expect(onDone).not.toHaveBeenCalled();
  expect(hook.page.toast).toBe('');
});

test('somebody was quicker until the next try; another refusal is none of that', async () => {
  const server = apiServer();
  const { hook, send } = stepping();
  await send();
  await server.refuse('Conflict', '別の方が先に進めました。');
  expect(hook.now).toMatchObject({ isStale: true, message: '別の方が先に進めました。' });
  await send();
  expect(hook.now.isStale).toBe(false);
  await server.refuse('InternalError', 'うまくいきませんでした。');
  expect(hook.now).toMatchObject({ isStale: false, message: 'うまくいきませんでした。' });
});

test('refused fields go to the form', async () => {
  const server = apiServer();
  const { send, reject } = stepping();
  await send();
  const errors = [{ path: 'reason', message: '理由を入力してください。' }];
  await server.refuse('ValidationError', 'ご確認ください。', { errors });
  expect(reject).toHaveBeenCalledExactlyOnceWith(errors, expect.anything());
});
