import { expect, test, vi } from 'vitest';
import { useForm } from '#kit/forms/use-form.ts';
import { type Profile, ProfileDraft } from '#people/accounts/account.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { draftOf } from './own-profile.ts';
import { useProfileEdit } from './use-profile-edit.ts';

const profile = {
  ...{ name: '花', text: 'はじめまして。', birth: '1980-01-02', gender: 'female' },
  snsAccounts: { instagram: 'hana', facebook: '', twitter: 'hana_t' },
} as Profile;
const conflict = '別の画面で変更されました。';

function editing() {
  const onDone = vi.fn();
  const hook = openHook(() => {
    const form = useForm({ schema: ProfileDraft, initial: draftOf(profile) });
    return { form, edit: useProfileEdit({ shown: { profile, etag: '"3"' }, form, onDone }) };
  });
  return {
    hook,
    onDone,
    type: (name: string) => hook.do(({ form }) => form.setValue('name', name)),
    send: () => hook.do(({ edit }) => edit.submit()),
  };
}

test('an edit sends the version that was shown, and is done once the session has it', async () => {
  const server = apiServer();
  const { hook, type, send, onDone } = editing();
  await type('華');
  await send();
  expect(server.sent).toEqual([
    {
      to: 'POST /api/users/profile',
      body: { ...draftOf(profile), name: '華' },
      ifMatch: '"3"',
    },
  ]);
  expect(hook.now.edit.isPending).toBe(true);
  expect(onDone).not.toHaveBeenCalled();
  await server.answer({ ...profile, name: '華' });
  expect(onDone).toHaveBeenCalledOnce();
});

test('after a concurrent change both are shown, and the next press sends the stored version', async () => {
  const server = apiServer();
  const { hook, type, send, onDone } = editing();
  await type('華');
  await send();
  await server.refuse('Conflict', conflict);
  await server.answer({ ...profile, text: '別の紹介' }, { headers: { etag: '"4"' } });
  expect(hook.now.edit.newer).toMatchObject({ etag: '"4"', profile: { text: '別の紹介' } });
  expect(hook.now.edit.message).toBeUndefined();
  expect(hook.now.form.values.name).toBe('華');
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"4"');
  expect(onDone).not.toHaveBeenCalled();
});

test('if the same is stored already, the edit is done', async () => {
  const server = apiServer();
  const { hook, type, send, onDone } = editing();
  await type('華');
  await send();
  await server.refuse('Conflict', conflict);
  await server.answer({ ...profile, name: '華' }, { headers: { etag: '"4"' } });
  expect(onDone).toHaveBeenCalledOnce();
  expect(hook.now.edit.newer).toBeUndefined();
});

test('if the stored version does not load, the refusal is shown', async () => {
  const server = apiServer();
  const { hook, send } = editing();
  await send();
  await server.refuse('Conflict', conflict);
  await server.lose();
  expect(hook.now.edit).toMatchObject({ newer: undefined, message: conflict });
});

test('another refusal is shown, and loads nothing', async () => {
  const server = apiServer();
  const { hook, send } = editing();
  await send();
  await server.refuse('InternalError', 'うまくいきませんでした。');
  expect(hook.now.edit.message).toBe('うまくいきませんでした。');
  expect(server.waiting).toEqual([]);
});
