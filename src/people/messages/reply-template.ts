import * as z from 'zod/mini';
import { line, paragraphs } from '#kit/values/typed-text.ts';

/** Limit of templates: one page, and one menu in the reply form. */
export const maxReplyTemplates = 100;

/** Placeholders of a template, filled when it is inserted into a reply. */
export const templateVariables = {
  name: 'お名前',
  referenceNumber: '受付番号',
  appraisalId: '申込番号',
} as const;
export type TemplateVariable = keyof typeof templateVariables;

const place = /\{\{\s*(\w+)\s*\}\}/g;
const isVariable = (name: string): name is TemplateVariable =>
  Object.hasOwn(templateVariables, name);

const unknownPlaces = (text: string): string[] =>
  [...text.matchAll(place)].flatMap(([, name = '']) => (isVariable(name) ? [] : [name]));

/** Fills the placeholders of a template; one without a value becomes empty. */
export const fillTemplate = (
  body: string,
  values: Readonly<Partial<Record<TemplateVariable, string>>>,
): string =>
  body.replace(place, (whole, name: string) => (isVariable(name) ? (values[name] ?? '') : whole));

export const ReplyTemplateDraft = z.strictObject({
  name: line('名前', 60),
  body: paragraphs('本文', 4_000).check(
    z.refine(
      (text) => unknownPlaces(text).length === 0,
      `使える差し込みは ${Object.keys(templateVariables)
        .map((name) => `{{${name}}}`)
        .join('、')} です。`,
    ),
  ),
});
export type ReplyTemplateDraft = z.infer<typeof ReplyTemplateDraft>;

/** A canned reply of the operators. */
export const ReplyTemplate = z.object({
  id: z.string(),
  name: z.string(),
  body: z.string(),
  version: z.number(),
});
export type ReplyTemplate = z.infer<typeof ReplyTemplate>;
