import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import { screen } from '#test/stand-ins/screen.ts';
import { storeSharedComputer } from './shared-computer.ts';
import { unreachableMessage } from './submission.ts';
import { useSubmission } from './use-submission.ts';

type Body = { name: string };
type Options = Parameters<typeof useSubmission<Body, string>>[1];

/** A form's submission whose responses the test controls one by one. */
function submission(options: Options = {}, { mount } = screen()) {
  const keys: string[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const form = mount(() =>
    useSubmission<Body, string>((_, key) => {
      keys.push(key);
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    }, options),
  );
  const press = (name = '花') => {
    let sent: Promise<unknown> | undefined;
    act(() => {
      sent = form.now.send({ name });
    });
    return sent;
  };
  return {
    keys,
    press,
    leave: form.leave,
    get now() {
      return form.now;
    },
    answer: (text = 'TS-1') => act(async () => answers.at(-1)?.resolve(text)),
    fail: (error: unknown) => act(async () => answers.at(-1)?.reject(error)),
  };
}

const lost = new TypeError('Failed to fetch');

test('a second press sends nothing, before the first is rendered and until its answer', async () => {
  const form = submission();
  const [first, second] = [form.press(), form.press()];
  expect(form.now.isPending).toBe(true);
  expect(await form.press()).toBeUndefined();
  await form.answer();
  expect(await first).toEqual({ kind: 'done', result: 'TS-1' });
  expect(await second).toBeUndefined();
  expect(form.keys).toHaveLength(1);
  expect(form.now).toMatchObject({ isPending: false, message: undefined });
});

test('a press while the next page is still on its way sends nothing', async () => {
  const left = Promise.withResolvers<void>();
  const form = submission({ onDone: () => left.promise });
  form.press();
  await form.answer();
  expect(form.now.isPending).toBe(true);
  expect(await form.press()).toBeUndefined();
  await act(async () => left.resolve());
  expect(form.now.isPending).toBe(false);
  expect(form.keys).toHaveLength(1);
});

test('where the next page fails, the form can be sent again', async () => {
  const form = submission({ onDone: () => Promise.reject(new Error('no page')) });
  const sent = expect(form.press()).rejects.toThrow('no page');
  await form.answer();
  await sent;
  expect(form.now.isPending).toBe(false);
  form.press();
  expect(form.keys).toHaveLength(2);
});

test('a retry after a lost response has the same key, any other body a new one', async () => {
  const form = submission();
  form.press('花');
  await form.fail(lost);
  expect(form.now.message).toBe(unreachableMessage);
  form.press('花');
  expect(form.now.message).toBeUndefined();
  await form.fail(lost);
  form.press('華');
  await form.answer();
  form.press('華');
  await form.answer();
  const [first, again, changed, next] = form.keys;
  expect(again).toBe(first);
  expect(new Set([first, changed, next]).size).toBe(3);
});

test('a remembered key survives a reload until its response, for its form only', async () => {
  const tab = screen();
  const before = submission({ remember: 'contact' }, tab);
  before.press();
  before.leave();
  const other = submission({ remember: 'listing' }, tab);
  other.press();
  const after = submission({ remember: 'contact' }, tab);
  after.press();
  await after.answer();
  const later = submission({ remember: 'contact' }, tab);
  later.press();
  expect(after.keys).toEqual(before.keys);
  expect(other.keys).not.toEqual(before.keys);
  expect(later.keys).not.toEqual(before.keys);
});

test('a shared computer remembers no key', () => {
  const tab = screen();
  storeSharedComputer(true);
  submission({ remember: 'contact' }, tab).press();
  expect(Object.keys(sessionStorage).filter((name) => /attempt/.test(name))).toEqual([]);
  storeSharedComputer(false);
});

test('field errors go to the form and its modal; other errors are shown beside the button', async () => {
  const reject = vi.fn(async () => undefined);
  const form = submission({ form: { reject } });
  const errors = [{ path: 'name', message: 'お名前をご確認ください。' }];
  form.press();
  await form.fail(refuse('ValidationError', 'ご確認ください。', { errors }));
  expect(reject).toHaveBeenCalledExactlyOnceWith(
    errors,
    expect.objectContaining({ message: 'ご確認ください。' }),
  );
  expect(form.now.message).toBeUndefined();

  form.press();
  await form.fail(refuse('Conflict', 'すでに受け付けています。'));
  expect(form.now.message).toBe('すでに受け付けています。');
  expect(reject).toHaveBeenCalledOnce();
});

test('without a form, field errors are shown beside the button', async () => {
  const form = submission();
  const errors = [{ path: 'name', message: 'お名前をご確認ください。' }];
  form.press();
  await form.fail(refuse('ValidationError', 'ご確認ください。', { errors }));
  expect(form.now.message).toBe('ご確認ください。');
});
