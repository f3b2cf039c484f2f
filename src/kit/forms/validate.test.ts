import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Email } from '#kit/values/email.ts';
import { validate } from './validate.ts';

const Contact = z.strictObject({
  person: z.strictObject({ name: z.string().check(z.minLength(1, 'お名前を入力してください。')) }),
  email: Email,
  boxes: z.int(),
});

describe('validate', () => {
  test('gives the parsed values when everything is right', () => {
    const typed = { person: { name: '花' }, email: ' ＡＢ＠example.jp ', boxes: 1 };
    expect(validate(Contact, typed)).toEqual({
      values: { person: { name: '花' }, email: 'ab@example.jp', boxes: 1 },
      issues: [],
    });
  });

  test('gives every error with its path, in the order of the schema', () => {
    const { issues } = validate(Contact, { person: { name: '' }, email: '', boxes: 1 });
    expect(issues).toEqual([
      { path: 'person.name', message: 'お名前を入力してください。' },
      { path: 'email', message: 'メールアドレスを入力して下さい' },
    ]);
  });

  test('never shows a library’s English', () => {
    const { issues } = validate(Contact, { person: { name: '花' }, email: 'a@b.jp', boxes: '' });
    expect(issues).toEqual([{ path: 'boxes', message: '入力内容をご確認ください。' }]);
  });
});
