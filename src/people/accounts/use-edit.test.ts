import { expect, test, vi } from 'vitest';
import { useForm } from '#kit/forms/use-form.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { type Account, TelUpdate } from './account.ts';
import type { OwnAccount } from './own-account.ts';
import { useEdit } from './use-edit.ts';

const path = '/api/users/account/tel/update';
const account = {
  ...{ email: 'hana@example.jp', tel: '0312345678' },
  names: { lastName: '髙橋', firstName: '花子', lastNameKana: '', firstNameKana: '' },
} as Account;
const conflict = '別の画面で変更されました。';

/** An edit of the phone number. */
function editing() {
  const onDone = vi.fn();
  const change = vi.fn();
  const own = { account, etag: '"3"', methods: [], change } as unknown as OwnAccount;
  const hook = openHook(() => {
    const form = useForm({ schema: TelUpdate, initial: { tel: '09011112222' } });
    const partOf = ({ tel }: Account) => tel;
    return useEdit({ own, form, path, partOf, onDone });
  });
  return { hook, onDone, change, own, send: () => hook.do(({ submit }) => submit()) };
}
const body = { tel: '09011112222' };

test('an edit sends the version that was shown, and the page continues with the stored one', async () => {
  const server = apiServer();
  const { hook, send, onDone, change, own } = editing();
  await send();
  expect(server.sent).toEqual([{ to: `POST ${path}`, body, ifMatch: '"3"' }]);
  expect(hook.now.isPending).toBe(true);
  const saved = { ...account, tel: '09011112222' };
  await server.answer(saved, { headers: { etag: '"4"' } });
  expect(change).toHaveBeenCalledExactlyOnceWith({ ...own, account: saved, etag: '"4"' });
  expect(onDone).toHaveBeenCalledOnce();
});

test('after a concurrent change of another part, it is sent again with the stored version', async () => {
  const server = apiServer();
  const { hook, send } = editing();
  await send();
  await server.refuse('Conflict', conflict);
  await server.answer({ ...account, email: 'neu@example.jp' }, { headers: { etag: '"4"' } });
  expect(server.sent.at(-1)).toEqual({ to: `POST ${path}`, body, ifMatch: '"4"' });
  expect(hook.now.newer).toBeUndefined();
});

test('after a concurrent change of the same part, both are shown, and the next press sends the stored version', async () => {
  const server = apiServer();
  const { hook, send, onDone, change, own } = editing();
  await send();
  await server.refuse('Conflict', conflict);
  const stored = { ...account, tel: '08033334444' };
  await server.answer(stored, { headers: { etag: '"4"' } });
  expect(hook.now).toMatchObject({ newer: { account: stored, etag: '"4"' }, message: undefined });
  expect(server.waiting).toEqual([]);
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"4"');
  await server.answer(account, { headers: { etag: '"5"' } });
  expect(hook.now.newer).toBeUndefined();
  expect(onDone).toHaveBeenCalledOnce();
  expect(change).toHaveBeenCalledExactlyOnceWith({ ...own, account, etag: '"5"' });
});

test('the stored version may be taken instead', async () => {
  const server = apiServer();
  const { hook, send, change, own, onDone } = editing();
  await hook.do(({ takeNewer }) => takeNewer());
  expect(change).not.toHaveBeenCalled();
  await send();
  await server.refuse('Conflict', conflict);
  const stored = { ...account, tel: '08033334444' };
  await server.answer(stored, { headers: { etag: '"4"' } });
  await hook.do(({ takeNewer }) => takeNewer());
  expect(change).toHaveBeenCalledExactlyOnceWith({ ...own, account: stored, etag: '"4"' });
  expect(onDone).not.toHaveBeenCalled();
});

test('an error while loading the stored version, or another refusal, is shown', async () => {
  const server = apiServer();
  const { hook, send } = editing();
  await send();
  await server.refuse('Conflict', conflict);
  await server.lose();
  expect(hook.now).toMatchObject({ newer: undefined, message: conflict });
  await send();
  await server.refuse('Gone', '終わりました。');
  expect(hook.now.message).toBe('終わりました。');
  expect(server.waiting).toEqual([]);
});
