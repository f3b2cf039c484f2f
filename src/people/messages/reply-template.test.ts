import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fillTemplate, ReplyTemplateDraft } from './reply-template.ts';

test('a template is filled with name, reference number and application number', () => {
  const body = '{{name}} 様\n{{ referenceNumber }}／{{appraisalId}}';
  const values = { name: '髙橋 花子', referenceNumber: 'TC-1234-5678' };
  expect(fillTemplate(body, values)).toBe('髙橋 花子 様\nTC-1234-5678／');
});

test('a name that looks like a placeholder is not filled', () => {
  expect(fillTemplate('{{name}}', { name: '{{appraisalId}} $&' })).toBe('{{appraisalId}} $&');
});

test('a template with an unknown place is refused', () => {
  const parse = (body: string) => z.safeParse(ReplyTemplateDraft, { name: '返信', body }).success;
  expect(parse('{{name}} 様')).toBe(true);
  expect(parse('{{nam}} 様')).toBe(false);
});
