import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { useForm } from '#kit/forms/use-form.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { EmailField } from './email-field.tsx';

const schema = z.object({ email: z.string(), other: z.string() });

function Fields() {
  const form = useForm({ schema, initial: { email: '', other: '' } });
  return (
    <>
      <EmailField form={form} path="email" />
      <EmailField form={form} path="other" label="新しいメールアドレス" />
    </>
  );
}

test('an e-mail is asked for as メールアドレス, unless by another name', () => {
  expect(Object.keys(open(<Fields />).values)).toEqual(['メールアドレス', '新しいメールアドレス']);
});
