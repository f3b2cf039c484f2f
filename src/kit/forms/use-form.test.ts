import { act } from 'react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { screen } from '#test/stand-ins/screen.ts';
import { holdFormsFor, isFormOpen, releaseForms } from './held-values.ts';
import { type FormErrorModal, useForm } from './use-form.ts';

const missing = 'お名前を入力してください';
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, missing)),
  password: z.string(),
});
const initial = { name: '', password: '' };

function openForm(
  { mount } = screen(),
  onInvalid?: (modal: FormErrorModal) => void | Promise<void>,
) {
  const page = mount(() => useForm({ schema, initial: { ...initial }, onInvalid }));
  return {
    leave: page.leave,
    get now() {
      return page.now;
    },
    do: (what: (form: typeof page.now) => void) => act(async () => what(page.now)),
  };
}
const errorOf = (form: ReturnType<typeof openForm>) => form.now.register('name').error;

test('an invalid form is not sent: the modal opens, then the summary takes the focus', async () => {
  const isClosed = Promise.withResolvers<void>();
  const onInvalid = vi.fn(() => isClosed.promise);
  const send = vi.fn();
  const form = openForm(screen(), onInvalid);
  const preventDefault = vi.fn();
  await form.do(({ submit }) => submit(send)({ preventDefault }));
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(onInvalid).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: '入力エラー' }),
  );
  expect(form.now).toMatchObject({ isValid: false, message: missing, summons: 0 });
  expect(errorOf(form)).toBe(missing);
  isClosed.resolve();
  await form.do(() => undefined);
  expect(form.now.summons).toBe(1);
  expect(send).not.toHaveBeenCalled();
});

test('the parsed values are sent, and the next step begins without errors', async () => {
  const send = vi.fn();
  const form = openForm();
  await form.do(({ submit }) => submit(send)());
  await form.do(({ setValue }) => setValue('name', ' 花 '));
  await form.do(({ submit }) => submit(send)());
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: '花', password: '' });
  await form.do(({ setValue }) => setValue('name', ''));
  expect(errorOf(form)).toBeUndefined();
});

test('an error on blur waits until the press that caused it is over', async () => {
  const tab = screen();
  vi.useFakeTimers();
  const form = openForm(tab);
  act(() => void tab.document.dispatchEvent(new Event('pointerdown')));
  await form.do(({ register }) => register('name').blur());
  act(() => void vi.runAllTimers());
  expect(errorOf(form)).toBeUndefined();
  act(() => void tab.document.dispatchEvent(new Event('pointerup')));
  expect(errorOf(form)).toBeUndefined();
  act(() => void vi.runAllTimers());
  expect(errorOf(form)).toBe(missing);
});

test('once a field was left, its error comes and goes with each letter that is typed', async () => {
  const tab = screen();
  vi.useFakeTimers();
  const form = openForm(tab);
  await form.do(({ register }) => register('name').blur());
  act(() => void vi.runAllTimers());
  expect(errorOf(form)).toBe(missing);
  await form.do(({ setValue }) => setValue('name', '花'));
  expect(errorOf(form)).toBeUndefined();
  await form.do(({ setValue }) => setValue('name', ''));
  expect(errorOf(form)).toBe(missing);
});

test('the server’s error stands at its field until that changes', async () => {
  const form = openForm();
  await form.do(({ setValue }) => setValue('name', '花'));
  await form.do(({ reject }) =>
    reject([{ path: 'name', message: '別のお名前を。' }], { title: '', message: '' }),
  );
  expect(errorOf(form)).toBe('別のお名前を。');
  await form.do(({ setValue }) => setValue('name', '華'));
  expect(errorOf(form)).toBeUndefined();
});

test('while an input method composes, the error at its field stays as it is', async () => {
  const form = openForm();
  await form.do(({ register }) => register('name').compositionStart());
  await form.do(({ submit }) => submit(vi.fn())());
  expect(errorOf(form)).toBeUndefined();
  await form.do(({ register }) => register('name').compositionEnd());
  expect(errorOf(form)).toBe(missing);
});

test('a prefill takes empty fields alone, a draft those that nobody changed', async () => {
  const { mount } = screen();
  const page = mount(() => useForm({ schema, initial: { name: '名無し', password: '' } }));
  await act(async () => page.now.fill({ name: '花', password: 'a' }));
  expect(page.now.values).toEqual({ name: '名無し', password: 'a' });
  await act(async () => page.now.restore({ name: '花', password: 'b' }));
  expect(page.now.values).toEqual({ name: '花', password: 'a' });
  expect(page.now.isDirty).toBe(false);
});

test('a reset leads back to how the form began', async () => {
  const form = openForm();
  await form.do(({ setValue }) => setValue('name', '花'));
  expect(form.now.isDirty).toBe(true);
  await form.do(({ reset }) => reset());
  expect(form.now).toMatchObject({ values: initial, isDirty: false });
});

test('a form counts as open while it is there', () => {
  const form = openForm();
  expect(isFormOpen()).toBe(true);
  form.leave();
  expect(isFormOpen()).toBe(false);
});

/** A form that 花 edited, and that left the page when another tab signed her out. */
async function signedOutElsewhere(tab: ReturnType<typeof screen>) {
  const form = openForm(tab);
  await form.do(({ setValue }) => setValue('name', '花'));
  await form.do(({ setValue }) => setValue('password', 'himitsu'));
  holdFormsFor('hana');
  form.leave();
}

test('a form left at a sign-out is restored on its person’s return, without secrets, once', async () => {
  const tab = screen();
  await signedOutElsewhere(tab);
  releaseForms('hana');
  expect(openForm(tab).now.values).toEqual({ name: '花', password: '' });
  expect(openForm(tab).now.values).toEqual(initial);
});

test('no other person, form or page gets it', async () => {
  const tab = screen();
  await signedOutElsewhere(tab);
  releaseForms('taro');
  expect(openForm(tab).now.values).toEqual(initial);

  await signedOutElsewhere(tab);
  releaseForms('hana');
  const other = z.object({ name: z.string(), tel: z.string() });
  const form = tab.mount(() => useForm({ schema: other, initial: { name: '', tel: '' } }));
  expect(form.now.values.name).toBe('');
  location.pathname = '/listing';
  expect(openForm(tab).now.values).toEqual(initial);
});

test('a form in which nothing was typed leaves nothing behind', async () => {
  const tab = screen();
  const form = openForm(tab);
  await form.do(({ fill }) => fill({ name: '花' }));
  holdFormsFor('hana');
  form.leave();
  releaseForms('hana');
  expect(openForm(tab).now.values).toEqual(initial);
});
