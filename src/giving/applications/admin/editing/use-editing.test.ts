import { expect, test, vi } from 'vitest';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { editSchema, editValuesOf } from './edit-values.ts';
import { useEditing } from './use-editing.ts';

const address = {
  ...{ zipcode: '1000001', prefecture: '東京都', line1: '千代田区千代田', line2: '1-1' },
  building: '',
};
const names = {
  ...{ lastName: '髙橋', firstName: '花子' },
  ...{ lastNameKana: 'たかはし', firstNameKana: 'はなこ' },
};
/** An application whose contact data alone may be changed. */
const detail = {
  ...{ appraisalId: 'TS-1', version: 4, state: 'donated', kind: 'direct', targetName: '海の会' },
  ...{ names, email: 'hana@example.jp', tel: '0312345678', birth: '', occupation: '' },
  status: { associateId: 'umi', products: ['clothing'], boxes: 1, applicantAddress: address },
} as unknown as AdminApplicationDetail;
const path = '/api/office/applications/TS-1';
const conflict = '別の方が先に変更しました。';

function editing(stored: () => Promise<AdminApplicationDetail>) {
  const onDone = vi.fn();
  const load = vi.fn(stored);
  const reject = vi.fn(async () => undefined);
  const hook = openHook(() => {
    const initial = { ...editValuesOf(detail), reason: '電話で伺ったため', tellsDonor: false };
    const form = { ...useForm({ schema: editSchema(detail), initial }), reject };
    const edit = useEditing({ detail, form, load, onDone });
    return { form, edit };
  });
  return {
    hook,
    onDone,
    load,
    reject,
    send: () => hook.do(({ form, edit }) => form.submit(edit.send)()),
  };
}
const noAnswer = () => Promise.reject(new TypeError('gone'));
const applicant = { ...names, email: 'hana@example.jp', tel: '0312345678' };
const body = {
  ...{ applicant, reason: '電話で伺ったため', tellsDonor: false },
  applicantAddress: { ...address, isAddressConfirmed: false },
};

test('an edit sends the version that was shown, and whether the donor is notified', async () => {
  const server = apiServer();
  const { hook, send, onDone, load } = editing(noAnswer);
  await send();
  expect(server.sent).toEqual([{ to: `POST ${path}`, body, ifMatch: '"4"' }]);
  expect(hook.now.edit.isPending).toBe(true);
  await server.answer({ isTold: true });
  expect(onDone).toHaveBeenCalledExactlyOnceWith(true);
  expect(load).not.toHaveBeenCalled();
});

test('after a concurrent change of the same part, the stored version is shown, and the next press sends it', async () => {
  const server = apiServer();
  const stored = { ...detail, version: 6, email: 'neu@example.jp' };
  const { hook, send, onDone } = editing(async () => stored);
  expect(hook.now.edit.newer).toBeUndefined();
  await send();
  await server.refuse('Conflict', conflict);
  expect(hook.now.edit).toMatchObject({ newer: stored, message: conflict });
  expect(server.waiting).toEqual([]);
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"6"');
  expect(onDone).not.toHaveBeenCalled();
});

test('if only another part changed, there is nothing to choose, and the next press sends the stored version', async () => {
  const server = apiServer();
  const { hook, send } = editing(async () => ({ ...detail, version: 6 }));
  await send();
  await server.refuse('Conflict', conflict);
  expect(hook.now.edit.newer).toBeUndefined();
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"6"');
});

test('if the stored version does not load, the refusal and the version stay', async () => {
  const server = apiServer();
  const { hook, send } = editing(noAnswer);
  await send();
  await server.refuse('Conflict', conflict);
  expect(hook.now.edit).toMatchObject({ newer: undefined, message: conflict });
  await send();
  expect(server.sent.at(-1)?.ifMatch).toBe('"4"');
});

test('another refusal loads nothing', async () => {
  const server = apiServer();
  const { send, load } = editing(noAnswer);
  await send();
  await server.refuse('InternalError', 'うまくいきませんでした。');
  expect(load).not.toHaveBeenCalled();
});

test('a refused organisation is that of the form’s own field', async () => {
  const server = apiServer();
  const { send, reject } = editing(noAnswer);
  await send();
  const refused = (path: string) => ({ path, message: 'ご確認ください。' });
  await server.refuse('ValidationError', 'ご確認ください。', {
    errors: [refused('application.associateId'), refused('application.boxes')],
  });
  expect(reject).toHaveBeenCalledExactlyOnceWith(
    [refused('associateId'), refused('application.boxes')],
    expect.anything(),
  );
});
