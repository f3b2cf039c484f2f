import { expect, test } from 'vitest';
import type { FormFields } from '#kit/forms/use-form.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { renderedHtml } from '#test/rendered.ts';
import { MarkdownField } from './markdown-field.tsx';

const form = (value: string): FormFields => ({
  id: 'form',
  errors: [],
  summons: 0,
  register: (path) => ({
    id: `form-${path}`,
    name: path,
    value,
    error: '本文は5文字以内で入力してください。',
    change: () => undefined,
    blur: () => undefined,
    compositionStart: () => undefined,
    compositionEnd: () => undefined,
  }),
  valueAt: () => undefined,
  setValue: () => undefined,
  idOf: (path) => `form-${path}`,
});

const htmlOf = (value: string) =>
  renderedHtml(
    <MarkdownField
      form={form(value)}
      path="vision"
      label="目指すこと"
      maxLength={5}
      preview={previewMarkdown}
    />,
  );

test('a text area has its label, its help and its error', () => {
  const html = htmlOf('𠮷野家と海と');
  expect(html).toMatch(/<label for="form-vision"[^>]*>.*目指すこと/);
  const area = /<textarea[^>]*>/.exec(html)?.[0];
  expect(area).toContain('aria-describedby="form-vision-help form-vision-error"');
  expect(area).toContain('aria-invalid="true"');
  expect(html).toContain('改行はそのまま表示されます。');
});

test('letters are counted, and too many stand out', () => {
  const count = (value: string) => /<p[^>]*>([^<]|<!-- -->)*文字<\/p>/.exec(htmlOf(value))?.[0];
  expect(count('𠮷野家と海')).toMatch(/text-ink-2.*5<!-- -->\/<!-- -->5<!-- -->文字/);
  expect(count('𠮷野家と海と')).toMatch(/text-error.*6<!-- -->\/<!-- -->5<!-- -->文字/);
});

test('each mark has a button with a name, and each view a tab that shows one part', () => {
  const html = htmlOf('あ');
  const buttons = [...html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, name]) => name);
  expect(buttons).toEqual([
    ...['書く', 'プレビュー', '見出し', '小見出し', '太字', '箇条書き', '番号', 'リンク'],
  ]);
  for (const [, id] of html.matchAll(/aria-controls="([^"]*)"/g)) {
    expect(html).toContain(`id="${id}"`);
  }
});
