import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { renderedHtml } from '#test/rendered.ts';
import { Checkbox } from './fields/checkbox.tsx';
import { CheckboxGroup } from './fields/checkbox-group.tsx';
import { DateField } from './fields/date-field.tsx';
import { EmailField } from './fields/email-field.tsx';
import { PhoneField } from './fields/phone-field.tsx';
import { PostalCodeField } from './fields/postal-code-field.tsx';
import { RadioCards } from './fields/radio-cards.tsx';
import { SelectField } from './fields/select-field.tsx';
import { TextArea } from './fields/text-area.tsx';
import { TextField } from './fields/text-field.tsx';
import type { FormFields } from './use-form.ts';

// Screen readers must announce errors: each kind of field references its error and its help by aria-describedby (WCAG
// 2.2, 1.3.1 and 3.3.1).

const refusal = 'この欄をご確認ください。';
const form = (error: string | undefined): FormFields => ({
  id: 'form',
  errors: [],
  summons: 0,
  register: (path) => ({
    id: `form-${path}`,
    name: path,
    value: '',
    error,
    change: () => undefined,
    blur: () => undefined,
    compositionStart: () => undefined,
    compositionEnd: () => undefined,
  }),
  valueAt: () => undefined,
  setValue: () => undefined,
  idOf: (path) => `form-${path}`,
});

const choices = [
  { value: 'a', label: 'あ' },
  { value: 'b', label: 'い' },
];
const told = { path: 'x', label: '欄', help: '手がかり' } as const;
const fields: [kind: string, render: (form: FormFields) => ReactNode][] = [
  ['a line', (form) => <TextField form={form} {...told} />],
  ['several lines', (form) => <TextArea form={form} {...told} />],
  ['an e-mail', (form) => <EmailField form={form} {...told} />],
  ['a phone number', (form) => <PhoneField form={form} {...told} />],
  ['a postal code', (form) => <PostalCodeField form={form} {...told} />],
  ['a password', (form) => <PasswordField form={form} kind="new" {...told} />],
  ['a list', (form) => <SelectField form={form} choices={choices} {...told} />],
  ['boxes to tick', (form) => <CheckboxGroup form={form} choices={choices} {...told} />],
  ['one of some cards', (form) => <RadioCards form={form} choices={choices} {...told} />],
  ['a day', (form) => <DateField form={form} firstYear={1900} lastYear={2026} {...told} />],
];

/** The texts that describe the first control with aria-describedby. */
function descriptionsIn(html: string): string[] {
  const ids = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  return ids.map(
    (id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? `nothing: ${id}`,
  );
}

test.each(fields)('%s is described by its help, and once refused by its error', (_kind, render) => {
  const right = renderedHtml(render(form(undefined)));
  expect(descriptionsIn(right)).toEqual(['手がかり']);
  expect(right).not.toContain('aria-invalid="');
  const wrong = renderedHtml(render(form(refusal)));
  expect(descriptionsIn(wrong)).toEqual(['手がかり', refusal]);
});

test.each(fields.filter(([kind]) => kind !== 'boxes to tick'))(
  '%s that is refused says that it is wrong',
  (_kind, render) => expect(renderedHtml(render(form(refusal)))).toContain('aria-invalid="true"'),
);

test('a box to tick by itself is described by its error', () => {
  const html = renderedHtml(<Checkbox form={form(refusal)} path="x" label="同意します" />);
  expect(descriptionsIn(html)).toEqual([refusal]);
});
